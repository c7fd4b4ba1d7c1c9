//! Three or four at a table of tarok.

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

/// As [`three`], with four players, of whom one calls a king.
pub async fn four(server: &TestServer, options: &Value) -> (String, Vec<Client>, Vec<String>) {
    tables::seated(server, &config_of_four(options), 4).await
}

/// As [`config`], with four players.
pub fn config_of_four(options: &Value) -> Value {
    let mut options = options.clone();
    options["players"] = 4.into();
    config(&options)
}

/// Passes and lets the forehand play `contract`; discards plain cards if it can;
/// any card, but not always the first.
pub fn choose(contract: &str, legal: &[String], moves: usize) -> String {
    let wish = format!("contract:{contract}");
    let plain = |action: &&String| action.starts_with("discard:") && !action.contains(":T");
    let wanted = |action: &&String| **action == "pass" || **action == wish || plain(action);
    legal.iter().find(wanted).unwrap_or(&legal[moves * 7 % legal.len()]).clone()
}

/// As [`choose`], but with something to announce or to raise now and then.
pub fn choose_with_talk(contract: &str, legal: &[String], moves: usize) -> String {
    let said = |word: &&String| word.starts_with("announce:") || word.starts_with("raise:");
    let words: Vec<&String> = legal.iter().filter(said).collect();
    match words.is_empty() || moves % 3 == 1 {
        true => choose(contract, legal, moves),
        false => words[moves * 5 % words.len()].clone(),
    }
}

/// All play `contract` until so many moves have been made, or to the end.
pub async fn play(clients: &mut [Client], table: &str, contract: &str, moves: usize) {
    play_by(clients, table, moves, |legal, before| choose(contract, legal, before)).await;
}
