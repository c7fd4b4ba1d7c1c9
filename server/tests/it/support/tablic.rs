//! Some at a table of tablić.

use serde_json::Value;

use super::server::TestServer;
use super::{Client, play_by, tables};

/// A table's configuration: people only, quick clock.
pub fn config(options: &Value) -> Value {
    tables::config("tablic", options)
}

/// A new table, its players in the order of their seats, and their tokens.
pub async fn seated(server: &TestServer, options: &Value) -> (String, Vec<Client>, Vec<String>) {
    let players = options["players"].as_u64().expect("a number of players") as u8;
    tables::seated(server, &config(options), players).await
}

/// Captures whenever it can, but not always the same.
pub fn choose(legal: &[String], moves: usize) -> String {
    let captures: Vec<&String> = legal.iter().filter(|action| action.contains('x')).collect();
    match captures.as_slice() {
        [] => legal[moves * 7 % legal.len()].clone(),
        captures => captures[moves * 5 % captures.len()].clone(),
    }
}

/// All play until so many moves have been made, or to the end.
pub async fn play(clients: &mut [Client], table: &str, moves: usize) {
    play_by(clients, table, moves, choose).await;
}
