//! A recorder by itself.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::future::join_all;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vzetek_server::recorder::{NotRecorded, Recorder};
use vzetek_store::{
    Account, AccountKind, ConnectOptions, Ladder, RatingRow, Store, TableRow, Write,
    connect_unclaimed,
};

use crate::support::postgres::Postgres;
use crate::support::server::database_file;

const AT: DateTime<Utc> = DateTime::UNIX_EPOCH;
/// Long enough for all jobs of a test to come into one batch.
const INTERVAL: Duration = Duration::from_millis(500);
const PEOPLE: [&str; 3] = ["ana", "bor", "cene"];
const TABLES: usize = 12;

/// A recorder on a store with some accounts, who are all rated once, and tables.
struct Desk {
    store: Arc<dyn Store>,
    recorder: Recorder,
    running: JoinHandle<()>,
}

impl Desk {
    async fn new(url: &str) -> Self {
        let store = connect_unclaimed(url, &ConnectOptions::default()).await.expect("a store");
        for name in PEOPLE {
            let account = Account {
                id: name.to_owned(),
                name: name.to_owned(),
                name_key: name.to_owned(),
                kind: AccountKind::Person,
                level: None,
                face: None,
                owner: None,
                password_hash: None,
                created_at: AT,
            };
            store.add_account(&account).await.expect("added");
        }
        let tables = (0..TABLES).map(|table| {
            Write::OpenTable(TableRow {
                id: id(table),
                config: json!({}),
                creator: None,
                invite: None,
                created_at: AT,
                seats: 2,
            })
        });
        let mut writes: Vec<Write> = tables.collect();
        writes.push(rated(&PEOPLE, 1));
        store.write(&writes).await.expect("written");
        let (recorder, running) =
            Recorder::start(store.clone(), INTERVAL, CancellationToken::new());
        Self { store, recorder, running }
    }

    /// Hands in these jobs for one batch; the answers.
    async fn write(&self, jobs: Vec<Vec<Write>>) -> Vec<Result<(), NotRecorded>> {
        // What comes right after a commit waits for the interval to end.
        assert_eq!(self.recorder.write(Vec::new()).await, Ok(()));
        join_all(jobs.into_iter().map(|job| self.recorder.write(job))).await
    }

    /// The tables that have a state.
    async fn written(&self) -> Vec<usize> {
        let stored = self.store.open_tables(None, 100).await.expect("tables");
        let with = stored.iter().filter(|table| table.state.is_some());
        let mut written: Vec<usize> =
            with.map(|table| table.row.id[1..].parse().expect("a number")).collect();
        written.sort_unstable();
        written
    }

    async fn matches(&self, account: &str) -> u32 {
        let rows = self.store.ratings_of(account).await.expect("ratings");
        rows[0].matches
    }

    async fn end(self) {
        assert!(self.recorder.healthy());
        self.recorder.finish();
        self.running.await.expect("no panic");
        self.store.close().await;
    }
}

fn id(table: usize) -> String {
    format!("t{table}")
}

fn state(table: usize) -> Write {
    Write::TableState { table: id(table), state: json!("new") }
}

/// Ratings of these after so many matches.
fn rated(accounts: &[&str], matches: u32) -> Write {
    let rows = accounts.iter().map(|account| RatingRow {
        account: (*account).to_owned(),
        kind: "trset-2".to_owned(),
        ladder: Ladder::People,
        rating: 1500.0 + f64::from(matches),
        deviation: 80.0,
        volatility: 0.06,
        matches,
        wins: 0,
        updated_at: AT,
        settled_until: None,
    });
    Write::Ratings { game: "elsewhere".to_owned(), rows: rows.collect() }
}

const OVERTAKEN: Result<(), NotRecorded> = Err(NotRecorded::Overtaken);

/// A batch in which two of twelve tables were overtaken: they are told, and all the
/// others are written.
async fn two_are_overtaken(desk: &Desk) {
    // Somebody else rates ana and cene.
    desk.store.write(&[rated(&["ana"], 2), rated(&["cene"], 2)]).await.expect("written");
    desk.store.write(&[rated(&["cene"], 3)]).await.expect("written");
    let mut jobs: Vec<Vec<Write>> = (0..TABLES).map(|table| vec![state(table)]).collect();
    jobs[2].push(Write::Ratings { game: "none".to_owned(), rows: Vec::new() });
    jobs[3].insert(0, rated(&["bor"], 2));
    let mut other = rated(&["ana"], 2);
    if let Write::Ratings { rows, .. } = &mut other {
        rows[0].rating = 1.0;
    }
    jobs[5].push(other);
    jobs[8].push(rated(&["cene"], 2));
    let told = desk.write(jobs).await;
    for (table, told) in told.into_iter().enumerate() {
        assert_eq!(told, if [5, 8].contains(&table) { OVERTAKEN } else { Ok(()) }, "{table}");
    }
    assert_eq!(desk.written().await, [0, 1, 2, 3, 4, 6, 7, 9, 10, 11]);
    assert_eq!(desk.matches("ana").await, 2);
    assert_eq!(desk.matches("bor").await, 2);
    assert_eq!(desk.matches("cene").await, 3);
}

/// One of a batch was overtaken, another one contradicts what is stored: each is told
/// its own fate.
async fn one_is_overtaken_and_one_refused(desk: &Desk) {
    let nowhere = Write::TableState { table: "nowhere".to_owned(), state: json!(1) };
    let jobs = vec![
        vec![state(5)],
        vec![nowhere],
        vec![state(8), rated(&["bor"], 2), rated(&["cene"], 9)],
    ];
    let told = desk.write(jobs).await;
    assert_eq!(told, [Ok(()), Err(NotRecorded::Refused), OVERTAKEN]);
    // All of a batch.
    let jobs = (0..3).map(|_| vec![state(8), rated(&["cene"], 9)]).collect();
    assert_eq!(desk.write(jobs).await, [OVERTAKEN; 3]);
    assert!(desk.written().await.contains(&5) && !desk.written().await.contains(&8));
}

#[tokio::test]
async fn whoever_is_overtaken_is_told_and_nobody_else_suffers() {
    let folder = tempfile::tempdir().expect("a folder");
    let desk = Desk::new(&format!("sqlite:{}", database_file(&folder).display())).await;
    two_are_overtaken(&desk).await;
    one_is_overtaken_and_one_refused(&desk).await;
    desk.end().await;
}

/// The others need one transaction more, not one each.
#[tokio::test]
async fn whoever_is_not_overtaken_is_written_together() {
    let Some(postgres) = Postgres::if_required() else { return };
    let url = postgres.start();
    let desk = Desk::new(&url).await;
    two_are_overtaken(&desk).await;
    let mut connection = PgConnection::connect(&url).await.expect("a connection");
    let sql = "SELECT DISTINCT CAST(xmin AS TEXT) FROM table_states \
               UNION SELECT CAST(xmin AS TEXT) FROM ratings WHERE account = 'bor'";
    let transactions: Vec<String> =
        sqlx::query_scalar(sql).fetch_all(&mut connection).await.expect("an answer");
    assert_eq!(transactions.len(), 1, "{transactions:?}");
    one_is_overtaken_and_one_refused(&desk).await;
    desk.end().await;
}

#[tokio::test]
async fn a_recorder_that_has_ended_is_not_healthy() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite:{}", database_file(&folder).display());
    let store = connect_unclaimed(&url, &ConnectOptions::default()).await.expect("a store");
    let (recorder, running) =
        Recorder::start(store.clone(), Duration::from_millis(1), CancellationToken::new());
    assert_eq!(recorder.write(Vec::new()).await, Ok(()));
    assert!(recorder.healthy());
    recorder.finish();
    running.await.expect("no panic");
    assert_eq!(recorder.write(Vec::new()).await, Err(NotRecorded::Stopped));
    assert!(!recorder.healthy());
    store.close().await;
}
