//! Players whose connection breaks and who come back, and seats that are not free.

use serde_json::{Value, json};

use crate::support::rest::{guest, open_table, request};
use crate::support::tables::{config, seated};
use crate::support::{Client, TestServer, bots, play_to_the_end};

/// A table for two with an easy bot.
fn with_a_bot(grace_ms: u32) -> Value {
    json!({
        "game": { "name": "trset", "options": { "players": 2 } },
        "clock": { "move_ms": 60_000, "bank_ms": 0, "grace_ms": grace_ms },
        "bots": "easy",
    })
}

#[tokio::test]
async fn whoever_must_act_and_comes_back_by_number_is_told_the_turn_again() {
    let server = TestServer::start(&[]).await;
    let wish = config("trset", &json!({ "players": 2 }));
    let (table, clients, tokens) = seated(&server, &wish, 2).await;
    let [mut ana, mut bor] = <[Client; 2]>::try_from(clients).ok().expect("two");
    for client in [&mut ana, &mut bor] {
        while client.tables[&table].turn.is_none() {
            client.hear_one().await;
        }
    }
    let [(due, due_token), (other, other_token)] = if ana.tables[&table].legal.is_empty() {
        [(bor, &tokens[1]), (ana, &tokens[0])]
    } else {
        [(ana, &tokens[0]), (bor, &tokens[1])]
    };
    // A program that was started anew knows where it was, and nothing else.
    let known = due.tables[&table].clone();
    let since = json!({ "epoch": known.epoch, "seq": known.seq });
    let ask = json!({ "type": "watch", "table": table, "since": since });
    let mut back = Client::connect(server.address, due_token).await;
    back.send(&ask).await;
    let turn = back.hear_one().await;
    assert_eq!((turn["type"].as_str(), &turn["table"]), (Some("turn"), &json!(table)), "{turn}");
    assert_eq!(turn["turn"]["seat"], json!(known.you));
    assert_eq!(turn["turn"]["legal"], json!(known.legal));
    let act =
        json!({ "type": "act", "table": table, "seq": turn["seq"], "action": known.legal[0] });
    // The player who waits for the other is told nothing.
    let mut waits = Client::connect(server.address, other_token).await;
    waits.send(&ask).await;
    waits.send(&json!({ "type": "watch", "table": table })).await;
    assert_eq!(waits.hear_one().await["type"], "snapshot");
    back.send(&act).await;
    let mut other = other;
    assert_eq!(other.expect_event("moved").await["action"], known.legal[0].as_str());
    server.stop().await;
}

#[tokio::test]
async fn who_comes_back_in_time_plays_on() {
    // The only person among bots is substituted at once.
    let server = TestServer::start(&["--alone-s", "0"]).await;
    let _bots = bots::start(server.address, 3).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &with_a_bot(300)).await;
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
    back.wait_for_turn(&table).await;
    server.stop().await;
}

#[tokio::test]
async fn strangers_do_not_sit_at_a_demo_table() {
    let server = TestServer::start(&["--demo-tables", "1"]).await;
    let mut ana = Client::connect(server.address, &guest(server.address, "Ana").await).await;
    ana.send(&json!({ "type": "lobby", "on": true })).await;
    let table = loop {
        let lobby = ana.hear_one().await;
        if let Some(table) =
            lobby["tables"][0]["table"].as_str().or(lobby["tables"][0]["id"].as_str())
        {
            break table.to_owned();
        }
    };
    ana.watch(&table).await;
    ana.send(&json!({ "type": "sit", "table": table, "seat": 0 })).await;
    assert_eq!(ana.expect_error().await.0, "forbidden");
    // With fewer asked for, those there are too many of are gone.
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, &["--demo-tables", "0"]).await;
    let (status, lobby) = request(server.address, "GET", "/api/tables", None, None).await;
    assert_eq!((status, lobby), (200, json!([])));
    server.stop().await;
}

#[tokio::test]
async fn tables_without_a_free_bot_are_told_and_served_in_turn() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start_with(server.address, "easy", 1, 1).await;
    let mut parties = Vec::new();
    for number in 0..3 {
        let token = guest(server.address, &format!("Guest {number}")).await;
        let (table, _) = open_table(server.address, &token, &with_a_bot(60_000)).await;
        let mut client = Client::connect(server.address, &token).await;
        client.sit(&table, 0).await;
        if number == 0 {
            assert_eq!(client.expect_event("seated").await["player"]["kind"], "bot");
        } else {
            assert_eq!(client.expect_event("awaiting_bots").await["awaiting"], true);
            assert_eq!(client.watch(&table).await["awaiting_bots"], true);
        }
        parties.push((table, client));
    }
    let [(first, mut ana), (second, mut bor), (_, mut vid)] =
        <[_; 3]>::try_from(parties).ok().expect("three");
    // The bot plays a deal to its end, and is free.
    let served = async |table: &str, from: &mut Client, next: &mut Client| {
        play_to_the_end(std::slice::from_mut(from), table).await;
        from.send(&json!({ "type": "leave", "table": table })).await;
        assert_eq!(next.expect_event("awaiting_bots").await["awaiting"], false);
        assert_eq!(next.expect_event("seated").await["player"]["kind"], "bot");
    };
    served(&first, &mut ana, &mut bor).await;
    let waits = vid.tables.values().next().expect("a table").events.clone();
    assert!(!waits.iter().any(|event| event["type"] == "seated"), "{waits:?}");
    served(&second, &mut bor, &mut vid).await;
    server.stop().await;
}
