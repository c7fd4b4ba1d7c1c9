//! SIGKILL in the middle of many running tables: every acknowledged move is
//! there after the restart, and the games finish.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::process::{Child, Command};

use crate::support::rest::{config, guest, open_table, request};
use crate::support::tarok;
use crate::support::{Client, play_until};

/// A server process of its own, killed when dropped.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    async fn start(folder: &Path, address: SocketAddr) -> Self {
        let database = format!("sqlite:{}", folder.join("vzetek.sqlite").display());
        let child = Command::new(env!("CARGO_BIN_EXE_vzetek-server"))
            .args(["--listen", &address.to_string(), "--database", &database])
            .args(["--requests-per-second", "100000", "--nonce-ms", "50"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let started = Instant::now();
        while tokio::net::TcpStream::connect(address).await.is_err() {
            assert!(started.elapsed() < Duration::from_secs(20), "the server does not listen");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Self { child, address }
    }

    /// SIGKILL: no chance to write anything more.
    async fn kill(mut self) {
        self.child.kill().await.expect("it was running");
    }
}

async fn free_address() -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    listener.local_addr().expect("an address")
}

struct Party {
    table: String,
    tokens: Vec<String>,
    clients: Vec<Client>,
    /// The contract, at a table of tarok.
    contract: Option<&'static str>,
}

impl Party {
    async fn sit(address: SocketAddr, number: usize) -> Self {
        let contract = (number % 3 == 2).then(|| CONTRACTS[number / 3 % CONTRACTS.len()]);
        let (players, wish) = match contract {
            None => (2, config("trset", 2)),
            Some(_) => (3, tarok::config(&serde_json::json!({ "deals": 4 }))),
        };
        let (mut tokens, mut clients) = (Vec::new(), Vec::new());
        for _ in 0..players {
            tokens.push(guest(address, "Ana").await);
        }
        let (table, _) = open_table(address, &tokens[0], &wish).await;
        for (seat, token) in tokens.iter().enumerate() {
            let mut client = Client::connect(address, token).await;
            client.sit(&table, seat as u8).await;
            clients.push(client);
        }
        Self { table, tokens, clients, contract }
    }

    async fn play_until(&mut self, moves: usize) {
        match self.contract {
            None => play_until(&mut self.clients, &self.table, moves).await,
            Some(contract) => tarok::play(&mut self.clients, &self.table, contract, moves).await,
        }
    }
}

/// With talon and discards, with gifts, and without either.
const CONTRACTS: [&str; 3] = ["three", "klop", "solo"];

/// Plays until the connection breaks, not so fast that the deal is over first.
async fn until_the_blow(client: &mut Client, table: &str) {
    while client.finished(table).is_none() {
        tokio::time::sleep(Duration::from_millis(15)).await;
        if client.play_if_due(table).await.is_none() && client.try_hear().await.is_none() {
            return;
        }
    }
}

#[tokio::test]
async fn killed_in_mid_play_nothing_acknowledged_is_lost() {
    const TABLES: usize = 25;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let address = free_address().await;
    let process = Process::start(folder.path(), address).await;
    let mut parties = Vec::new();
    for number in 0..TABLES {
        parties.push(Party::sit(address, number).await);
    }
    // All play at once until the blow falls; each keeps what it was shown.
    let under_way = Arc::new(AtomicUsize::new(0));
    let playing: Vec<_> = parties
        .into_iter()
        .map(|mut party| {
            let under_way = under_way.clone();
            tokio::spawn(async move {
                // At a table of tarok the bidding and a discard come first.
                party.play_until(if party.contract.is_some() { 5 } else { 2 }).await;
                under_way.fetch_add(1, Ordering::Relaxed);
                let table = &party.table;
                let clients = party.clients.iter_mut();
                join_all(clients.map(|client| until_the_blow(client, table))).await;
                party
            })
        })
        .collect();
    // How long that takes depends on what else the machine does.
    let started = Instant::now();
    while under_way.load(Ordering::Relaxed) < TABLES * 4 / 5 {
        assert!(started.elapsed() < Duration::from_secs(60), "the tables do not begin to play");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    process.kill().await;
    let mut parties = Vec::new();
    for party in playing {
        parties.push(party.await.expect("a party"));
    }

    let process = Process::start(folder.path(), address).await;
    let (mut in_mid_deal, mut of_tarok) = (0, 0);
    for party in &mut parties {
        let table = &party.table;
        let seen: Vec<Vec<String>> =
            party.clients.iter().map(|client| client.tables[table].moves.clone()).collect();
        let goes_on = party.clients[0].finished(table).is_none() && !seen[0].is_empty();
        party.clients.clear();
        for (token, seen) in party.tokens.iter().zip(&seen) {
            let mut client = Client::connect(process.address, token).await;
            client.watch(table).await;
            let stored = &client.tables[table].moves;
            assert!(stored.starts_with(seen), "shown {seen:?}, stored {stored:?}");
            party.clients.push(client);
        }
        in_mid_deal += usize::from(goes_on);
        of_tarok += usize::from(goes_on && party.contract.is_some());
        party.play_until(usize::MAX).await;
    }
    assert!(in_mid_deal > TABLES / 2, "only {in_mid_deal} tables were hit in mid-deal");
    assert!(of_tarok > TABLES / 6, "only {of_tarok} tables of tarok were hit in mid-deal");
    let (_, games) = request(address, "GET", "/api/games?limit=100", None, None).await;
    assert_eq!(games.as_array().expect("a list").len(), TABLES);
    process.kill().await;
}
