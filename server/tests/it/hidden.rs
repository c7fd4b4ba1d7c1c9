//! No page and no bot ever receives a card that it must not know.

use std::collections::HashSet;

use serde_json::Value;

use crate::support::rest::{self, config, guest, open_table};
use crate::support::tables::guests_at;
use crate::support::{Client, TestServer, play_to_the_end};

/// Two opponents and a spectator; every frame of each is searched for cards.
#[tokio::test]
async fn frames_name_only_cards_that_their_reader_may_know() {
    for (variant, players) in [("trset", 2), ("kifameno", 3), ("trset", 4)] {
        let server = TestServer::start(&[]).await;
        let owner = guest(server.address, "Spectator").await;
        let (table, _) = open_table(server.address, &owner, &config(variant, players)).await;
        let mut spectator = Client::connect(server.address, &owner).await;
        spectator.watch(&table).await;
        let (mut clients, _) = guests_at(server.address, &table, players).await;
        play_to_the_end(&mut clients, &table).await;
        while spectator.finished(&table).is_none() {
            spectator.hear_one().await;
        }
        let game = clients[0].tables[&table].game.clone().unwrap();
        let (_, record) =
            rest::request(server.address, "GET", &format!("/api/games/{game}"), None, None).await;
        for (seat, client) in clients.iter().enumerate() {
            check(&client.frames, &record, Some(seat));
        }
        check(&spectator.frames, &record, None);
        server.stop().await;
    }
}

/// Reads the frames in order and knows after each what has become public.
fn check(frames: &[String], record: &Value, seat: Option<usize>) {
    let mut known: HashSet<String> = HashSet::new();
    if let Some(seat) = seat {
        known.extend(cards_in(&record["cards"]["hands"][seat]));
    }
    let mut over = false;
    let mut checked = 0;
    for frame in frames {
        let message: Value = serde_json::from_str(frame).unwrap();
        let event = &message["event"];
        // The cards that an action makes public: the card itself and cards
        // drawn.
        if event["type"] == "moved" {
            known.extend(cards_in(&event["action"]));
            known.extend(cards_in(&event["events"]));
        }
        over |= event["type"] == "deal_over";
        if over {
            continue;
        }
        for card in cards_in(&message) {
            assert!(known.contains(&card), "{card} was told to {seat:?} too early: {frame}");
            checked += 1;
        }
        assert!(!frame.contains("secret"), "{frame}");
    }
    assert!(checked > 40, "only {checked} cards were looked at");
    assert!(over, "the deal was followed to its end");
}

/// Every text in the message that is a card.
fn cards_in(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) if text.parse::<vzetek_trset::Card>().is_ok() => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(cards_in).collect(),
        Value::Object(fields) => fields.values().flat_map(cards_in).collect(),
        _ => Vec::new(),
    }
}
