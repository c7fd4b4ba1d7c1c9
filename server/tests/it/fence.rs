//! A server that has lost its claim on the database, and does not know it yet,
//! can store nothing more, and so shows nothing more: the next one goes on from
//! the very last move that anybody saw.

use std::time::Duration;

use futures_util::future::join_all;
use sqlx::{Connection as _, PgConnection};

use crate::support::postgres::Postgres;
use crate::support::process::{Process, until};
use crate::support::rest::config;
use crate::support::server::database_file;
use crate::support::tables::{back, seated_at};
use crate::support::{Client, play_to_the_end};

const TABLES: usize = 4;
const ROUNDS: usize = 3;

/// Two players at a table, wherever that is.
struct Party {
    table: String,
    tokens: Vec<String>,
    clients: Vec<Client>,
}

impl Party {
    async fn sit(process: &Process) -> Self {
        let (table, clients, tokens) = seated_at(process.address, &config("trset", 2), 2).await;
        Self { table, tokens, clients }
    }

    /// Plays until the server is gone, not so fast that the deal is over first.
    async fn play_on(mut self) -> Self {
        let play = async |client: &mut Client| loop {
            if client.play_if_due(&self.table).await.is_none() {
                match client.try_hear().await {
                    Some(message) => assert_ne!(message["code"], "internal", "{message}"),
                    None => return,
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        join_all(self.clients.iter_mut().map(play)).await;
        self
    }

    /// Finds all that was shown at the next server, and plays to the end there.
    async fn go_on_at(mut self, next: &Process) {
        let shown: Vec<_> =
            self.clients.drain(..).map(|client| client.tables[&self.table].moves.clone()).collect();
        self.clients = back(next.address, &self.table, &self.tokens).await;
        for (client, shown) in self.clients.iter().zip(&shown) {
            let stored = &client.tables[&self.table].moves;
            assert!(stored.starts_with(shown), "shown {shown:?}, stored {stored:?}");
        }
        play_to_the_end(&mut self.clients, &self.table).await;
    }
}

/// The first has been fenced off: it has ended by itself, and said why.
async fn is_over(first: Process) {
    let (status, said) = first.end().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("the database is another server's now"), "{said}");
}

/// The sessions that hold the claim or wait for it.
async fn claims(connection: &mut PgConnection) -> Vec<i32> {
    sqlx::query_scalar("SELECT pid FROM pg_stat_activity WHERE application_name = 'vzetek claim'")
        .fetch_all(connection)
        .await
        .expect("an answer")
}

#[tokio::test]
async fn on_postgres() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let mut other = PgConnection::connect(&database).await.expect("a connection");
    let mut first = Process::start(&database).await;
    for _ in 0..ROUNDS {
        let mut parties = Vec::new();
        for _ in 0..TABLES {
            parties.push(Party::sit(&first).await);
        }
        let of_first = claims(&mut other).await;
        let second = Process::spawn(&database, &[], [("", ""); 0]).await;
        let mut of_second = None;
        until("the second waits for the claim", async || {
            let all = claims(&mut other).await;
            of_second = all.into_iter().find(|pid| !of_first.contains(pid));
            of_second.is_some()
        })
        .await;
        let playing: Vec<_> =
            parties.into_iter().map(|party| tokio::spawn(party.play_on())).collect();
        // The first may be back before the second looks, and then loses it again.
        until("the second has the claim", async || {
            let has_it: bool = sqlx::query_scalar(
                "SELECT EXISTS (SELECT 1 FROM pg_locks \
                                 WHERE locktype = 'advisory' AND granted AND pid = $1)",
            )
            .bind(of_second)
            .fetch_one(&mut other)
            .await
            .expect("an answer");
            if !has_it {
                let end = sqlx::query(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                      WHERE application_name = 'vzetek claim' AND pid <> $1",
                );
                end.bind(of_second).execute(&mut other).await.expect("ended");
            }
            has_it
        })
        .await;
        is_over(first).await;
        second.listens().await;
        second.health(200).await;
        for party in playing {
            party.await.expect("no panic").go_on_at(&second).await;
        }
        first = second;
    }
}

/// Somebody removes the file that shows the claim, and starts another server.
#[tokio::test]
async fn on_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = database_file(&folder);
    let database = format!("sqlite:{}", file.display());
    let first = Process::start(&database).await;
    let mut parties = Vec::new();
    for _ in 0..TABLES {
        parties.push(Party::sit(&first).await);
    }
    let playing: Vec<_> = parties.into_iter().map(|party| tokio::spawn(party.play_on())).collect();
    std::fs::remove_file(format!("{}.lock", file.display())).expect("it was there");
    let second = Process::start(&database).await;
    is_over(first).await;
    second.health(200).await;
    for party in playing {
        party.await.expect("no panic").go_on_at(&second).await;
    }
}
