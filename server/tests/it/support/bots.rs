//! House bots of the tests: they take every seat they are asked to and play
//! the first legal action, over the same socket as everybody.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::Client;
use super::server::HOUSE_TOKEN;

/// Bots that play until they are dropped.
pub struct Bots(Vec<JoinHandle<()>>);

impl Drop for Bots {
    fn drop(&mut self) {
        for bot in &self.0 {
            bot.abort();
        }
    }
}

/// Starts so many bots of the level `easy`, each a new account.
pub async fn start(address: SocketAddr, count: usize) -> Bots {
    start_with(address, "easy", count, 1000).await
}

/// Starts so many bots of this level.
pub async fn start_level(address: SocketAddr, level: &str, count: usize) -> Bots {
    start_with(address, level, count, 1000).await
}

/// Starts so many bots of this level, each for so many seats at once.
pub async fn start_with(address: SocketAddr, level: &str, count: usize, seats: u32) -> Bots {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let mut bots = Vec::new();
    for _ in 0..count {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let offer = json!({ "type": "offer", "seats": seats });
        let client = connect(address, &format!("Bot {number}"), level, &offer).await;
        bots.push(tokio::spawn(run(client)));
    }
    Bots(bots)
}

/// Starts a bot of this level that offers itself for tables of these kinds alone.
pub async fn start_for(address: SocketAddr, level: &str, kinds: &[&str]) -> Bots {
    let offer = json!({ "type": "offer", "seats": 1000, "kinds": kinds });
    let client = connect(address, &format!("Bot of {}", kinds.concat()), level, &offer).await;
    Bots(vec![tokio::spawn(run(client))])
}

async fn connect(address: SocketAddr, name: &str, level: &str, offer: &Value) -> Client {
    let hello = json!({
        "type": "hello",
        "protocol": 1,
        "token": HOUSE_TOKEN,
        "house_bot": { "name": name, "level": level },
    });
    let mut client = Client::hello(address, hello).await;
    for table in client.welcome["tables"].as_array().cloned().unwrap_or_default() {
        client.send(&json!({ "type": "watch", "table": table })).await;
    }
    client.send(offer).await;
    client.send(&json!({ "type": "ping", "at": 0 })).await;
    // Once the pong is here, the offer has been read.
    client.expect("pong").await;
    client
}

async fn run(mut client: Client) {
    while let Some(message) = client.try_hear().await {
        match message["type"].as_str() {
            Some("seat_request") => client.send(&sit(&message)).await,
            Some("event" | "snapshot") => {
                let table = message["table"]
                    .as_str()
                    .or(message["snapshot"]["id"].as_str())
                    .expect("a table")
                    .to_owned();
                client.play_if_due(&table).await;
                if message["event"]["type"] == "deal_over" {
                    client.send(&json!({ "type": "ready", "table": table })).await;
                }
            }
            _ => {}
        }
    }
}

fn sit(request: &Value) -> Value {
    json!({
        "type": "sit",
        "table": request["table"],
        "seat": request["seat"],
        "invite": request["invite"],
    })
}
