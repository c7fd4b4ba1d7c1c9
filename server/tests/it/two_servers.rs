//! A second server on the same database would play on for everybody at the
//! first one's tables: it does not start.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use vzetek_store::{Claim, ConnectOptions};

use crate::support::postgres::Postgres;
use crate::support::rest::{guest, request};
use crate::support::server::database_file;

/// Starts a server process; its log can be read when it has ended.
fn start(database: &str, address: SocketAddr) -> Child {
    Command::new(env!("CARGO_BIN_EXE_vzetek-server"))
        .args(["--listen", &address.to_string(), "--database", database])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts")
}

async fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    listener.local_addr().expect("an address")
}

/// Waits until somebody listens there; says how long it took.
async fn listens(address: SocketAddr) -> Duration {
    let started = Instant::now();
    while TcpStream::connect(address).await.is_err() {
        assert!(started.elapsed() < Duration::from_secs(60), "the server does not listen");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    started.elapsed()
}

/// Starts a server that must not run, and waits for its end.
async fn is_refused(database: &str) {
    let address = free_address().await;
    let server = start(database, address);
    let output = tokio::time::timeout(Duration::from_secs(20), server.wait_with_output());
    let output = output.await.expect("it gives up").expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("another server runs on this database; stop that one"), "{said}");
    assert!(said.contains("--database"), "{said}");
    assert!(TcpStream::connect(address).await.is_err());
}

/// Whoever was killed leaves nothing behind that keeps the next one out.
async fn is_followed_at_once(mut killed: Child, database: &str, token: &str) {
    killed.kill().await.expect("it was running");
    let address = free_address().await;
    let _next = start(database, address);
    let took = listens(address).await;
    assert!(took < Duration::from_secs(15), "{took:?}");
    assert_eq!(request(address, "GET", "/api/me", Some(token), None).await.0, 200);
}

#[tokio::test]
async fn a_file_has_one_server() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = format!("sqlite:{}", database_file(&folder).display());
    let address = free_address().await;
    let first = start(&database, address);
    listens(address).await;
    let token = guest(address, "Ana").await;
    is_refused(&database).await;
    let (status, me) = request(address, "GET", "/api/me", Some(&token), None).await;
    assert_eq!((status, me["user"]["name"].as_str()), (200, Some("Ana")), "the first goes on");
    is_followed_at_once(first, &database, &token).await;
}

#[tokio::test]
async fn a_database_of_postgres_has_one_server() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let address = free_address().await;
    let first = start(&database, address);
    listens(address).await;
    let token = guest(address, "Ana").await;
    is_refused(&database).await;
    // It keeps its right when Postgres has lost everybody.
    postgres.crash();
    postgres.start();
    let down = Instant::now();
    while request(address, "GET", "/health", None, None).await.0 != 200 {
        assert!(down.elapsed() < Duration::from_secs(60), "it does not go on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    is_refused(&database).await;
    let (status, me) = request(address, "GET", "/api/me", Some(&token), None).await;
    assert_eq!((status, me["user"]["name"].as_str()), (200, Some("Ana")), "the first goes on");
    is_followed_at_once(first, &database, &token).await;
}

#[tokio::test]
async fn a_server_stops_when_another_has_its_database() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let address = free_address().await;
    let server = start(&database, address);
    listens(address).await;
    // It listens before it has looked for open tables.
    assert_eq!(request(address, "GET", "/health", None, None).await.0, 200);
    // As on a machine that sleeps for a while.
    let process = server.id().and_then(|id| Pid::from_raw(id.cast_signed())).expect("it runs");
    kill_process(process, Signal::STOP).expect("it stands still");
    postgres.crash();
    postgres.start();
    let options = ConnectOptions::default();
    let _claim = Claim::take(&database, &options, Duration::ZERO).await.expect("it is free");
    kill_process(process, Signal::CONT).expect("it goes on");
    let output = tokio::time::timeout(Duration::from_secs(20), server.wait_with_output());
    let output = output.await.expect("it stops").expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the database is another server's now"), "{said}");
}
