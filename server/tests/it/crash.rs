//! SIGKILL in the middle of many running tables: every acknowledged move is
//! there after the restart, and the games finish.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::Semaphore;

use crate::support::process::Process;
use crate::support::rest::{config, request};
use crate::support::server::database_file;
use crate::support::tables::{back, seated_at, shuffle};
use crate::support::{Client, play_to_the_end, play_until, tablic, tarok};

/// A server on the SQLite file of this folder, which waits so long for nonces.
async fn start(folder: &TempDir, nonce_ms: &str) -> Process {
    let database = format!("sqlite:{}", database_file(folder).display());
    let process = Process::spawn(&database, &["--nonce-ms", nonce_ms], [("", ""); 0]).await;
    process.listens().await;
    process
}

struct Party {
    table: String,
    tokens: Vec<String>,
    clients: Vec<Client>,
    game: Game,
}

#[derive(Clone, Copy)]
enum Game {
    Trset,
    /// Tarok with this contract.
    Tarok(&'static str),
    /// Tablić with so many players.
    Tablic(u8),
}

impl Game {
    /// They take turns, every kind of deal among them.
    fn of(number: usize) -> Self {
        match number % 4 {
            0 | 1 => Self::Trset,
            2 => Self::Tarok(CONTRACTS[number / 4 % CONTRACTS.len()]),
            _ => Self::Tablic([2, 6, 3][number / 4 % 3]),
        }
    }

    fn config(self) -> (u8, serde_json::Value) {
        match self {
            Self::Trset => (2, config("trset", 2)),
            Self::Tarok(_) => (3, tarok::config(&json!({ "deals": 4 }))),
            Self::Tablic(players) => {
                (players, tablic::config(&json!({ "players": players, "target": 31 })))
            }
        }
    }

    /// The number of moves that a table has made when the blow may fall: in
    /// tarok the bidding and a discard come first, in tablić the second
    /// dealing.
    fn under_way(self) -> usize {
        match self {
            Self::Trset => 2,
            Self::Tarok(_) => 5,
            Self::Tablic(players) => 6 * usize::from(players) + 1,
        }
    }
}

impl Party {
    async fn sit(address: SocketAddr, number: usize) -> Self {
        let game = Game::of(number);
        let (players, wish) = game.config();
        let (table, clients, tokens) = seated_at(address, &wish, players).await;
        Self { table, tokens, clients, game }
    }

    async fn play_until(&mut self, moves: usize) {
        let (clients, table) = (&mut self.clients, &self.table);
        match self.game {
            Game::Trset => play_until(clients, table, moves).await,
            Game::Tarok(contract) => tarok::play(clients, table, contract, moves).await,
            Game::Tablic(_) => tablic::play(clients, table, moves).await,
        }
    }
}

/// With talon and discards, with gifts, and without either.
const CONTRACTS: [&str; 3] = ["three", "klop", "solo"];

/// Plays until the connection breaks, and counts each move that was sent.
async fn until_the_blow(client: &mut Client, table: &str, sent: &Semaphore) {
    while client.finished(table).is_none() {
        if client.play_if_due(table).await.is_some() {
            sent.add_permits(1);
        } else if client.try_hear().await.is_none() {
            return;
        }
    }
}

#[tokio::test]
async fn killed_in_mid_play_nothing_acknowledged_is_lost() {
    const TABLES: usize = 25;
    /// Sent by all tables together before the blow: few enough for most deals to go on.
    const MOVES: u32 = 75;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let process = start(&folder, "50").await;
    let mut parties = Vec::new();
    for number in 0..TABLES {
        parties.push(Party::sit(process.address, number).await);
    }
    // Each comes to where the blow may fall; then all play at once until it
    // does, and keep what they were shown.
    let begin = parties.iter_mut().map(|party| party.play_until(party.game.under_way()));
    tokio::time::timeout(Duration::from_secs(60), join_all(begin))
        .await
        .expect("the tables begin to play");
    let sent = Arc::new(Semaphore::new(0));
    let playing: Vec<_> = parties
        .into_iter()
        .map(|mut party| {
            let sent = Arc::clone(&sent);
            tokio::spawn(async move {
                let table = &party.table;
                let clients = party.clients.iter_mut();
                join_all(clients.map(|client| until_the_blow(client, table, &sent))).await;
                party
            })
        })
        .collect();
    let moves = tokio::time::timeout(Duration::from_secs(60), sent.acquire_many(MOVES));
    drop(moves.await.expect("the tables play on").expect("still counted"));
    process.kill().await;
    let mut parties = Vec::new();
    for party in playing {
        parties.push(party.await.expect("a party"));
    }

    let process = start(&folder, "50").await;
    let (mut in_mid_deal, mut of_tarok, mut of_tablic) = (0, 0, 0);
    for party in &mut parties {
        let table = &party.table;
        let seen: Vec<Vec<String>> =
            party.clients.iter().map(|client| client.tables[table].moves.clone()).collect();
        let goes_on = party.clients[0].finished(table).is_none() && !seen[0].is_empty();
        party.clients = back(process.address, table, &party.tokens).await;
        for (client, seen) in party.clients.iter().zip(&seen) {
            let stored = &client.tables[table].moves;
            assert!(stored.starts_with(seen), "shown {seen:?}, stored {stored:?}");
        }
        in_mid_deal += usize::from(goes_on);
        of_tarok += usize::from(goes_on && matches!(party.game, Game::Tarok(_)));
        of_tablic += usize::from(goes_on && matches!(party.game, Game::Tablic(_)));
        party.play_until(usize::MAX).await;
    }
    assert!(in_mid_deal > TABLES / 2, "only {in_mid_deal} tables were hit in mid-deal");
    assert!(of_tarok > TABLES / 8, "only {of_tarok} tables of tarok were hit in mid-deal");
    assert!(of_tablic > TABLES / 8, "only {of_tablic} tables of tablić were hit in mid-deal");
    let (_, games) = request(process.address, "GET", "/api/games?limit=100", None, None).await;
    assert_eq!(games.as_array().expect("a list").len(), TABLES);
    process.kill().await;
}

/// The stage of a shuffle at which the blow falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shuffled {
    Promised,
    OneCommitted,
    AllCommitted,
    OneOpened,
}

/// Two guests at a table whose shuffle has come so far, for certain.
async fn shuffled(address: SocketAddr, far: Shuffled) -> (String, Vec<String>, Vec<Client>) {
    let (table, mut clients, tokens) = seated_at(address, &config("trset", 2), 2).await;
    for (client, nonce) in clients.iter_mut().zip(["hers", "his"]) {
        client.seen(&table, "committed").await;
        if far >= Shuffled::AllCommitted || (far == Shuffled::OneCommitted && nonce == "hers") {
            client.commit(&table, nonce).await;
        }
    }
    if far >= Shuffled::AllCommitted {
        clients[0].seen(&table, "nonces_committed").await;
    }
    if far == Shuffled::OneOpened {
        clients[0].open(&table, "hers").await;
    }
    // Answered in turn: what was said before has been heard.
    clients[0].send(&json!({ "type": "chat", "table": table, "text": "there?" })).await;
    clients[0].expect_event("chat").await;
    (table, tokens, clients)
}

/// A promise made to the players is never dealt after that and never forgotten:
/// it is shown as dropped, and the table goes on.
#[tokio::test]
async fn killed_in_mid_shuffle_the_promise_is_dropped_and_play_goes_on() {
    const ALL: [Shuffled; 4] =
        [Shuffled::Promised, Shuffled::OneCommitted, Shuffled::AllCommitted, Shuffled::OneOpened];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let process = start(&folder, "60000").await;
    let mut tables = Vec::new();
    for far in ALL {
        let (table, tokens, mut clients) = shuffled(process.address, far).await;
        let promised = clients[1].seen(&table, "committed").await;
        tables.push((far, table, tokens, promised, clients));
    }
    process.kill().await;
    let process = start(&folder, "60000").await;
    for (far, table, tokens, promised, before) in tables {
        drop(before);
        let mut clients = back(process.address, &table, &tokens).await;
        let again = clients[0].seen(&table, "committed").await;
        assert_ne!(again["commitment"], promised["commitment"], "{far:?}");
        let dropped = again["dropped"].as_array().expect("a list");
        let [dropped] = dropped.as_slice() else { panic!("{far:?}: {again}") };
        assert_eq!(dropped["commitment"], promised["commitment"], "{far:?}");
        assert_eq!(dropped["reason"], "restart", "{far:?}");
        let was_bound = far >= Shuffled::AllCommitted;
        assert_eq!(!dropped["nonce_hashes"].is_null(), was_bound, "{far:?}: {dropped}");
        shuffle(&mut clients, &table, &["hers again", "his again"]).await;
        let finish = play_to_the_end(&mut clients, &table).await;
        assert_eq!(finish["nonces"], json!(["hers again", "his again"]), "{far:?}");
        let path = format!("/api/games/{}", finish["game"].as_str().expect("a game"));
        let (_, record) = request(process.address, "GET", &path, None, None).await;
        assert_eq!(record["dropped"], again["dropped"], "{far:?}");
    }
    process.kill().await;
}
