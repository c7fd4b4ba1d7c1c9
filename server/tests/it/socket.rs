//! The begin and the end of a connection, below the messages.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::support::rest::{config, guest, open_table};
use crate::support::{Client, TestServer};

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// A socket that has said hello, if it has a token.
async fn socket(server: &TestServer, token: Option<&str>) -> Socket {
    let url = format!("ws://{}/ws", server.address);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("a socket");
    if let Some(token) = token {
        let hello = json!({ "type": "hello", "protocol": 1, "token": token });
        socket.send(Message::text(hello.to_string())).await.expect("sent");
    }
    socket
}

#[tokio::test]
async fn a_client_that_closes_is_answered() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let mut socket = socket(&server, Some(&token)).await;
    assert!(matches!(socket.next().await, Some(Ok(Message::Text(_)))), "welcome");
    let frame = CloseFrame { code: CloseCode::Normal, reason: "bye".into() };
    socket.send(Message::Close(Some(frame.clone()))).await.expect("sent");
    // Without the server's own frame this would be an error.
    let Some(Ok(Message::Close(Some(answer)))) = socket.next().await else {
        panic!("no answer to the close")
    };
    assert_eq!(answer.code, frame.code);
    assert!(socket.next().await.is_none(), "and then the end");
    server.stop().await;
}

#[tokio::test]
async fn pings_of_the_socket_are_no_hello() {
    let server = TestServer::start(&[]).await;
    let mut socket = socket(&server, None).await;
    let started = Instant::now();
    let mut beat = tokio::time::interval(Duration::from_millis(500));
    let goodbye = loop {
        tokio::select! {
            _ = beat.tick() => {
                // Once the server has closed, its goodbye is still to be read.
                let _ = socket.send(Message::Ping(Vec::new().into())).await;
            }
            frame = socket.next() => match frame {
                Some(Ok(Message::Text(text))) => break text,
                Some(Ok(Message::Pong(_))) => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(started.elapsed() < Duration::from_secs(60), "still there without a hello");
    };
    let goodbye: Value = serde_json::from_str(&goodbye).expect("JSON");
    assert_eq!(goodbye, json!({ "type": "goodbye", "reason": "idle" }));
    server.stop().await;
}

#[tokio::test]
async fn whoever_says_too_much_is_heard_out_and_told_so() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    for length in [4097, 10_000, 60_000] {
        let mut socket = socket(&server, Some(&token)).await;
        assert!(matches!(socket.next().await, Some(Ok(Message::Text(_)))), "welcome");
        socket.send(Message::text(" ".repeat(length))).await.expect("sent");
        // As much again is on its way when the server says goodbye.
        for _ in 0..50 {
            socket.feed(Message::text(" ".repeat(1000))).await.expect("sent");
        }
        socket.flush().await.expect("sent");
        let mut told = Vec::new();
        let frame = loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    told.push(serde_json::from_str::<Value>(&text).expect("JSON"));
                }
                Some(Ok(Message::Close(frame))) => break frame.expect("a reason"),
                other => panic!("{length}: {other:?}"),
            }
        };
        assert_eq!((frame.code, frame.reason.as_str()), (CloseCode::Size, "too_large"));
        assert_eq!(told[0]["code"], "too_large");
        assert_eq!(told[1], json!({ "type": "goodbye", "reason": "too_large" }));
        assert!(socket.next().await.is_none(), "{length}: a clean end");
    }
    // Just as long as allowed is no fault of length.
    let mut client = Client::connect(server.address, &token).await;
    client.send_text(" ".repeat(4096)).await;
    assert_eq!(client.expect_error().await.0, "bad_message");
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_does_not_read_is_told_that_it_is_slow() {
    let limits = ["--messages-per-second", "1000000", "--message-burst", "1000000"];
    let server = TestServer::start(&limits).await;
    let token = guest(server.address, "Ana").await;
    let (table, _) = open_table(server.address, &token, &config("trset", 2)).await;
    // Lines that were written lately make the snapshot long.
    for _ in 0..6 {
        let writer = guest(server.address, "Writer").await;
        let mut writer = Client::connect(server.address, &writer).await;
        writer.watch(&table).await;
        for _ in 0..5 {
            let text = "🂡".repeat(300);
            writer.send(&json!({ "type": "chat", "table": table, "text": text })).await;
            writer.expect_event("chat").await;
        }
    }
    let mut socket = socket(&server, Some(&token)).await;
    // Each is answered by some forty kilobytes, or at least by `busy`. Nothing is
    // read meanwhile, until the server has stopped reading, too.
    let ask = Message::text(json!({ "type": "watch", "table": table }).to_string());
    for _ in 0..2500 {
        if socket.feed(ask.clone()).await.is_err() {
            break;
        }
    }
    let _ = socket.flush().await;
    let mut last = None;
    let reason = loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => last = Some(text),
            Some(Ok(Message::Close(frame))) => break frame.expect("a reason").reason,
            Some(Ok(_)) => {}
            other => panic!("ended without a word: {other:?}"),
        }
    };
    assert_eq!(reason.as_str(), "slow");
    let last: Value = serde_json::from_str(&last.expect("texts")).expect("JSON");
    assert_eq!(last, json!({ "type": "goodbye", "reason": "slow" }));
    server.stop().await;
}
