//! Three at a table of tarok.

use serde_json::Value;

use super::server::TestServer;
use super::{Client, play_by, tables};

/// A table's configuration: people only, quick clock.
pub fn config(options: &Value) -> Value {
    tables::config("tarok", options)
}

/// A new table, its players in the order of their seats, and their tokens.
pub async fn three(server: &TestServer, options: &Value) -> (String, Vec<Client>, Vec<String>) {
    tables::seated(server, &config(options), 3).await
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
    play_by(clients, table, moves, |legal, before| choose(contract, legal, before)).await;
}
