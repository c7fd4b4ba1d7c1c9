//! People who are connected to different servers see each other come and go, and their
//! accounts are the same ones everywhere.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::Client;
use crate::support::among::{Among, hears_nobody, hears_others, party};
use crate::support::process::until;
use crate::support::rest::{config, guest, open_table, person, request};

async fn followed(client: &mut Client) -> Vec<(String, Value)> {
    let told = client.expect("followed").await;
    let players = told["players"].as_array().expect("players").iter();
    let shown = |one: &Value| {
        let name = one["player"]["name"].as_str().expect("a name").to_owned();
        (name, one["presence"]["state"].clone())
    };
    players.map(shown).collect()
}

async fn put(address: SocketAddr, token: &str, path: &str, body: Option<&Value>) {
    let (status, answer) = request(address, "PUT", path, Some(token), body).await;
    assert_eq!(status, 204, "{answer}");
}

#[tokio::test]
async fn people_are_followed_across_servers() {
    let Some(mut among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (ana, bor) = (person(a.address, "Ana").await, person(a.address, "Bor").await);
    let mut at_a = Client::connect(a.address, &ana).await;
    let mut at_b = Client::connect(b.address, &bor).await;
    let id = at_a.welcome["you"]["id"].as_str().expect("an id").to_owned();
    at_b.send(&json!({ "type": "lobby", "on": true })).await;
    assert!(followed(&mut at_b).await.is_empty());
    // The request comes to another server than the socket.
    put(a.address, &bor, &format!("/api/me/following/{id}"), None).await;
    let here = |state: &str| vec![("Ana".to_owned(), json!(state))];
    assert_eq!(followed(&mut at_b).await, here("online"));
    // Where somebody plays is told, wherever that is.
    let (table, _) = open_table(a.address, &ana, &config("trset", 2)).await;
    at_a.sit(&table, 0).await;
    let told = at_b.expect("followed_player").await;
    assert_eq!(
        (&told["presence"]["state"], &told["presence"]["table"]),
        (&json!("playing"), &json!(table))
    );
    // Whoever hides at one server is seen at none.
    put(a.address, &ana, "/api/me/presence", Some(&json!({ "shown": false }))).await;
    assert_eq!(at_b.expect("followed_player").await["presence"], Value::Null);
    put(b.address, &ana, "/api/me/presence", Some(&json!({ "shown": true }))).await;
    assert_eq!(at_b.expect("followed_player").await["presence"]["state"], "playing");
    // A change while they do not hear each other is told when they do.
    let heard = b.log().matches("another server is heard").count();
    among.nats.kill();
    hears_nobody(&b).await;
    put(a.address, &ana, "/api/me/presence", Some(&json!({ "shown": false }))).await;
    among.nats.start().await;
    hears_others(&b, heard + 1).await;
    at_b.send(&json!({ "type": "ping" })).await;
    let (mut last, mut heard) = (json!("nothing was told"), false);
    while !heard || last != Value::Null {
        let told = at_b.hear_one().await;
        match told["type"].as_str() {
            Some("pong") => heard = true,
            Some("followed") => last = told["players"][0]["presence"].clone(),
            Some("followed_player") => last = told["presence"].clone(),
            _ => {}
        }
    }
    // An account that is no more is followed by nobody.
    let (status, _) = request(a.address, "DELETE", "/api/me", Some(&ana), None).await;
    assert_eq!(status, 204);
    while !followed(&mut at_b).await.is_empty() {}
}

/// A guest who registers is so at a table of another server, too.
#[tokio::test]
async fn a_guest_who_registers_is_a_person_everywhere() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, mut clients, tokens) = party(&a, [&b, &a]).await;
    let body = json!({ "name": "Zora", "password": "correct horse", "bearer": true });
    let (status, made) =
        request(b.address, "POST", "/api/register", Some(&tokens[0]), Some(&body)).await;
    assert_eq!(status, 200, "{made}");
    for client in &mut clients {
        let renamed = client.expect_event("renamed").await;
        assert_eq!((&renamed["seat"], &renamed["player"]["name"]), (&json!(0), &json!("Zora")));
    }
    // Spectators too, whose connection, table and registration are each at another server's.
    let token = guest(a.address, "Onlooker").await;
    let mut spectator = Client::connect(b.address, &token).await;
    spectator.watch(&table).await;
    let body = json!({ "name": "Vid", "password": "correct horse", "bearer": true });
    request(a.address, "POST", "/api/register", Some(&token), Some(&body)).await;
    loop {
        spectator.send(&json!({ "type": "chat", "table": table, "text": "hello" })).await;
        let said = clients[1].expect_event("chat").await;
        if said["line"]["from"]["name"] == "Vid" {
            break;
        }
        // The other server may hear of it a moment later.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// A guest's name and face are the same at a table, in the lobby and in chat of each server.
#[tokio::test]
async fn a_guest_has_one_name_and_face_everywhere() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let (table, mut clients, tokens) = party(&a, [&b, &a]).await;
    let looks =
        [("/api/me/name", json!({ "name": "Zora" })), ("/api/me/face", json!({ "face": "T7" }))];
    for (path, body) in &looks {
        let (status, shown) = request(b.address, "PUT", path, Some(&tokens[0]), Some(body)).await;
        assert_eq!(status, 200, "{shown}");
    }
    let is_zora = |player: &Value| {
        assert_eq!(player["kind"], "guest");
        player["name"] == "Zora" && player["face"] == "T7"
    };
    for client in &mut clients {
        while !is_zora(&client.expect_event("renamed").await["player"]) {}
    }
    for server in [&a, &b] {
        until("the lobby shows both", async || {
            let (_, lobby) = request(server.address, "GET", "/api/tables", None, None).await;
            is_zora(&lobby[0]["seats"][0])
        })
        .await;
    }
    clients[0].send(&json!({ "type": "chat", "table": table, "text": "hello" })).await;
    assert!(is_zora(&clients[1].expect_event("chat").await["line"]["from"]));
    // A connection of the guest's at the server that did not hear the request.
    let mut other = Client::connect(a.address, &tokens[0]).await;
    assert!(is_zora(&other.welcome["you"]));
    let body = json!({ "name": "Zorica" });
    request(b.address, "PUT", "/api/me/name", Some(&tokens[0]), Some(&body)).await;
    other.watch(&table).await;
    loop {
        other.send(&json!({ "type": "chat", "table": table, "text": "hello" })).await;
        let said = clients[1].expect_event("chat").await;
        if said["line"]["from"]["name"] == "Zorica" {
            break;
        }
        // The other server may hear of it a moment later.
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// A guest who registers at one server keeps the connection at another, until they sign out.
#[tokio::test]
async fn a_session_that_is_replaced_is_known_everywhere() {
    let Some(among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let token = guest(a.address, "Cene").await;
    let mut client = Client::connect(b.address, &token).await;
    let body = json!({ "name": "Cene", "password": "correct horse", "bearer": true });
    let (_, made) = request(a.address, "POST", "/api/register", Some(&token), Some(&body)).await;
    let new = made["token"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    client.send(&json!({ "type": "ping" })).await;
    client.expect("pong").await;
    let (status, _) = request(a.address, "POST", "/api/logout", Some(&new), None).await;
    assert_eq!(status, 204);
    assert_eq!(client.expect("goodbye").await["reason"], "signed_out");
}

/// Servers that do not hear each other put their own people together, and a wish that was
/// withdrawn meanwhile is not fulfilled when they do again.
#[tokio::test]
async fn without_nats_each_server_puts_its_own_people_together() {
    let Some(mut among) = Among::if_required().await else { return };
    let [a, b] = among.pair().await;
    let mut clients = Vec::new();
    for (name, server) in [("Ana", &b), ("Bor", &b), ("Cene", &b), ("Dana", &a), ("Eva", &b)] {
        clients.push(Client::connect(server.address, &guest(server.address, name).await).await);
    }
    let [mut ana, bor, cene, dana, eva] = clients.try_into().ok().expect("five");
    let seek = json!({ "type": "seek", "kind": "trset-2", "pace": "quick" });
    let look = async |client: &mut Client| {
        client.send(&seek).await;
        client.expect("seeking").await;
    };
    let pair = async |mut pair: [Client; 2]| {
        for client in &mut pair {
            look(client).await;
        }
        let [one, other] = &mut pair;
        assert_eq!(one.expect("called").await["table"], other.expect("called").await["table"]);
    };
    look(&mut ana).await;
    until("the other server knows of it", async || {
        let (_, pools) = request(a.address, "GET", "/api/pools", None, None).await;
        pools[0]["seeking"] == 1
    })
    .await;
    among.nats.kill();
    hears_nobody(&b).await;
    ana.send(&json!({ "type": "unseek" })).await;
    ana.expect("seeking").await;
    pair([bor, cene]).await;
    among.nats.start().await;
    hears_others(&b, 2).await;
    pair([dana, eva]).await;
}
