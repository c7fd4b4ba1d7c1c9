//! A second server on the same database would play on for everybody at the
//! first one's tables: it does not start.

use std::collections::BTreeSet;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection as _, PgConnection};
use tokio::net::TcpStream;
use vzetek_store::{Claim, ConnectOptions};

use crate::support::postgres::Postgres;
use crate::support::process::{Process, until};
use crate::support::rest::{guest, request};
use crate::support::server::database_file;

/// Starts a server that must not run, and waits for its end.
async fn is_refused(database: &str) {
    let server = Process::spawn(database, &[], [("", ""); 0]).await;
    let address = server.address;
    let (status, said) = server.end().await;
    assert!(!status.success(), "{said}");
    assert!(said.contains("another server runs on this database; stop that one"), "{said}");
    assert!(said.contains("--database"), "{said}");
    assert!(TcpStream::connect(address).await.is_err());
}

/// A server that was killed leaves nothing behind that keeps the next one out.
async fn is_followed_at_once(first: Process, database: &str, token: &str) {
    let (status, me) = request(first.address, "GET", "/api/me", Some(token), None).await;
    assert_eq!((status, me["user"]["name"].as_str()), (200, Some("Ana")), "the first goes on");
    first.kill().await;
    let next = Process::start(database).await;
    assert_eq!(request(next.address, "GET", "/api/me", Some(token), None).await.0, 200);
}

#[tokio::test]
async fn a_file_has_one_server() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = format!("sqlite:{}", database_file(&folder).display());
    let first = Process::start(&database).await;
    let token = guest(first.address, "Ana").await;
    is_refused(&database).await;
    is_followed_at_once(first, &database, &token).await;
}

#[tokio::test]
async fn a_database_of_postgres_has_one_server() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let first = Process::start(&database).await;
    let token = guest(first.address, "Ana").await;
    is_refused(&database).await;
    // It keeps its right when Postgres has lost everybody.
    postgres.crash();
    postgres.start();
    first.health(200).await;
    until("it has its claim again", async || first.log().contains("claimed again")).await;
    is_refused(&database).await;
    is_followed_at_once(first, &database, &token).await;
}

#[tokio::test]
async fn a_server_stops_when_another_has_its_database() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let server = Process::start(&database).await;
    // It listens before it has looked for open tables.
    assert_eq!(request(server.address, "GET", "/health", None, None).await.0, 200);
    // As on a machine that sleeps for a while.
    server.signal(Signal::STOP);
    postgres.crash();
    postgres.start();
    let options = ConnectOptions::default();
    let claim = Claim::take(&database, &options, Duration::ZERO).await.expect("it is free");
    let _store = claim.connect().await.expect("a store");
    server.signal(Signal::CONT);
    let (status, said) = server.end().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("the database is another server's now"), "{said}");
}

/// Postgres ends no session in the middle of a commit, so one that stands there because the
/// disk does keeps its locks.
#[tokio::test]
async fn a_server_outlives_a_session_that_does_not_end() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let server = Process::start(&database).await;
    server.health(200).await;
    let mut other = PgConnection::connect(&database).await.expect("a connection");
    let claims = "SELECT pid FROM pg_stat_activity WHERE application_name = 'vzetek claim'";
    let pid: i32 = sqlx::query_scalar(claims).fetch_one(&mut other).await.expect("the claim");
    let session = Pid::from_raw(pid).expect("a process");
    kill_process(session, Signal::STOP).expect("stopped");
    until("it is noticed", async || server.log().contains("broke the connection")).await;
    let mut tried = BTreeSet::new();
    until("it has tried several sessions", async || {
        let pids: Vec<i32> = sqlx::query_scalar(claims).fetch_all(&mut other).await.expect("pids");
        tried.extend(pids);
        tried.len() >= 4
    })
    .await;
    guest(server.address, "Ana").await;
    kill_process(session, Signal::CONT).expect("goes on");
    until("it has its claim again", async || server.log().contains("claimed again")).await;
    guest(server.address, "Bor").await;
}
