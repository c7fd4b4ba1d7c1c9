//! Whatever is wrong gets its name, the table goes on, nothing is lost.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};

use crate::support::raw::{Raw, TEXT, frame};
use crate::support::rest::{config, guest, open_table, request};
use crate::support::tables::seated;
use crate::support::{Client, TestServer, play_to_the_end};

/// A table of two in the first turn: the one to move first.
async fn two_at_a_table(server: &TestServer) -> (String, [Client; 2]) {
    let (table, mut clients, _) = seated(server, &config("trset", 2), 2).await;
    for client in &mut clients {
        while client.tables[&table].turn.is_none() {
            client.hear_one().await;
        }
    }
    if clients[0].tables[&table].legal.is_empty() {
        clients.swap(0, 1);
    }
    let [mover, other] = <[Client; 2]>::try_from(clients).ok().expect("two");
    (table, [mover, other])
}

#[tokio::test]
async fn wrong_actions_are_named_and_the_deal_goes_on() {
    let server = TestServer::start(&[]).await;
    let (table, [mut mover, mut other]) = two_at_a_table(&server).await;
    let seq = mover.tables[&table].seq;
    let legal = mover.tables[&table].legal.clone();
    let foreign = ["C3", "S3", "B3", "D3", "C4", "S4", "B4", "D4", "CA", "SA", "BA"]
        .into_iter()
        .find(|card| !legal.iter().any(|own| own == card))
        .expect("a card of the others");
    let act = |seq: Value, action: &str| json!({ "type": "act", "table": table, "seq": seq, "action": action });
    for (message, code) in [
        (act(json!(seq), foreign), "illegal_action"),
        (act(json!(seq), "X9"), "bad_action"),
        (act(json!(seq), "napola:C"), "illegal_action"),
        (act(json!(0), &legal[0]), "stale_seq"),
        (act(json!(seq + 1000), &legal[0]), "stale_seq"),
        (act(json!(-1), &legal[0]), "bad_message"),
        (json!({ "type": "nonce", "table": table, "nonce": "late" }), "no_nonce_awaited"),
        (
            json!({ "type": "nonce_hash", "table": table, "hash": "0".repeat(64) }),
            "no_nonce_awaited",
        ),
        (json!({ "type": "nonce_hash", "table": table, "hash": "0".repeat(63) }), "bad_message"),
        (json!({ "type": "ready", "table": table }), "no_deal"),
        (json!({ "type": "sit", "table": table, "seat": 0 }), "already_seated"),
        (json!({ "type": "offer", "seats": 5 }), "forbidden"),
        (json!({ "type": "watch", "table": "nowhere" }), "no_such_table"),
    ] {
        mover.send(&message).await;
        let (got, error) = mover.expect_error().await;
        assert_eq!(got, code, "{message} got {error}");
        assert!(error["message"].as_str().is_some_and(|words| words.len() > 10), "{error}");
    }
    let (_, rule) = {
        mover.send(&act(json!(seq), foreign)).await;
        mover.expect_error().await
    };
    assert_eq!(rule["rule"], "not_in_hand");

    other.act(&table, &legal[0]).await;
    assert_eq!(other.expect_error().await.0, "not_your_turn");
    let mut stranger = Client::connect(server.address, &guest(server.address, "X").await).await;
    stranger.watch(&table).await;
    stranger.act(&table, &legal[0]).await;
    assert_eq!(stranger.expect_error().await.0, "not_seated");
    stranger.send(&json!({ "type": "sit", "table": table, "seat": 1 })).await;
    assert_eq!(stranger.expect_error().await.0, "seat_taken");
    stranger.send(&json!({ "type": "sit", "table": table, "seat": 7 })).await;
    assert_eq!(stranger.expect_error().await.0, "no_such_seat");
    stranger.send(&json!({ "type": "sit", "table": table })).await;
    assert_eq!(stranger.expect_error().await.0, "table_full");

    let finish = play_to_the_end(&mut [mover, other], &table).await;
    assert!(!finish.is_null(), "the table went on");
    server.stop().await;
}

#[tokio::test]
async fn unreadable_messages_are_named_and_the_connection_stays() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let mut client = Client::connect(server.address, &token).await;
    for (words, code) in [
        ("", "bad_message"),
        ("{", "bad_message"),
        ("null", "bad_message"),
        ("\u{0}\u{202e}", "bad_message"),
        (r#"{"type":"fly"}"#, "unknown_type"),
        (r#"{"type":"act"}"#, "bad_message"),
        (r#"{"type":"act","table":"t","seq":1}"#, "bad_message"),
        (r#"{"type":"ping","at":"x"}"#, "bad_message"),
        (r#"{"type":"hello","protocol":1}"#, "bad_message"),
    ] {
        client.send_text(words.to_owned()).await;
        assert_eq!(client.expect_error().await.0, code, "{words:?}");
    }
    client.send(&json!({ "type": "ping", "at": 7 })).await;
    assert_eq!(client.expect("pong").await["at"], 7);
    server.stop().await;
}

#[tokio::test]
async fn an_oversized_message_is_named_and_ends_its_connection_only() {
    let server = TestServer::start(&[]).await;
    let (table, [mut mover, mut other]) = two_at_a_table(&server).await;
    mover.send_text(format!("{{\"type\":\"{}\"}}", "x".repeat(10_000))).await;
    assert_eq!(mover.expect_error().await.0, "too_large");
    assert_eq!(mover.expect("goodbye").await["reason"], "too_large");
    assert_eq!(mover.try_hear().await, None);
    let event = other.expect_event("connection").await;
    assert_eq!(event["connected"], false);
    assert!(other.tables.contains_key(&table));
    server.stop().await;
}

#[tokio::test]
async fn a_flood_is_refused_and_then_cut_off() {
    let server = TestServer::start(&["--messages-per-second", "5", "--message-burst", "10"]).await;
    let (table, [mut mover, mut other]) = two_at_a_table(&server).await;
    for _ in 0..100 {
        mover.send(&json!({ "type": "ready", "table": table })).await;
        mover.send(&json!({ "type": "ping" })).await;
    }
    let mut refused = 0;
    let reason = loop {
        let message = mover.hear_one().await;
        match message["type"].as_str() {
            Some("error") if message["code"] == "no_deal" => {}
            Some("error") => {
                assert_eq!(message["code"], "rate_limited");
                assert!((1..=200).contains(&message["retry_ms"].as_u64().expect("a wait")));
                // It says what it is about, so that it can be said again.
                match message["of"].as_str() {
                    Some("ready") => assert_eq!(message["table"], table.as_str()),
                    of => assert_eq!((of, &message["table"]), (Some("ping"), &Value::Null)),
                }
                refused += 1;
            }
            Some("goodbye") => break message["reason"].clone(),
            _ => {}
        }
    };
    assert_eq!(reason, "flood");
    assert!(refused > 50, "{refused}");
    other.expect_event("connection").await;
    assert!(other.tables[&table].finish.is_none());
    server.stop().await;
}

#[tokio::test]
async fn a_hello_that_will_not_do_is_told_why() {
    let server = TestServer::start(&[]).await;
    let wrong_house = json!({
        "type": "hello", "protocol": 1, "token": "guess",
        "house_bot": { "name": "Evil", "level": "strong" },
    });
    for (hello, code) in [
        (json!({ "type": "hello", "protocol": 1 }), "unauthorized"),
        (json!({ "type": "hello", "protocol": 1, "token": "nobody's" }), "unauthorized"),
        (json!({ "type": "hello", "protocol": 99 }), "unsupported_protocol"),
        (json!({ "type": "ping" }), "hello_first"),
        (wrong_house, "unauthorized"),
    ] {
        let url = format!("ws://{}/ws", server.address);
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.expect("a socket");
        socket.send(Message::text(hello.to_string())).await.expect("sent");
        let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("no answer") };
        let error: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(error["code"], code, "{hello}: {error}");
        // A farewell, then the end.
        while let Some(Ok(frame)) = socket.next().await {
            if let Message::Close(Some(frame)) = frame {
                assert_eq!(frame.reason.as_str(), "hello_refused");
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_no_frame_is_told_so() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    let unmasked = vec![TEXT, 2, b'{', b'}'];
    for (frame, code) in
        [(unmasked, 1002), (frame(0x83, b"{}"), 1002), (frame(TEXT, b"\xff\xfe"), 1007)]
    {
        let mut raw = Raw::hello(server.address, &token).await;
        raw.send(&frame).await;
        let heard = raw.hear_out().await;
        assert_eq!((heard.code, heard.close.as_deref()), (Some(code), Some("bad_frame")));
        assert_eq!(heard.texts, [json!({ "type": "goodbye", "reason": "bad_frame" })]);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_foreign_page_may_not_connect() {
    let server = TestServer::start(&["--allow-origin", "https://vzetek.example"]).await;
    for (origin, allowed) in [
        ("https://evil.example", false),
        ("null", false),
        ("https://vzetek.example", true),
        (&*format!("http://{}", server.address), true),
    ] {
        let mut handshake =
            format!("ws://{}/ws", server.address).into_client_request().expect("a request");
        handshake.headers_mut().insert("Origin", origin.parse().expect("a header"));
        let answer = tokio_tungstenite::connect_async(handshake).await;
        match answer {
            Ok(_) => assert!(allowed, "{origin} got in"),
            Err(tungstenite::Error::Http(response)) => {
                assert!(!allowed, "{origin} was kept out");
                assert_eq!(response.status(), 403);
                let body = String::from_utf8_lossy(response.body().as_deref().unwrap_or_default())
                    .into_owned();
                assert!(body.contains("bad_origin"), "{body}");
            }
            Err(error) => panic!("{origin}: {error}"),
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn tables_that_make_no_sense_are_refused_with_a_reason() {
    let server = TestServer::start(&["--tables-per-account", "2"]).await;
    let token = guest(server.address, "Ana").await;
    let with = |change: fn(&mut Value)| {
        let mut wish = config("trset", 2);
        change(&mut wish);
        wish
    };
    for (wish, hint) in [
        (with(|w| w["game"]["options"]["players"] = json!(5)), "2, 3 or 4"),
        (with(|w| w["game"]["options"]["target"] = json!(12)), "11, 21, 31"),
        (with(|w| w["game"]["name"] = json!("poker")), "trset"),
        (with(|w| w["clock"]["move_ms"] = json!(1)), "move_ms goes from 500"),
        (with(|w| w["bots"] = json!("genius")), "no bots"),
        (with(|w| w["colour"] = json!("red")), "no field `colour`"),
    ] {
        let (status, error) =
            request(server.address, "POST", "/api/tables", Some(&token), Some(&wish)).await;
        assert!((400..500).contains(&status), "{status} {error}");
        let words = error["message"].as_str().unwrap_or_default();
        assert!(words.contains(hint), "{wish}: {error}");
    }
    let wish = config("trset", 2);
    for expected in [200, 200, 429] {
        let (status, answer) =
            request(server.address, "POST", "/api/tables", Some(&token), Some(&wish)).await;
        assert_eq!(status, expected, "{answer}");
    }
    let (status, _) = request(server.address, "POST", "/api/tables", None, Some(&wish)).await;
    assert_eq!(status, 401);
    server.stop().await;
}

/// The number of errors with this code, as the metrics count them.
async fn counted(server: &TestServer, code: &str) -> u64 {
    let (_, metrics) = request(server.address, "GET", "/metrics", None, None).await;
    let line = format!("vzetek_errors_total{{code=\"{code}\"}} ");
    let metrics = metrics.as_str().expect("text");
    let count = metrics.lines().find_map(|words| words.strip_prefix(line.as_str()));
    count.map_or(0, |count| count.parse().expect("a number"))
}

#[tokio::test]
async fn every_error_that_is_told_is_counted_once() {
    let server = TestServer::start(&["--message-burst", "30", "--messages-per-second", "1"]).await;
    let (table, [mut mover, _other]) = two_at_a_table(&server).await;
    let before = [
        counted(&server, "bad_message").await,
        counted(&server, "unknown_type").await,
        counted(&server, "bad_action").await,
        counted(&server, "invite_required").await,
        counted(&server, "rate_limited").await,
    ];
    let mut private = config("trset", 2);
    private["private"] = json!(true);
    let opener = guest(server.address, "Opener").await;
    let (private, _) = open_table(server.address, &opener, &private).await;
    let seq = mover.tables[&table].seq;
    for (message, code) in [
        (json!({ "type": "ping", "at": "x" }), "bad_message"),
        (json!({ "type": "fly" }), "unknown_type"),
        (json!({ "type": "act", "table": table, "seq": seq, "action": "X9" }), "bad_action"),
        (json!({ "type": "watch", "table": private }), "invite_required"),
    ] {
        mover.send(&message).await;
        assert_eq!(mover.expect_error().await.0, code);
    }
    let mut limited = 0;
    for at in 0..60 {
        mover.send(&json!({ "type": "ping", "at": at })).await;
    }
    let mut answers = 0;
    while answers < 60 {
        let message = mover.hear_one().await;
        match message["type"].as_str() {
            Some("error") => {
                assert_eq!(message["code"], "rate_limited");
                (limited, answers) = (limited + 1, answers + 1);
            }
            Some("pong") => answers += 1,
            _ => {}
        }
    }
    assert!(limited > 0, "nothing was refused");
    let bodies = request(server.address, "POST", "/api/guest", None, Some(&json!("x"))).await;
    assert_eq!(bodies.0, 400);
    let after = [
        counted(&server, "bad_message").await,
        counted(&server, "unknown_type").await,
        counted(&server, "bad_action").await,
        counted(&server, "invite_required").await,
        counted(&server, "rate_limited").await,
    ];
    let told = [2, 1, 1, 1, limited];
    assert_eq!(after, std::array::from_fn(|code| before[code] + told[code]));
    server.stop().await;
}
