//! One person among bots, at a table that hurries nobody then.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::rest::{open_table, person};
use crate::support::tables::seated_apart;
use crate::support::{Client, TestServer, bots, play_to_the_end};

/// Hardly any time, unless one is alone.
fn config() -> Value {
    json!({
        "game": { "name": "trset", "options": { "players": 2 } },
        "clock": { "move_ms": 500, "bank_ms": 0, "grace_ms": 100, "off_alone": true },
        "rated": false,
        "bots": "easy",
    })
}

/// Somebody at such a table, at their first turn.
async fn alone(server: &TestServer) -> (String, Client, String) {
    let token = person(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config()).await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 0).await;
    ana.wait_for_turn(&table).await;
    (table, ana, token)
}

/// Longer than the table's clock and grace allow.
async fn dream() {
    tokio::time::sleep(Duration::from_millis(1_200)).await;
}

fn times(client: &Client, table: &str, seat: u64) -> Vec<[Value; 2]> {
    let of = |event: &Value| {
        let turn = if event["type"] == "dealt" { &event["deal"]["turn"] } else { &event["turn"] };
        (turn["seat"] == seat).then(|| [turn["move_ms"].clone(), turn["bank_ms"].clone()])
    };
    client.tables[table].events.iter().filter_map(of).collect()
}

#[tokio::test]
async fn who_sits_among_bots_alone_has_all_the_time() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 2).await;
    let (table, mut ana, token) = alone(&server).await;
    dream().await;
    ana.play_if_due(&table).await;
    ana.wait_for_turn(&table).await;
    // Nor does anybody play for her who was away.
    ana.close().await;
    dream().await;
    let mut ana = Client::connect(server.address, &token).await;
    let snapshot = ana.watch(&table).await;
    assert_eq!(snapshot["seats"][0]["substitute"], Value::Null);
    assert_eq!(snapshot["config"]["clock"]["off_alone"], true);
    let finish = play_to_the_end(std::slice::from_mut(&mut ana), &table).await;
    assert_eq!(finish["forfeited"], json!([false, false]));
    assert_eq!(finish["ratings"], Value::Null, "the table is not rated");
    assert!(finish["match_won"].is_array());
    let events = &ana.tables[&table].events;
    assert!(events.iter().all(|event| event["type"] != "substituted"), "{events:?}");
    let own = times(&ana, &table, 0);
    assert!(!own.is_empty() && own.iter().all(|told| *told == [Value::Null, Value::Null]));
    let bots = times(&ana, &table, 1);
    assert!(!bots.is_empty() && bots.iter().all(|[own, _]| own.as_u64() > Some(0)), "{bots:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_table_left_alone_for_long_goes_on() {
    let server = TestServer::start(&["--alone-s", "1"]).await;
    let _bots = bots::start(server.address, 2).await;
    let (table, ana, token) = alone(&server).await;
    let watcher = person(server.address, "Gledalka").await;
    let mut watcher = Client::connect(server.address, &watcher).await;
    watcher.watch(&table).await;
    ana.close().await;
    assert_eq!(watcher.expect_event("substituted").await["seat"], 0);
    // She has it back by coming back, and no clock again.
    let mut ana = Client::connect(server.address, &token).await;
    ana.watch(&table).await;
    watcher.expect_event("returned").await;
    play_to_the_end(std::slice::from_mut(&mut ana), &table).await;
    server.stop().await;
}

#[tokio::test]
async fn with_a_second_person_the_clock_runs() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start_level(server.address, "medium", 1).await;
    let mut wish = config();
    wish.as_object_mut().expect("an object").remove("bots");
    let (table, mut clients, _) = seated_apart(&server, &wish, 2).await;
    // One of them dreams.
    let seat = clients[0].expect_event("substituted").await["seat"].as_u64().expect("a seat");
    let told = times(&clients[0], &table, seat);
    assert!(told.iter().all(|[own, _]| own.is_number()), "{told:?}");
    server.stop().await;
}
