//! The list of tables, live; private tables; chat.

use std::time::Instant;

use serde_json::json;

use crate::support::rest::{config, guest, open_table, request};
use crate::support::{Client, TestServer};

#[tokio::test]
async fn the_lobby_shows_tables_come_fill_and_go() {
    let server = TestServer::start(&["--empty-table-s", "1"]).await;
    let token = guest(server.address, "Ana").await;
    let mut looker = Client::connect(server.address, &guest(server.address, "Looker").await).await;
    looker.send(&json!({ "type": "lobby", "on": true })).await;
    assert_eq!(looker.expect("lobby").await["tables"], json!([]));

    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let seen = looker.expect("lobby_table").await;
    assert_eq!(seen["table"]["id"], table.as_str());
    assert_eq!(seen["table"]["phase"], "waiting");

    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 1).await;
    loop {
        let seen = looker.expect("lobby_table").await;
        if seen["table"]["seats"][1]["name"] == "Ana" {
            break;
        }
    }
    ana.send(&json!({ "type": "leave", "table": table })).await;
    ana.expect_event("left").await;
    assert_eq!(looker.expect("lobby_gone").await["table"], table.as_str());
    let (status, error) = request(server.address, "GET", "/api/tables", None, None).await;
    assert_eq!((status, error), (200, json!([])));
    server.stop().await;
}

#[tokio::test]
async fn a_private_table_opens_to_its_word_only() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let mut wish = config("trset", 2);
    wish["private"] = json!(true);
    let (table, invite) = open_table(server.address, &token, &wish).await;
    let invite = invite.expect("a word");
    let mut stranger = Client::connect(server.address, &guest(server.address, "X").await).await;
    for message in [
        json!({ "type": "watch", "table": table }),
        json!({ "type": "watch", "table": table, "invite": "open sesame" }),
        json!({ "type": "sit", "table": table, "seat": 0 }),
    ] {
        stranger.send(&message).await;
        assert_eq!(stranger.expect_error().await.0, "invite_required");
    }
    stranger.send(&json!({ "type": "lobby", "on": true })).await;
    assert_eq!(stranger.expect("lobby").await["tables"], json!([]), "not in the list");
    stranger.send(&json!({ "type": "sit", "table": table, "invite": invite })).await;
    let snapshot = stranger.expect("snapshot").await;
    assert_eq!(snapshot["snapshot"]["you"], 0);
    server.stop().await;
}

#[tokio::test]
async fn chat_arrives_as_it_was_written() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let mut ana = Client::connect(server.address, &token).await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    ana.watch(&table).await;
    bor.watch(&table).await;
    let line = "<b>Živjo</b> 👩\u{200d}👧 🂡";
    ana.send(&json!({ "type": "chat", "table": table, "text": line })).await;
    assert_eq!(bor.expect_event("chat").await["line"]["text"], line);
    let long = "a".repeat(301);
    ana.send(&json!({ "type": "chat", "table": table, "text": long })).await;
    assert_eq!(ana.expect_error().await.0, "bad_message");
    for n in 1..=5 {
        bor.send(&json!({ "type": "chat", "table": table, "text": n.to_string() })).await;
        assert_eq!(bor.expect_event("chat").await["line"]["text"], n.to_string());
    }
    // At once, and then one a second; a change that was put off twice is told
    // once more.
    let most = begun.elapsed().as_secs() + 3;
    assert!(changes <= most, "{changes} changes, at most {most}");
    assert!(counts <= most, "{counts} counts, at most {most}");
    server.stop().await;
}

#[tokio::test]
async fn who_asks_for_the_lobby_again_and_again_is_told_a_few_times() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    let mut ana = Client::connect(server.address, &token).await;
    for _ in 0..40 {
        ana.send(&json!({ "type": "lobby", "on": false })).await;
        ana.send(&json!({ "type": "lobby", "on": true })).await;
    }
    ana.send(&json!({ "type": "ping", "at": 1 })).await;
    let mut lists = 0;
    loop {
        let message = ana.hear_one().await;
        match message["type"].as_str() {
            Some("lobby") => lists += 1,
            Some("pong") => break,
            _ => panic!("{message}"),
        }
    }
    assert!((1..20).contains(&lists), "{lists} lists for forty questions");
    // The last question is answered all the same, and changes are told again.
    assert_eq!(ana.expect("lobby").await["tables"][0]["id"], table.as_str());
    open_table(server.address, &token, &config("trset", 3)).await;
    ana.expect("lobby_table").await;
    server.stop().await;
}
