//! Deals of private tables: listed for those who played them, and for nobody
//! else.

use serde_json::json;

use crate::support::rest::{config, guest, open_table, request};
use crate::support::{Client, TestServer, play_to_the_end};

#[tokio::test]
async fn deals_of_private_tables_are_listed_for_their_players_only() {
    let server = TestServer::start(&[]).await;
    let mut tokens = Vec::new();
    for name in ["Ana", "Bor", "Vid"] {
        tokens.push(guest(server.address, name).await);
    }
    let mut games = Vec::new();
    let mut tables = Vec::new();
    let mut ids = Vec::new();
    for private in [false, true] {
        let mut wish = config("trset", 2);
        wish["private"] = json!(private);
        let (table, invite) = open_table(server.address, &tokens[0], &wish).await;
        let mut clients = Vec::new();
        for token in &tokens[..2] {
            let mut client = Client::connect(server.address, token).await;
            client.send(&json!({ "type": "sit", "table": table, "invite": invite })).await;
            client.expect("snapshot").await;
            ids.push(client.welcome["you"]["id"].as_str().expect("an id").to_owned());
            clients.push(client);
        }
        let finish = play_to_the_end(&mut clients, &table).await;
        games.push(finish["game"].as_str().expect("a game").to_owned());
        tables.push(table);
    }
    let [open, hidden] = &games[..] else { unreachable!("two were played") };
    let (ana, bor) = (&ids[0], &ids[1]);
    let [private_table, open_table] = [&tables[1], &tables[0]];
    let (both, public, none) = (vec![hidden, open], vec![open], vec![]);
    let kind = "kind=trset-2";
    for (query, asking, expected) in [
        (String::new(), None, &public),
        (String::new(), Some(0), &public),
        (kind.to_owned(), Some(0), &public),
        (format!("player={ana}"), None, &public),
        (format!("player={ana}"), Some(0), &both),
        (format!("player={ana}&{kind}"), Some(0), &both),
        (format!("player={ana}&limit=1"), Some(0), &vec![hidden]),
        (format!("player={ana}&before={hidden}"), Some(0), &public),
        (format!("player={ana}"), Some(1), &public),
        (format!("player={ana}&{kind}"), Some(2), &public),
        (format!("player={bor}"), Some(1), &both),
        (format!("table={private_table}"), Some(1), &vec![hidden]),
        (format!("table={private_table}&player={ana}"), Some(1), &vec![hidden]),
        (format!("table={private_table}"), Some(2), &none),
        (format!("table={private_table}&player={ana}"), Some(2), &none),
        (format!("table={private_table}"), None, &none),
        (format!("table={open_table}"), None, &public),
    ] {
        let path = format!("/api/games?{query}");
        let token = asking.map(|who: usize| &*tokens[who]);
        let (status, list) = request(server.address, "GET", &path, token, None).await;
        assert_eq!(status, 200, "{list}");
        let listed: Vec<_> = list.as_array().expect("a list").iter().map(|g| &g["id"]).collect();
        assert_eq!(json!(listed), json!(expected), "{query} asked by {asking:?}");
    }
    // Somebody who was given the link may look.
    let path = format!("/api/games/{hidden}");
    let (status, record) = request(server.address, "GET", &path, None, None).await;
    assert_eq!((status, &record["id"]), (200, &json!(hidden)));
    server.stop().await;
}
