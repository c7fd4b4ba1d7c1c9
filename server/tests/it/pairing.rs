//! Quick pairing over real sockets.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::rest::{config, guest, open_table, person, request};
use crate::support::{Client, TestServer, bots};

fn seek(kind: &str) -> Value {
    json!({ "type": "seek", "kind": kind, "pace": "quick" })
}

/// Looks for others, and returns once the server says so.
async fn look(client: &mut Client, kind: &str) {
    client.send(&seek(kind)).await;
    let told = client.expect("seeking").await;
    assert_eq!(told["seek"], json!({ "kind": kind, "pace": "quick" }));
}

/// The table to which a client is called.
async fn called(client: &mut Client) -> String {
    client.expect("called").await["table"].as_str().expect("a table").to_owned()
}

/// The number of those who look in the pool of quick games of this kind, as told next.
async fn seeking(client: &mut Client, kind: &str) -> u64 {
    let told = client.expect("pools").await;
    let pools = told["pools"].as_array().expect("pools");
    let pool = pools.iter().find(|pool| pool["kind"] == kind && pool["pace"] == "quick");
    pool.expect("the pool")["seeking"].as_u64().expect("a number")
}

#[tokio::test]
async fn two_who_look_for_the_same_are_put_at_a_table_and_play() {
    let server = TestServer::start(&[]).await;
    let mut ana = Client::connect(server.address, &guest(server.address, "Ana").await).await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    let mut cene = Client::connect(server.address, &guest(server.address, "Cene").await).await;
    cene.send(&json!({ "type": "lobby", "on": true })).await;
    let pools = cene.expect("lobby").await["pools"].clone();
    assert_eq!(pools[0]["kind"], "trset-2");
    look(&mut cene, "tablic-2").await;
    look(&mut ana, "trset-2").await;
    while seeking(&mut cene, "trset-2").await != 1 {}
    look(&mut bor, "trset-2").await;
    let table = called(&mut ana).await;
    assert_eq!(called(&mut bor).await, table);
    let snapshot = ana.watch(&table).await;
    assert_eq!(snapshot["config"]["game"], pools[0]["config"]["game"]);
    assert_eq!(snapshot["config"]["rated"], true);
    bor.watch(&table).await;
    for client in [&mut ana, &mut bor] {
        client.seen(&table, "dealt").await;
    }
    assert_ne!(ana.tables[&table].you, bor.tables[&table].you);
    // Whoever plays counts as playing, and does not look for others.
    loop {
        let told = cene.expect("pools").await;
        if told["pools"][0]["playing"] == 2 && told["pools"][0]["seeking"] == 0 {
            break;
        }
    }
    let (status, listed) = request(server.address, "GET", "/api/pools", None, None).await;
    assert_eq!((status, &listed[0]["playing"]), (200, &json!(2)));
    assert_eq!(listed[0]["config"], pools[0]["config"]);
    ana.send(&seek("tarok-3")).await;
    assert_eq!(ana.expect_error().await.0, "already_seated");
    server.stop().await;
}

/// Two accounts that leave after each call leave no table behind, and their calls are delayed.
#[tokio::test]
async fn calls_that_are_not_followed_leave_nothing() {
    let server = TestServer::start(&[]).await;
    let mut ana = Client::connect(server.address, &guest(server.address, "Ana").await).await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    let begun = Instant::now();
    for _ in 0..2 {
        for client in [&mut ana, &mut bor] {
            look(client, "trset-2").await;
        }
        let table = called(&mut ana).await;
        assert_eq!(called(&mut bor).await, table);
        ana.watch(&table).await;
        for client in [&mut ana, &mut bor] {
            client.send(&json!({ "type": "leave", "table": table })).await;
        }
        assert_eq!(ana.seen(&table, "closed").await["reason"], "abandoned");
        let (status, listed) = request(server.address, "GET", "/api/tables", None, None).await;
        assert_eq!((status, listed), (200, json!([])));
    }
    assert!(begun.elapsed() >= Duration::from_secs(5), "{:?}", begun.elapsed());
    server.stop().await;
}

#[tokio::test]
async fn a_wish_outlives_a_page_that_is_loaded_anew_and_ends_when_it_is_withdrawn() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let mut ana = Client::connect(server.address, &token).await;
    assert_eq!(ana.welcome["seek"], Value::Null);
    look(&mut ana, "tarok-3").await;
    ana.close().await;
    let mut ana = Client::connect(server.address, &token).await;
    assert_eq!(ana.welcome["seek"], json!({ "kind": "tarok-3", "pace": "quick" }));
    // Every connection of the account is told.
    let mut elsewhere = Client::connect(server.address, &token).await;
    ana.send(&json!({ "type": "unseek" })).await;
    for client in [&mut ana, &mut elsewhere] {
        assert_eq!(client.expect("seeking").await["seek"], Value::Null);
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_plays_a_bot_meanwhile_is_called_away_without_loss() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 1).await;
    let token = guest(server.address, "Ana").await;
    let mut ana = Client::connect(server.address, &token).await;
    look(&mut ana, "trset-2").await;
    let mut wish = config("trset", 2);
    wish["bots"] = json!("easy");
    wish["rated"] = json!(false);
    let (casual, _) = open_table(server.address, &token, &wish).await;
    ana.sit(&casual, 0).await;
    ana.seen(&casual, "dealt").await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    look(&mut bor, "trset-2").await;
    let table = called(&mut ana).await;
    assert_eq!(ana.seen(&casual, "closed").await["reason"], "called");
    assert!(ana.finished(&casual).is_none(), "the deal is not counted");
    ana.watch(&table).await;
    bor.watch(&table).await;
    ana.seen(&table, "dealt").await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_sits_down_to_a_rated_match_looks_for_nobody_any_more() {
    let server = TestServer::start(&[]).await;
    let mut clients = Vec::new();
    for name in ["Ana", "Bor"] {
        let token = person(server.address, name).await;
        clients.push((Client::connect(server.address, &token).await, token));
    }
    let (table, _) = open_table(server.address, &clients[0].1, &config("trset", 2)).await;
    let [(ana, _), (bor, _)] = &mut clients[..] else { unreachable!() };
    look(ana, "kifameno-3").await;
    ana.sit(&table, 0).await;
    bor.sit(&table, 1).await;
    assert_eq!(ana.expect("seeking").await["seek"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_looked_for_is_refused() {
    let server = TestServer::start(&[]).await;
    let mut ana = Client::connect(server.address, &guest(server.address, "Ana").await).await;
    ana.send(&seek("chess-2")).await;
    let (code, error) = ana.expect_error().await;
    assert_eq!(code, "bad_options");
    assert!(error["message"].as_str().is_some_and(|words| words.contains("tarok-3")), "{error}");
    ana.send(&json!({ "type": "seek", "kind": "tarok-3", "pace": "slow" })).await;
    assert_eq!(ana.expect_error().await.0, "bad_message");
    // Far more than an account may say in any time that this takes.
    for _ in 0..100 {
        ana.send(&seek("tarok-3")).await;
    }
    loop {
        let message = ana.hear_one().await;
        if message["type"] == "error" {
            assert_eq!(
                (&message["code"], &message["of"]),
                (&json!("rate_limited"), &json!("seek"))
            );
            break;
        }
    }
    server.stop().await;
}
