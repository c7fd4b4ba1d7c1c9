//! Clients that say more than anybody wants to hear, in whatever frames.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use crate::support::raw::{GOES_ON, PING, PONG, Raw, TEXT, TEXT_BEGINS, frame};
use crate::support::rest::guest;
use crate::support::{Client, TestServer};

/// The time that the server may take for what it does at once.
const PATIENCE: Duration = Duration::from_secs(120);

#[tokio::test]
async fn every_frame_counts_whatever_is_in_it() {
    let server = TestServer::start(&["--messages-per-second", "1", "--message-burst", "10"]).await;
    let token = guest(server.address, "Ana").await;
    let floods = [
        ("pings", frame(PING, b"?").repeat(2000)),
        ("pongs", frame(PONG, b"").repeat(2000)),
        ("empty pieces", [frame(TEXT_BEGINS, b""), frame(GOES_ON, b"").repeat(2000)].concat()),
        ("small pieces", [frame(TEXT_BEGINS, b"x"), frame(GOES_ON, b"x").repeat(2000)].concat()),
        ("messages", frame(TEXT, br#"{"type":"ping"}"#).repeat(2000)),
        // A ping within a message.
        (
            "pings between pieces",
            [frame(TEXT_BEGINS, b"x"), frame(PING, b"").repeat(2000), frame(0x80, b"x")].concat(),
        ),
    ];
    for (what, flood) in floods {
        let mut raw = Raw::hello(server.address, &token).await;
        raw.send(&flood).await;
        let heard = timeout(PATIENCE, raw.hear_out()).await.expect(what);
        assert_eq!(heard.close.as_deref(), Some("flood"), "{what}: {heard:?}");
        assert_eq!(heard.texts.last(), Some(&json!({ "type": "goodbye", "reason": "flood" })));
        // Ten at once, a hundred beyond; and as many again as time gave back.
        assert!(heard.pongs < 300, "{what}: {} answers", heard.pongs);
    }
    server.stop().await;
}

#[tokio::test]
async fn before_the_hello_there_is_little_to_say() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    for (what, one) in [
        ("pings", frame(PING, b"")),
        ("pongs", frame(PONG, b"")),
        ("empty pieces", frame(GOES_ON, b"")),
    ] {
        let mut raw = Raw::connect(server.address).await;
        raw.send(&frame(TEXT_BEGINS, b"")).await;
        raw.send(&one.repeat(100)).await;
        let heard = timeout(PATIENCE, raw.hear_out()).await.expect(what);
        assert_eq!(heard.close.as_deref(), Some("flood"), "{what}: {heard:?}");
    }
    // A hello in pieces, with a sign of life between them, is a hello.
    let mut raw = Raw::connect(server.address).await;
    let hello = json!({ "type": "hello", "protocol": 1, "token": token }).to_string();
    let (one, other) = hello.as_bytes().split_at(10);
    raw.send(&frame(TEXT_BEGINS, one)).await;
    raw.send(&frame(PING, b"still here")).await;
    assert_eq!(raw.next().await, Some((PONG, b"still here".to_vec())));
    raw.send(&frame(0x80, other)).await;
    let (_, welcome) = raw.next().await.expect("welcome");
    assert!(welcome.starts_with(b"{\"type\":\"welcome\""));
    server.stop().await;
}

#[tokio::test]
async fn within_the_limit_signs_of_life_are_answered() {
    let server = TestServer::start(&["--messages-per-second", "1", "--message-burst", "50"]).await;
    let token = guest(server.address, "Ana").await;
    let mut raw = Raw::hello(server.address, &token).await;
    for _ in 0..50 {
        raw.send(&frame(PING, b"!")).await;
        assert_eq!(raw.next().await, Some((PONG, b"!".to_vec())));
    }
    // No more than that: a message has to wait, is said so, and is not the end.
    let mut wait = None;
    // On a slow machine there are some more, of the seconds that have passed.
    while wait.is_none() {
        raw.send(&frame(TEXT, br#"{"type":"ping"}"#)).await;
        let (_, text) = raw.next().await.expect("an answer");
        let answer: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        if answer["type"] == "error" {
            assert_eq!(answer["code"], "rate_limited");
            assert_eq!(answer["of"], "ping");
            let message = answer["message"].as_str().expect("a message");
            assert!(message.contains("1 messages a second, 50 at once"), "{message}");
            wait = Some(answer["retry_ms"].as_u64().expect("how long to wait"));
        }
    }
    let wait = wait.expect("it was refused");
    assert!((1..=1000).contains(&wait), "{wait}");
    tokio::time::sleep(Duration::from_millis(wait)).await;
    raw.send(&frame(TEXT, br#"{"type":"ping","at":7}"#)).await;
    let (_, text) = raw.next().await.expect("an answer");
    assert_eq!(text, br#"{"type":"pong","at":7}"#, "whoever waits is heard");
    server.stop().await;
}

#[tokio::test]
async fn others_go_on_while_somebody_floods() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let mut bor = Client::connect(server.address, &guest(server.address, "Bor").await).await;
    let mut floods = Vec::new();
    for number in 0..8 {
        let mut raw = match number % 2 {
            0 => Raw::hello(server.address, &token).await,
            _ => Raw::connect(server.address).await,
        };
        floods.push(tokio::spawn(async move {
            let pings = frame(PING, b"").repeat(1000);
            // Until the server has had enough of it.
            while raw.stream.write_all(&pings).await.is_ok() {}
        }));
    }
    for at in 0..100 {
        bor.send(&json!({ "type": "ping", "at": at })).await;
        assert_eq!(bor.expect("pong").await["at"], at);
    }
    for flood in floods {
        timeout(PATIENCE, flood).await.expect("the server ends it").expect("no panic");
    }
    bor.send(&json!({ "type": "ping", "at": 100 })).await;
    assert_eq!(bor.expect("pong").await["at"], 100);
    server.stop().await;
}

/// Forty connections of an address send sixty frames each, which each may, and together four times
/// what an address may at once. None is refused, they are read more slowly, and another address does
/// not wait for them.
#[tokio::test]
async fn connections_of_an_address_share_an_allowance() {
    let server = TestServer::start(&["--messages-per-second", "1", "--message-burst", "61"]).await;
    let [answered, refused] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
    let mut crowd = Vec::new();
    for number in 0..40 {
        let token = guest(server.address, &format!("Guest {number}")).await;
        crowd.push(Client::connect(server.address, &token).await);
    }
    let token = guest(server.address, "Ana").await;
    let other: IpAddr = "127.0.0.2".parse().expect("an address");
    let mut ana = Client::connect_from(other, server.address, &token).await;
    for client in &mut crowd {
        for _ in 0..60 {
            client.send(&json!({ "type": "ping" })).await;
        }
    }
    let answers: Vec<_> = crowd
        .into_iter()
        .map(|mut client| {
            let (answered, refused) = (answered.clone(), refused.clone());
            tokio::spawn(async move {
                for _ in 0..60 {
                    let is_answer = client.hear_one().await["type"] == "pong";
                    let count = if is_answer { &answered } else { &refused };
                    count.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    ana.send(&json!({ "type": "ping" })).await;
    ana.expect("pong").await;
    // What an address may at once is answered immediately.
    while answered.load(Ordering::Relaxed) < 500 {
        assert_eq!(refused.load(Ordering::Relaxed), 0);
        tokio::task::yield_now().await;
    }
    // The rest would take forty seconds, and without the allowance none.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let within = answered.load(Ordering::Relaxed);
    assert!(within < 2000, "{within} answers");
    answers.iter().for_each(tokio::task::JoinHandle::abort);
    server.stop().await;
}
