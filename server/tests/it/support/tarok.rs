//! Three at a table of tarok.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::Client;
use super::rest::{guest, open_table, request};
use super::server::TestServer;

/// A table's configuration: people only, quick clock.
pub fn config(options: &Value) -> Value {
    json!({
        "game": { "name": "tarok", "options": options },
        "clock": { "move_ms": 20_000, "bank_ms": 10_000, "grace_ms": 10_000 },
    })
}

/// A new table, its players in the order of their seats, and their tokens.
pub async fn three(server: &TestServer, options: &Value) -> (String, Vec<Client>, Vec<String>) {
    let owner = guest(server.address, "Opener").await;
    let (table, _) = open_table(server.address, &owner, &config(options)).await;
    let (mut clients, mut tokens) = (Vec::new(), Vec::new());
    for seat in 0..3 {
        let token = guest(server.address, &format!("Guest {seat}")).await;
        let mut client = Client::connect(server.address, &token).await;
        client.sit(&table, seat).await;
        clients.push(client);
        tokens.push(token);
    }
    (table, clients, tokens)
}

/// Passes and lets the forehand play `contract`; discards plain cards if it can;
/// any card, but not always the first.
pub fn choose(contract: &str, legal: &[String], moves: usize) -> String {
    let wish = format!("contract:{contract}");
    let plain = |action: &&String| action.starts_with("discard:") && !action.contains(":T");
    let wanted = |action: &&String| **action == "pass" || **action == wish || plain(action);
    legal.iter().find(wanted).unwrap_or(&legal[moves * 7 % legal.len()]).clone()
}

/// All play `contract` until so many moves have been made, or to the end.
pub async fn play(clients: &mut [Client], table: &str, contract: &str, moves: usize) {
    let play = async |client: &mut Client| loop {
        let followed = &client.tables[table];
        if followed.finish.is_some() || followed.moves.len() >= moves {
            return;
        }
        match followed.legal.as_slice() {
            [] => _ = client.hear_one().await,
            legal => {
                let action = choose(contract, legal, followed.moves.len());
                client.act(table, &action).await;
                client.tables.get_mut(table).expect("known").legal.clear();
            }
        }
    };
    join_all(clients.iter_mut().map(play)).await;
}

/// All want the next deal and hear of it.
pub async fn next_deal(clients: &mut [Client], table: &str) {
    for client in clients.iter_mut() {
        client.send(&json!({ "type": "ready", "table": table })).await;
    }
    for client in clients {
        client.expect_event("dealt").await;
    }
}

/// The finished deal as the archive has it.
pub async fn record(server: &TestServer, game: &str) -> Value {
    let path = format!("/api/games/{game}");
    let (status, record) = request(server.address, "GET", &path, None, None).await;
    assert_eq!(status, 200, "{record}");
    record
}
