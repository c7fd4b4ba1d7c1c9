//! Tables of guests, whatever they play.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};

use super::Client;
use super::rest::{guest, home, open_table, patient_clock, person, request};
use super::server::TestServer;

/// A table's configuration: people only.
pub fn config(game: &str, options: &Value) -> Value {
    json!({ "game": { "name": game, "options": options }, "clock": patient_clock() })
}

/// A new table, its players in the order of their seats, and their tokens.
pub async fn seated(
    server: &TestServer,
    config: &Value,
    players: u8,
) -> (String, Vec<Client>, Vec<String>) {
    seated_at(server.address, config, players).await
}

/// As [`seated`], at a server of which only the address is known.
pub async fn seated_at(
    address: SocketAddr,
    config: &Value,
    players: u8,
) -> (String, Vec<Client>, Vec<String>) {
    let owner = guest(address, "Opener").await;
    let (table, _) = open_table(address, &owner, config).await;
    let (clients, tokens) = guests_at(address, &table, players).await;
    (table, clients, tokens)
}

/// Guests who take the seats of a table, in their order, and their tokens.
pub async fn guests_at(
    address: SocketAddr,
    table: &str,
    players: u8,
) -> (Vec<Client>, Vec<String>) {
    let (mut clients, mut tokens) = (Vec::new(), Vec::new());
    for seat in 0..players {
        let token = guest(address, &format!("Guest {seat}")).await;
        let mut client = Client::connect(address, &token).await;
        client.sit(table, seat).await;
        clients.push(client);
        tokens.push(token);
    }
    (clients, tokens)
}

/// As [`seated`], with people who have registered, each of a household of their
/// own: [`home`] of the seat.
pub async fn seated_apart(
    server: &TestServer,
    config: &Value,
    players: u8,
) -> (String, Vec<Client>, Vec<String>) {
    static NUMBER: AtomicU32 = AtomicU32::new(1);
    let owner = guest(server.address, "Opener").await;
    let (table, _) = open_table(server.address, &owner, config).await;
    let (mut clients, mut tokens) = (Vec::new(), Vec::new());
    for seat in 0..players {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let token = person(server.address, &format!("Oseba {number}")).await;
        let mut client = Client::connect_from(home(seat), server.address, &token).await;
        client.sit(&table, seat).await;
        clients.push(client);
        tokens.push(token);
    }
    (table, clients, tokens)
}

/// The players of these tokens, connected again.
pub async fn back(address: SocketAddr, table: &str, tokens: &[String]) -> Vec<Client> {
    let mut clients = Vec::new();
    for token in tokens {
        let mut client = Client::connect(address, token).await;
        client.watch(table).await;
        clients.push(client);
    }
    clients
}

/// Commits to these nonces, one for each client, and opens them.
pub async fn shuffle(clients: &mut [Client], table: &str, nonces: &[&str]) {
    for (client, nonce) in clients.iter_mut().zip(nonces) {
        client.seen(table, "committed").await;
        client.commit(table, nonce).await;
    }
    for (client, nonce) in clients.iter_mut().zip(nonces) {
        client.seen(table, "nonces_committed").await;
        client.open(table, nonce).await;
    }
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
