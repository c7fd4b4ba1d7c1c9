//! Leaving in mid-match, between deals, and what it costs.

use serde_json::{Value, json};

use crate::support::rest::{guest, home, request};
use crate::support::tables::{config, next_deal, seated_apart, shuffle};
use crate::support::{Client, TestServer, play_to_the_end};

/// A match that one deal never decides.
fn long_match(players: u8) -> Value {
    config("trset", &json!({ "players": players, "target": 51 }))
}

/// A long match after its first deal, in which everybody has heard the end.
async fn after_a_deal(server: &TestServer) -> (String, Vec<Client>, Vec<String>) {
    let (table, mut clients, tokens) = seated_apart(server, &long_match(2), 2).await;
    let finish = play_to_the_end(&mut clients, &table).await;
    assert_eq!((&finish["match_won"], &finish["ratings"]), (&Value::Null, &Value::Null));
    (table, clients, tokens)
}

async fn standing(server: &TestServer, client: &Client) -> Value {
    let path = format!("/api/players/{}", client.welcome["you"]["id"].as_str().expect("an id"));
    request(server.address, "GET", &path, None, None).await.1["standings"][0].clone()
}

/// Checks the end of a match that the player in seat 1 broke off.
fn broken_off(finish: &Value, game: Option<&String>) {
    assert_eq!(finish["game"].as_str(), game.map(String::as_str), "that of the last deal");
    assert_eq!(finish["match_won"], json!([true, false]));
    assert_eq!(finish["forfeited"], json!([false, false]), "the deal was played to its end");
    let change = |seat: usize| {
        let change = &finish["ratings"][seat];
        change["after"].as_i64().unwrap() - change["before"].as_i64().unwrap()
    };
    assert!(change(0) > 0 && change(1) < 0, "{finish}");
    assert!(change(0) * 2 < -change(1), "of a match to 51 little was played: {finish}");
}

#[tokio::test]
async fn who_leaves_an_undecided_match_loses_it() {
    let server = TestServer::start(&[]).await;
    let (table, clients, _) = after_a_deal(&server).await;
    let [mut ana, mut bor] = <[Client; 2]>::try_from(clients).ok().expect("two");
    let game = ana.tables[&table].game.clone();
    bor.send(&json!({ "type": "leave", "table": table })).await;
    for client in [&mut ana, &mut bor] {
        broken_off(&client.expect_event("deal_over").await["finish"], game.as_ref());
        assert_eq!(client.expect_event("left").await["seat"], 1);
    }
    let [ahead, behind] = [standing(&server, &ana).await, standing(&server, &bor).await];
    assert_eq!((&ahead["matches"], &ahead["wins"]), (&json!(1), &json!(1)));
    assert_eq!((&behind["matches"], &behind["wins"]), (&json!(1), &json!(0)));
    let you = ana.welcome["you"]["id"].as_str().expect("an id");
    let path = format!("/api/players/{you}/ratings?kind=trset-2");
    let (_, history) = request(server.address, "GET", &path, None, None).await;
    assert_eq!(history[0]["game"].as_str(), game.as_deref(), "{history}");
    assert_eq!(history[0]["after"], ahead["rating"]);

    // A newcomer begins a new match, which the one before is nothing to.
    let mut cene = Client::connect(server.address, &guest(server.address, "Cene").await).await;
    cene.sit(&table, 1).await;
    ana.send(&json!({ "type": "ready", "table": table })).await;
    assert_eq!(ana.expect_event("match_started").await["score"]["deals"], 0);
    ana.expect_event("dealt").await;
    server.stop().await;
}

#[tokio::test]
async fn who_leaves_after_the_others_or_after_the_match_loses_nothing() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, _) = after_a_deal(&server).await;
    clients[1].send(&json!({ "type": "leave", "table": table })).await;
    clients[0].expect_event("left").await;
    let before = standing(&server, &clients[0]).await;
    clients[0].send(&json!({ "type": "leave", "table": table })).await;
    clients[0].expect_event("left").await;
    assert_eq!(standing(&server, &clients[0]).await, before);

    let one_deal = config("trset", &json!({ "players": 2 }));
    let (table, mut clients, _) = seated_apart(&server, &one_deal, 2).await;
    let finish = play_to_the_end(&mut clients, &table).await;
    let rated = [0, 1].map(|seat| finish["ratings"][seat]["after"].clone());
    for seat in [1, 0] {
        clients[seat].send(&json!({ "type": "leave", "table": table })).await;
        while clients[seat].expect_event("left").await["seat"] != seat {}
        assert_eq!(standing(&server, &clients[seat]).await["rating"], rated[seat]);
    }
    server.stop().await;
}

#[tokio::test]
async fn who_leaves_while_the_next_deal_is_promised_loses_the_match() {
    // A player who does not commit to a nonce keeps the others waiting.
    let server = TestServer::start(&["--nonce-ms", "60000"]).await;
    let (table, mut clients, _) = seated_apart(&server, &long_match(2), 2).await;
    shuffle(&mut clients, &table, &["n", "n"]).await;
    play_to_the_end(&mut clients, &table).await;
    let game = clients[0].tables[&table].game.clone();
    for client in &mut clients {
        client.send(&json!({ "type": "ready", "table": table })).await;
    }
    for client in &mut clients {
        client.expect_event("committed").await;
    }
    clients[1].send(&json!({ "type": "leave", "table": table })).await;
    broken_off(&clients[0].expect_event("deal_over").await["finish"], game.as_ref());
    clients[0].expect_event("left").await;
    assert_eq!(clients[0].expect_event("ready").await["seat"], 0, "as she was");
    let snapshot = clients[0].watch(&table).await;
    assert_eq!(snapshot["phase"], "finished");
    broken_off(&snapshot["deal"]["finish"], game.as_ref());
    assert_eq!(snapshot["seats"][0]["ready"], true);
    server.stop().await;
}

#[tokio::test]
async fn who_does_not_go_on_loses_the_match() {
    let server = TestServer::start(&["--ready-s", "1"]).await;
    let (table, mut clients, _) = after_a_deal(&server).await;
    let game = clients[0].tables[&table].game.clone();
    clients[0].send(&json!({ "type": "ready", "table": table })).await;
    broken_off(&clients[0].expect_event("deal_over").await["finish"], game.as_ref());
    assert_eq!(clients[0].expect_event("left").await["seat"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_match_is_remembered_through_a_restart_and_so_is_its_end() {
    let server = TestServer::start(&[]).await;
    let (table, clients, tokens) = after_a_deal(&server).await;
    let game = clients[0].tables[&table].game.clone();
    let folder = server.stop().await;

    let server = TestServer::start_in(folder, &[]).await;
    let mut ana = Client::connect_from(home(0), server.address, &tokens[0]).await;
    let mut bor = Client::connect_from(home(1), server.address, &tokens[1]).await;
    ana.watch(&table).await;
    bor.watch(&table).await;
    bor.send(&json!({ "type": "leave", "table": table })).await;
    broken_off(&ana.expect_event("deal_over").await["finish"], game.as_ref());
    let folder = server.stop().await;

    let server = TestServer::start_in(folder, &[]).await;
    let mut ana = Client::connect_from(home(0), server.address, &tokens[0]).await;
    broken_off(&ana.watch(&table).await["deal"]["finish"], game.as_ref());
    server.stop().await;
}

#[tokio::test]
async fn of_three_who_leaves_loses_to_both() {
    let server = TestServer::start(&[]).await;
    let wish = config("tarok", &json!({ "deals": 2 }));
    let (table, mut clients, _) = seated_apart(&server, &wish, 3).await;
    play_to_the_end(&mut clients, &table).await;
    clients[2].send(&json!({ "type": "leave", "table": table })).await;
    let finish = clients[0].expect_event("deal_over").await["finish"].clone();
    assert_eq!(finish["match_won"], json!([true, true, false]));
    let after = |seat: usize| finish["ratings"][seat]["after"].as_i64().unwrap();
    assert!(after(0) > 1500 && after(0) == after(1) && after(2) < 1500, "{finish}");
    server.stop().await;
}

#[tokio::test]
async fn a_private_match_is_broken_off_without_ratings() {
    let server = TestServer::start(&[]).await;
    let mut wish = long_match(2);
    wish["private"] = json!(true);
    let tokens = [guest(server.address, "Ana").await, guest(server.address, "Bor").await];
    let (_, opened) =
        request(server.address, "POST", "/api/tables", Some(&tokens[0]), Some(&wish)).await;
    let table = opened["table"].as_str().expect("a table").to_owned();
    let mut clients = Vec::new();
    for token in &tokens {
        let mut client = Client::connect(server.address, token).await;
        let sit = json!({ "type": "sit", "table": table, "invite": opened["invite"] });
        client.send(&sit).await;
        client.expect("snapshot").await;
        clients.push(client);
    }
    play_to_the_end(&mut clients, &table).await;
    next_deal(&mut clients, &table).await;
    play_to_the_end(&mut clients, &table).await;
    clients[0].send(&json!({ "type": "leave", "table": table })).await;
    let finish = &clients[1].expect_event("deal_over").await["finish"];
    assert_eq!((&finish["match_won"], &finish["ratings"]), (&json!([false, true]), &Value::Null));
    assert_eq!(standing(&server, &clients[0]).await, Value::Null);
    server.stop().await;
}
