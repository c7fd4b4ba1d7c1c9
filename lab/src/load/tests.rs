//! A table whose server had closed the list of nonces when ours came: which of
//! the two is quicker cannot be had for certain from a real one.

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::any;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::stage::{Counters, Director};
use super::table::Table;

/// Plays its part up to the first turn.
async fn in_a_hurry(mut socket: WebSocket) {
    while let Some(Ok(Message::Text(text))) = socket.recv().await {
        let said: Value = serde_json::from_str(&text).expect("JSON");
        let event = |seq: u32, event: Value| json!({ "type": "event", "table": "t", "seq": seq, "event": event });
        let late = json!({ "type": "error", "code": "no_nonce_awaited", "message": "too late", "table": "t" });
        let answers = match said["type"].as_str() {
            Some("sit") => vec![
                json!({ "type": "snapshot", "snapshot": { "seq": 1, "you": 0 } }),
                event(2, json!({ "type": "committed" })),
                event(3, json!({ "type": "nonces_committed" })),
            ],
            Some("nonce_hash") => vec![late],
            Some("nonce") => vec![
                late,
                event(4, json!({ "type": "dealt", "deal": { "turn": { "legal": ["C3"] } } })),
            ],
            _ => Vec::new(),
        };
        for answer in answers {
            socket.send(Message::Text(answer.to_string().into())).await.expect("sent");
        }
    }
}

#[tokio::test]
async fn a_nonce_that_is_late_is_counted_and_the_deal_goes_on() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("ws://{}/ws", listener.local_addr().expect("an address"));
    let upgrade = async |upgrade: WebSocketUpgrade| upgrade.on_upgrade(in_a_hurry);
    tokio::spawn(axum::serve(listener, Router::new().route("/ws", any(upgrade))).into_future());
    let director = Director::new();
    let table = Table::sit(&address, "t".into(), vec!["token".to_owned()], director.follow()).await;
    assert!(table.is_ok(), "{:?}", table.err());
    let counters = director.follow().borrow().counters.clone();
    assert_eq!(Counters::read(&counters.late_nonces), 1);
}
