//! Connections that ask for nothing, or never come to the end of it.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::process::PATIENCE;
use crate::support::rest::{guest, request};
use crate::support::{Client, TestServer};

/// A connection with half a request on it.
async fn half(server: &TestServer) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.expect("the server listens");
    stream.write_all(b"GET /heal").await.expect("sent");
    stream
}

/// Returns everything that comes until the connection is closed.
async fn heard(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).await;
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn half_a_request_is_not_waited_for() {
    let server = TestServer::start(&[]).await;
    let started = Instant::now();
    let stream = half(&server).await;
    let waited = tokio::time::timeout(PATIENCE, heard(stream)).await;
    waited.expect("the connection is closed");
    assert!(started.elapsed() >= Duration::from_secs(9), "{:?}", started.elapsed());
    assert_eq!(request(server.address, "GET", "/health", None, None).await.0, 200);
    server.stop().await;
}

#[tokio::test]
async fn half_a_request_keeps_no_server_from_stopping() {
    let server = TestServer::start(&[]).await;
    let _half = half(&server).await;
    // Surely taken by now.
    assert_eq!(request(server.address, "GET", "/health", None, None).await.0, 200);
    let stopped = tokio::time::timeout(PATIENCE, server.stop()).await;
    stopped.expect("it stops");
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let server = TestServer::start(&["--connections-per-address", "3"]).await;
    let token = guest(server.address, "Ana").await;
    let client = Client::connect(server.address, &token).await;
    let halves = [half(&server).await, half(&server).await];
    // The connection of the guest may not be gone yet, one of these may; but
    // the socket keeps its place.
    let full = Instant::now();
    loop {
        let stream = TcpStream::connect(server.address).await.expect("the server listens");
        let asked = ask(stream).await;
        if asked.starts_with("HTTP/1.1 429") {
            assert!(asked.contains("\"rate_limited\""), "{asked}");
            break;
        }
        assert!(full.elapsed() < PATIENCE, "a fourth connection: {asked}");
    }
    client.close().await;
    drop(halves);
    let free = Instant::now();
    loop {
        let stream = TcpStream::connect(server.address).await.expect("the server listens");
        let asked = ask(stream).await;
        if asked.starts_with("HTTP/1.1 200") {
            break;
        }
        assert!(free.elapsed() < PATIENCE, "the places are not free: {asked}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.stop().await;
}

/// The answer to a whole request. Whoever is refused may not be able to send
/// it any more.
async fn ask(mut stream: TcpStream) -> String {
    // A refusal comes unasked.
    let mut first = [0; 1024];
    let early = tokio::time::timeout(Duration::from_millis(200), stream.read(&mut first)).await;
    if let Ok(Ok(count)) = early {
        return String::from_utf8_lossy(&first[..count]).into_owned();
    }
    let whole = b"GET /health HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
    let _ = stream.write_all(whole).await;
    heard(stream).await
}

/// Answers that nobody takes are no reason to keep a place.
#[tokio::test]
async fn whoever_asks_and_does_not_read_gives_up_their_place() {
    let server = TestServer::start(&["--connections-per-address", "2", "--stalled-s", "1"]).await;
    let mut deaf = Vec::new();
    for _ in 0..2 {
        let (mut reading, mut writing) =
            TcpStream::connect(server.address).await.expect("the server listens").into_split();
        // So that somebody answers, and not a full house.
        writing.write_all(ASK_FOR_MUCH).await.expect("sent");
        reading.read_u8().await.expect("an answer begins");
        // Until the server has so much to write that it reads no more, and
        // then until it has had enough.
        deaf.push(tokio::spawn(async move {
            while writing.write_all(ASK_FOR_MUCH).await.is_ok() {}
            reading
        }));
    }
    for connection in deaf {
        let ended = tokio::time::timeout(PATIENCE, connection).await;
        ended.expect("the server ends it").expect("no panic");
    }
    let asked = ask(TcpStream::connect(server.address).await.expect("it listens")).await;
    assert!(asked.starts_with("HTTP/1.1 200"), "{asked}");
    server.stop().await;
}

const ASK_FOR_MUCH: &[u8] = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
