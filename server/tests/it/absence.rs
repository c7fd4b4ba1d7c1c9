//! Players who run out of time, stay away, leave, and come back.

use serde_json::{Value, json};

use crate::support::rest::{guest, open_table};
use crate::support::{Client, TestServer, bots, play_to_the_end};

fn config(players: u8, move_ms: u32, bank_ms: u32, grace_ms: u32) -> Value {
    json!({
        "game": { "name": "trset", "options": { "players": players } },
        "clock": { "move_ms": move_ms, "bank_ms": bank_ms, "grace_ms": grace_ms },
        "bots": "easy",
    })
}

#[tokio::test]
async fn who_runs_out_of_time_is_played_for_and_may_come_back() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 3).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config(2, 500, 300, 60_000)).await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 0).await;
    ana.wait_for_turn(&table).await;
    // She dreams; the bank runs out as well.
    let substituted = ana.expect_event("substituted").await;
    assert_eq!(substituted["seat"], 0);
    let moved = loop {
        let moved = ana.expect_event("moved").await;
        if moved["seat"] == 0 {
            break moved;
        }
    };
    assert_eq!(moved["by"], "substitute", "a bot plays for her");
    ana.send(&json!({ "type": "return", "table": table })).await;
    assert_eq!(ana.expect_event("returned").await["seat"], 0);
    ana.wait_for_turn(&table).await;
    ana.play_if_due(&table).await;
    let moved = loop {
        let moved = ana.expect_event("moved").await;
        if moved["seat"] == 0 && moved["by"] == "player" {
            break moved;
        }
    };
    assert_eq!(moved["by"], "player");
    let finish = play_to_the_end(std::slice::from_mut(&mut ana), &table).await;
    assert_eq!(finish["forfeited"], json!([false, false]));
    server.stop().await;
}

#[tokio::test]
async fn who_stays_away_past_the_grace_time_is_played_for_and_loses() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 4).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config(3, 20_000, 0, 100)).await;
    let mut ana = Client::connect(server.address, &token).await;
    let mut watcher = Client::connect(server.address, &guest(server.address, "W").await).await;
    ana.sit(&table, 0).await;
    watcher.watch(&table).await;
    ana.wait_for_turn(&table).await;
    ana.close().await;
    let gone = watcher.expect_event("connection").await;
    assert_eq!((gone["seat"].clone(), gone["connected"].clone()), (json!(0), json!(false)));
    watcher.expect_event("substituted").await;
    let over = watcher.expect_event("deal_over").await;
    assert_eq!(over["finish"]["forfeited"], json!([true, false, false]));
    assert_eq!(over["finish"]["won"][0], false);
    assert!(over["finish"]["won"].as_array().unwrap().contains(&json!(true)));
    assert_eq!(over["finish"]["match_won"], over["finish"]["won"], "nobody waits for her");
    watcher.expect_event("closed").await;
    server.stop().await;
}

#[tokio::test]
async fn who_comes_back_in_time_plays_on() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 3).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config(2, 20_000, 0, 300)).await;
    let mut ana = Client::connect(server.address, &token).await;
    let mut watcher = Client::connect(server.address, &guest(server.address, "W").await).await;
    ana.sit(&table, 0).await;
    watcher.watch(&table).await;
    ana.wait_for_turn(&table).await;
    ana.close().await;
    watcher.expect_event("substituted").await;
    let mut back = Client::connect(server.address, &token).await;
    assert_eq!(back.welcome["tables"], json!([table]), "told where she sits");
    back.watch(&table).await;
    watcher.expect_event("returned").await;
    let finish = play_to_the_end(std::slice::from_mut(&mut back), &table).await;
    assert_eq!(finish["forfeited"], json!([false, false]));
    server.stop().await;
}

#[tokio::test]
async fn who_leaves_loses_and_the_others_finish() {
    let server = TestServer::start(&[]).await;
    let ana_token = guest(server.address, "Ana").await;
    let bor_token = guest(server.address, "Bor").await;
    let mut wish = config(2, 20_000, 0, 60_000);
    wish.as_object_mut().unwrap().remove("bots");
    wish["game"]["options"]["target"] = json!(51);
    // No bots are asked for, and of the substitutes' own level there are none:
    // the server plays for her itself.
    let (table, _) = open_table(server.address, &ana_token, &wish).await;
    let mut ana = Client::connect(server.address, &ana_token).await;
    let mut bor = Client::connect(server.address, &bor_token).await;
    ana.sit(&table, 0).await;
    bor.sit(&table, 1).await;
    while ana.tables[&table].turn.is_none() {
        ana.hear_one().await;
    }
    ana.send(&json!({ "type": "leave", "table": table })).await;
    bor.expect_event("substituted").await;
    while bor.tables[&table].moves.len() < 2 {
        if bor.play_if_due(&table).await.is_none() {
            bor.hear_one().await;
        }
    }
    let of_ana: Vec<_> = bor.tables[&table]
        .events
        .iter()
        .filter(|event| event["type"] == "moved" && event["seat"] == 0)
        .collect();
    assert!(of_ana.iter().all(|moved| moved["by"] == "server"), "{of_ana:?}");
    assert!(!of_ana.is_empty());
    server.stop().await;
}

#[tokio::test]
async fn a_substitute_that_breaks_down_is_replaced() {
    let server = TestServer::start(&[]).await;
    let _opponent = bots::start(server.address, 1).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config(2, 500, 0, 60_000)).await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 0).await;
    ana.wait_for_turn(&table).await;
    let first = bots::start(server.address, 1).await;
    let who = |event: Value| event["substitute"]["player"]["id"].clone();
    let mut substitutes = Vec::new();
    let (mut first, mut second) = (Some(first), None);
    while substitutes.len() < 2 {
        let bot = who(ana.expect_event("substituted").await);
        if bot.is_null() || substitutes.contains(&bot) {
            continue;
        }
        substitutes.push(bot);
        if let Some(broken) = first.take() {
            drop(broken);
            // The old one is noticed to be gone before the new one is asked.
            assert!(who(ana.expect_event("substituted").await).is_null());
            second = Some(bots::start(server.address, 1).await);
        }
    }
    assert!(second.is_some(), "the second bot played until here");
    assert_ne!(substitutes[0], substitutes[1]);
    server.stop().await;
}
