//! A table at which actions are refused, and what must not change with that.

use serde_json::{Value, json};

use super::Client;
use super::rest::guest;
use super::server::TestServer;
use super::tables::seated;

/// A table in its first turn, which everybody has heard of.
pub struct Table {
    pub id: String,
    pub clients: Vec<Client>,
    spectator: Client,
}

impl Table {
    pub async fn new(server: &TestServer, config: &Value, players: u8) -> Self {
        let (id, mut clients, _) = seated(server, config, players).await;
        let token = guest(server.address, "Spectator").await;
        let mut spectator = Client::connect(server.address, &token).await;
        spectator.watch(&id).await;
        for client in &mut clients {
            while client.tables[&id].turn.is_none() {
                client.hear_one().await;
            }
        }
        Self { id, clients, spectator }
    }

    /// Everybody hears what has happened; the seat whose turn it is.
    pub async fn turn(&mut self) -> usize {
        let moves = self.clients.iter().map(|c| c.tables[&self.id].moves.len()).max();
        for client in self.clients.iter_mut().chain([&mut self.spectator]) {
            while Some(client.tables[&self.id].moves.len()) < moves {
                client.hear_one().await;
            }
        }
        self.clients[0].tables[&self.id].turn.expect("a turn") as usize
    }

    pub async fn act(&mut self, action: &str) {
        let seat = self.turn().await;
        let client = &mut self.clients[seat];
        let before = client.tables[&self.id].moves.len();
        client.act(&self.id, action).await;
        while client.tables[&self.id].moves.len() == before {
            let message = client.hear_one().await;
            assert_ne!(message["type"], "error", "{action}: {message}");
        }
        self.turn().await;
    }

    /// The table as the spectator is shown it, time apart.
    async fn shown(&mut self) -> Value {
        let mut snapshot = self.spectator.watch(&self.id).await;
        snapshot["deal"]["turn"] = snapshot["deal"]["turn"]["seat"].clone();
        snapshot
    }

    /// Checks that this is refused to the player who has the turn, and the
    /// reason given; returns the error.
    pub async fn refused(&mut self, action: &str, code: &str, rule: &str, hints: &[&str]) -> Value {
        let before = self.shown().await;
        let seat = self.turn().await;
        let client = &mut self.clients[seat];
        client.act(&self.id, action).await;
        let (got, error) = client.expect_error().await;
        assert_eq!(got, code, "{action}: {error}");
        if !rule.is_empty() {
            assert_eq!(error["rule"], rule, "{action}: {error}");
        }
        assert_eq!((&error["of"], &error["table"]), (&json!("act"), &json!(self.id)));
        let words = error["message"].as_str().expect("words");
        for hint in hints {
            assert!(words.contains(hint), "{action}: {words:?} does not say {hint:?}");
        }
        let after = self.shown().await;
        assert_eq!(before, after, "{action} changed the table");
        error
    }

    /// The things that the player who has the turn may do.
    pub async fn legal(&mut self) -> Vec<String> {
        let seat = self.turn().await;
        self.clients[seat].tables[&self.id].legal.clone()
    }

    /// The deal at its start, as a seat was told of it.
    pub fn view(&self, seat: usize) -> &Value {
        let events = &self.clients[seat].tables[&self.id].events;
        let dealt = events.iter().rev().find(|event| event["type"] == "dealt");
        &dealt.expect("a deal")["deal"]["view"]
    }

    /// The cards that a seat was dealt first.
    pub fn hand(&self, seat: usize) -> Vec<String> {
        let hand = self.view(seat)["hand"].as_array().expect("a hand").iter();
        hand.map(|card| card.as_str().expect("a card").to_owned()).collect()
    }
}
