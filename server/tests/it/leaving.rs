//! Leaving in mid-match, between deals: what it costs is stored, and shown.

use serde_json::{Value, json};

use crate::support::rest::{guest, request};
use crate::support::tables::{config, seated_apart};
use crate::support::{Client, TestServer, play_to_the_end};

async fn standing(server: &TestServer, client: &Client) -> Value {
    let path = format!("/api/players/{}", client.welcome["you"]["id"].as_str().expect("an id"));
    request(server.address, "GET", &path, None, None).await.1["standings"][0].clone()
}

/// Checks the end of a match that the player in seat 1 broke off.
fn is_broken_off(finish: &Value, game: Option<&String>) {
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
    // One deal never decides it.
    let long_match = config("trset", &json!({ "players": 2, "target": 51 }));
    let (table, mut clients, _) = seated_apart(&server, &long_match, 2).await;
    let finish = play_to_the_end(&mut clients, &table).await;
    assert_eq!((&finish["match_won"], &finish["ratings"]), (&Value::Null, &Value::Null));
    let [mut ana, mut bor] = <[Client; 2]>::try_from(clients).ok().expect("two");
    let game = ana.tables[&table].game.clone();
    bor.send(&json!({ "type": "leave", "table": table })).await;
    for client in [&mut ana, &mut bor] {
        is_broken_off(&client.expect_event("deal_over").await["finish"], game.as_ref());
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
