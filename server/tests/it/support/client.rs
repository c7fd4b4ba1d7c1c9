//! A client that follows tables and checks what every client may rely on:
//! numbers without gaps, legal actions for the player to move only.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use vzetek_client::Socket;
use vzetek_game::fair::NonceHash;

use super::rest::{HERE, connection};

/// The time that a test waits for a message before it fails.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    socket: Socket,
    pub welcome: Value,
    pub tables: HashMap<String, Followed>,
    /// Every text received, as it came.
    pub frames: Vec<String>,
}

/// A client's knowledge of a table.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    pub seq: u64,
    pub epoch: String,
    pub you: Option<u64>,
    pub legal: Vec<String>,
    /// The seat whose turn it is.
    pub turn: Option<u64>,
    /// The turn as it was told last, by a snapshot or an event.
    pub told_turn: Value,
    pub moves: Vec<String>,
    pub game: Option<String>,
    pub finish: Option<Value>,
    pub score: Value,
    pub events: Vec<Value>,
}

impl Client {
    /// Connects and says hello with a token.
    pub async fn connect(address: SocketAddr, token: &str) -> Self {
        Self::hello(address, json!({ "type": "hello", "protocol": 1, "token": token })).await
    }

    /// Connects from this address, and says hello with a token.
    pub async fn connect_from(from: IpAddr, address: SocketAddr, token: &str) -> Self {
        let hello = json!({ "type": "hello", "protocol": 1, "token": token });
        Self::hello_from(from, address, hello).await
    }

    /// Connects through a proxy that names the client's address, and says hello
    /// with a token.
    pub async fn connect_for(client: IpAddr, address: SocketAddr, token: &str) -> Self {
        let mut upgrade = format!("ws://{address}/ws").into_client_request().expect("a request");
        let forwarded = client.to_string().parse().expect("a header");
        upgrade.headers_mut().insert("x-forwarded-for", forwarded);
        let hello = json!({ "type": "hello", "protocol": 1, "token": token });
        Self::greet(upgrade, connection(address, HERE).await, hello).await
    }

    /// Connects and says this hello, which must be welcome.
    pub async fn hello(address: SocketAddr, hello: Value) -> Self {
        Self::hello_from(HERE, address, hello).await
    }

    async fn hello_from(from: IpAddr, address: SocketAddr, hello: Value) -> Self {
        Self::greet(format!("ws://{address}/ws"), connection(address, from).await, hello).await
    }

    async fn greet(
        upgrade: impl IntoClientRequest + Unpin,
        stream: TcpStream,
        hello: Value,
    ) -> Self {
        let socket = Socket::over(stream, upgrade).await.expect("a socket");
        let mut client =
            Self { socket, welcome: Value::Null, tables: HashMap::new(), frames: Vec::new() };
        client.send(&hello).await;
        client.welcome = client.hear_one().await;
        assert_eq!(client.welcome["type"], "welcome", "{}", client.welcome);
        client
    }

    pub async fn send(&mut self, message: &Value) {
        self.send_text(message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: String) {
        self.socket.send_text(text.into()).await.expect("the connection is there");
    }

    /// The next message; follows it.
    pub async fn hear_one(&mut self) -> Value {
        self.try_hear().await.expect("the connection is there")
    }

    /// The next message, or `None` when the connection is closed.
    pub async fn try_hear(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.receive_text()).await;
            match next.expect("a message within the patience of the test") {
                Ok(Some(text)) => {
                    self.frames.push(text.to_string());
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    self.follow(&message);
                    return Some(message);
                }
                Ok(None) => {}
                Err(_) => return None,
            }
        }
    }

    /// Hears messages until one of this type comes.
    pub async fn expect(&mut self, of_type: &str) -> Value {
        loop {
            let message = self.hear_one().await;
            if message["type"] == of_type {
                return message;
            }
        }
    }

    /// Hears messages until an event of this type comes from a table.
    pub async fn expect_event(&mut self, of_type: &str) -> Value {
        loop {
            let message = self.expect("event").await;
            if message["event"]["type"] == of_type {
                return message["event"].clone();
            }
        }
    }

    /// Hears messages until an error comes; its code.
    pub async fn expect_error(&mut self) -> (String, Value) {
        let error = self.expect("error").await;
        (error["code"].as_str().expect("a code").to_owned(), error)
    }

    pub async fn sit(&mut self, table: &str, seat: u8) {
        self.send(&json!({ "type": "sit", "table": table, "seat": seat })).await;
        loop {
            let message = self.hear_one().await;
            assert_ne!(message["type"], "error", "{message}");
            if message["type"] == "snapshot" {
                return;
            }
        }
    }

    pub async fn watch(&mut self, table: &str) -> Value {
        self.send(&json!({ "type": "watch", "table": table })).await;
        self.expect("snapshot").await["snapshot"].clone()
    }

    pub async fn act(&mut self, table: &str, action: &str) {
        let seq = self.tables[table].seq;
        self.send(&json!({ "type": "act", "table": table, "seq": seq, "action": action })).await;
    }

    /// Commits to a nonce for the promised shuffle.
    pub async fn commit(&mut self, table: &str, nonce: &str) {
        let hash = NonceHash::of(nonce).to_string();
        self.send(&json!({ "type": "nonce_hash", "table": table, "hash": hash })).await;
    }

    /// Opens a nonce.
    pub async fn open(&mut self, table: &str, nonce: &str) {
        self.send(&json!({ "type": "nonce", "table": table, "nonce": nonce })).await;
    }

    /// The last event of this type since the table was shown, or the next one.
    pub async fn seen(&mut self, table: &str, of_type: &str) -> Value {
        let seen = self.tables[table].events.iter().rev().find(|event| event["type"] == of_type);
        match seen {
            Some(event) => event.clone(),
            None => self.expect_event(of_type).await,
        }
    }

    /// Plays the first legal action if it is this client's turn.
    pub async fn play_if_due(&mut self, table: &str) -> Option<String> {
        let action = self.tables.get(table)?.legal.first()?.clone();
        // Whatever comes next shows whether it was accepted.
        self.tables.get_mut(table)?.legal.clear();
        let seq = self.tables[table].seq;
        let message = json!({ "type": "act", "table": table, "seq": seq, "action": action });
        // A server that is gone is noticed when its next message is awaited.
        let _ = self.socket.send_text(message.to_string().into()).await;
        Some(action)
    }

    /// Returns the end of the deal at a table, once it is over.
    pub fn finished(&self, table: &str) -> Option<Value> {
        self.tables.get(table)?.finish.clone()
    }

    /// Hears until the client is told that it must act.
    pub async fn wait_for_turn(&mut self, table: &str) -> Vec<String> {
        while self.tables.get(table).is_none_or(|t| t.legal.is_empty()) {
            self.hear_one().await;
        }
        self.tables[table].legal.clone()
    }

    pub async fn close(self) {
        self.socket.close().await;
    }

    fn follow(&mut self, message: &Value) {
        match message["type"].as_str() {
            Some("snapshot") => {
                let snapshot = &message["snapshot"];
                let id = snapshot["id"].as_str().expect("an id").to_owned();
                let deal = &snapshot["deal"];
                let followed = Followed {
                    seq: snapshot["seq"].as_u64().expect("a number"),
                    epoch: snapshot["epoch"].as_str().expect("an epoch").to_owned(),
                    you: snapshot["you"].as_u64(),
                    game: deal["game"].as_str().map(str::to_owned),
                    moves: deal["moves"]
                        .as_array()
                        .map(|moves| moves.iter().map(|m| text(&m["action"])).collect())
                        .unwrap_or_default(),
                    finish: Some(deal["finish"].clone()).filter(|finish| !finish.is_null()),
                    score: snapshot["score"].clone(),
                    ..Followed::default()
                };
                self.tables.insert(id.clone(), followed);
                self.take_turn(&id, &deal["turn"]);
            }
            Some("event") => self.follow_event(message),
            Some("turn") => {
                let id = message["table"].as_str().expect("a table").to_owned();
                // One that was started anew remembers no table.
                if let Some(table) = self.tables.get(&id) {
                    assert_eq!(message["seq"], table.seq, "{message}");
                    self.take_turn(&id, &message["turn"]);
                }
            }
            _ => {}
        }
    }

    fn follow_event(&mut self, message: &Value) {
        let id = message["table"].as_str().expect("a table").to_owned();
        let event = &message["event"];
        let Some(table) = self.tables.get_mut(&id) else {
            panic!("an event of a table that was never shown: {message}");
        };
        let seq = message["seq"].as_u64().expect("a number");
        assert_eq!(seq, table.seq + 1, "a gap before {message}");
        table.seq = seq;
        table.events.push(event.clone());
        match event["type"].as_str() {
            Some("dealt") => {
                let deal = &event["deal"];
                table.game = deal["game"].as_str().map(str::to_owned);
                table.finish = None;
                table.moves.clear();
                self.take_turn(&id, &deal["turn"]);
            }
            Some("moved") => {
                table.moves.push(text(&event["action"]));
                self.take_turn(&id, &event["turn"]);
            }
            Some("substituted" | "returned") if !event["turn"].is_null() => {
                self.take_turn(&id, &event["turn"]);
            }
            Some("deal_over") => {
                table.finish = Some(event["finish"].clone());
                table.score = event["finish"]["score"].clone();
            }
            _ => {}
        }
    }

    fn take_turn(&mut self, id: &str, turn: &Value) {
        let table = self.tables.get_mut(id).expect("a known table");
        table.turn = turn["seat"].as_u64();
        table.told_turn = turn.clone();
        let decision = &turn["decision"];
        let told = if decision.is_null() { turn } else { decision };
        table.legal = told["legal"]
            .as_array()
            .map(|legal| legal.iter().map(text).collect())
            .unwrap_or_default();
        if table.turn != table.you {
            assert!(table.legal.is_empty(), "told what another may do: {turn}");
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
