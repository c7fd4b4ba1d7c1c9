//! Other messages on NATS: those of servers of other versions, and nonsense.

use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use vzetek_store::{Claim, ConnectOptions, Node};

use crate::support::among::{Among, party};
use crate::support::play_to_the_end;
use crate::support::process::{Process, until};

/// The subject of the first start of a server.
fn subject(name: &str) -> String {
    format!("vzetek.node.{name}.1")
}

/// A server of another version, of which there are only the row and the messages.
struct Stranger {
    _claim: Claim,
    client: async_nats::Client,
    heard: async_nats::Subscriber,
    number: u64,
}

impl Stranger {
    /// Is alive for the database, and says nothing yet.
    async fn join(among: &Among) -> Self {
        let release = "9.9.9".to_owned();
        let node = Node { id: "z".parse().expect("a name"), address: String::new(), release };
        let (options, patience) = (ConnectOptions::default(), Duration::from_secs(5));
        let claim = Claim::join(&among.database, &options, patience, node).await.expect("a claim");
        claim.connect().await.expect("the store");
        let client = among.nats.client().await;
        let heard = client.subscribe(subject("z")).await.expect("subscribed");
        Self { _claim: claim, client, heard, number: 0 }
    }

    /// Sends a message of its only session.
    async fn say(&self, number: u64, body: Value) {
        let head =
            json!({ "from": "z", "incarnation": 1, "session": 77, "number": number, "body": body });
        self.client.publish(subject("a"), head.to_string().into()).await.expect("sent");
        self.client.flush().await.expect("sent");
    }

    /// Sends the next message.
    async fn go_on(&mut self, body: Value) {
        self.number += 1;
        self.say(self.number, body).await;
    }

    /// Waits for a message of this type. Returns its session and all that it says.
    async fn hear(&mut self, kind: &str) -> (u64, String) {
        loop {
            let message = self.heard.next().await.expect("NATS is there");
            let text = std::str::from_utf8(&message.payload).expect("text");
            let head: Value =
                serde_json::from_str(text.lines().next().expect("a line")).expect("a head");
            if head["body"]["type"] == kind {
                return (head["session"].as_u64().expect("a number"), text.to_owned());
            }
        }
    }

    /// Opens the session, as a server of this version does.
    async fn open(&mut self, version: u32) {
        let (seen, _) = self.hear("open").await;
        let open = json!({ "type": "open", "seen": seen, "version": version, "release": "9.9.9" });
        self.say(0, open).await;
    }
}

/// Says what a neighbour may say that this version does not know, and is served all the same.
#[tokio::test]
async fn a_neighbouring_version_is_understood() {
    let Some(among) = Among::if_required().await else { return };
    let a = among.start("a").await;
    let mut z = Stranger::join(&among).await;
    z.open(2).await;
    let (session, _) = z.hear("beat").await;
    let player = json!({ "id": "zora", "name": "Zora", "kind": "guest", "mood": "new" });
    z.go_on(json!({ "type": "paint", "colour": "red" })).await;
    z.go_on(json!({
        "type": "enter", "connection": 5, "player": player, "household": "192.0.2.1",
        "house": false, "with": "more",
    }))
    .await;
    let command =
        |wish: Value| json!({ "type": "command", "connection": 5, "table": "t", "wish": wish });
    z.go_on(command(json!({ "wish": "paint" }))).await;
    z.go_on(command(json!({ "wish": "message", "message": { "type": "paint", "table": "t" } })))
        .await;
    z.go_on(command(json!({ "wish": "watch", "invite": null, "since": null }))).await;
    // The last one is answered: none before it has broken the session.
    let (same, told) = z.hear("tell").await;
    assert!(told.contains("busy"), "{told}");
    assert_eq!(same, session);
    until("it is named", async || a.log().contains("of another version")).await;
    let log = a.log();
    assert!(log.contains("paint") && !log.contains("was lost"), "{log}");
}

#[tokio::test]
async fn a_far_version_is_refused_with_words() {
    let Some(among) = Among::if_required().await else { return };
    let a = among.start("a").await;
    let mut z = Stranger::join(&among).await;
    for _ in 0..3 {
        z.open(3).await;
    }
    let words = "speaks a version that is no neighbour of ours";
    until("it is named", async || a.log().contains(words)).await;
    z.open(3).await;
    z.hear("open").await;
    let log = a.log();
    let said: Vec<&str> = log.lines().filter(|line| line.contains(words)).collect();
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("9.9.9"), "{said:?}");
    assert!(!log.contains("is heard"), "{log}");
    a.health(200).await;
}

/// Sends nonsense to a server.
async fn babble(client: &async_nats::Client, to: &Process, name: &str) {
    let head = |from: &str, number: u64, body: Value| {
        json!({ "from": from, "incarnation": 1, "session": 12_345, "number": number, "body": body })
            .to_string()
            .into_bytes()
    };
    let mut tell = head("b", 4, json!({ "type": "tell", "to": [1, 2, 3] }));
    let cut = tell[..tell.len() / 2].to_vec();
    tell.extend_from_slice(b"\n\xff\xfe");
    let random: Vec<u8> =
        (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let deep = "[".repeat(100_000).into_bytes();
    let huge = vec![b'{'; 900_000];
    let open = json!({ "type": "open", "seen": 1, "version": 1, "release": "0" });
    let nonsense = [
        vec![],
        b"\n".to_vec(),
        b"{}".to_vec(),
        b"null".to_vec(),
        cut,
        tell,
        random,
        deep,
        huge,
        head("nobody", 0, open),
        head("A b", 1, json!({ "type": "beat" })),
        head("b", u64::MAX, json!({ "type": "beat" })),
        head("b", 0, json!({ "type": "open" })),
    ];
    for _ in 0..20 {
        for message in &nonsense {
            client.publish(subject(name), message.clone().into()).await.expect("sent");
        }
    }
    client.flush().await.expect("sent");
    until("it is named", async || to.log().contains("no server's")).await;
}

/// Without the password nothing is sent; nonsense from others is named and ends nothing.
#[tokio::test]
async fn nonsense_is_named_and_ends_nothing() {
    let Some(among) = Among::if_required().await else { return };
    assert!(!among.nats.takes_anybody().await, "without a password");
    let [a, b] = among.pair().await;
    let (table, mut clients, _) = party(&a, [&a, &b]).await;
    let client = among.nats.client().await;
    babble(&client, &a, "a").await;
    babble(&client, &b, "b").await;
    play_to_the_end(&mut clients, &table).await;
    for server in [&a, &b] {
        let log = server.log();
        assert!(!log.contains("was lost") && !log.contains("panicked"), "{log}");
        // Named together, not one by one.
        assert!(log.matches("no server's").count() < 10, "{log}");
        server.health(200).await;
    }
}
