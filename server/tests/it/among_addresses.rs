//! The messages between servers, read by a subscriber to all of them: they hold no address of a
//! player.

use std::net::IpAddr;
use std::sync::Arc;

use futures_util::StreamExt as _;
use parking_lot::Mutex;
use serde_json::json;

use crate::support::Client;
use crate::support::among::{Among, hears_others};
use crate::support::process::until;
use crate::support::rest::{home, http, request_from};

const PASSWORD: &str = "korenček in burja";
/// The address that the proxy names for the spectator.
const FAR: &str = "2001:db8:7:8::9";

/// Everything that is published on a NATS: subjects, headers and payloads as text.
async fn overhear(nats: async_nats::Client) -> Arc<Mutex<Vec<String>>> {
    let mut published = nats.subscribe(">").await.expect("subscribed");
    nats.flush().await.expect("the server knows of it");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let texts = heard.clone();
    tokio::spawn(async move {
        let _nats = nats;
        while let Some(message) = published.next().await {
            let payload = String::from_utf8_lossy(&message.payload);
            let (subject, reply, headers) = (message.subject, message.reply, message.headers);
            texts.lock().push(format!("{subject} {reply:?} {headers:?} {payload}"));
        }
    });
    heard
}

/// The addresses in a text, in any form.
fn addresses(text: &str) -> Vec<IpAddr> {
    let is_apart = |letter: char| !letter.is_ascii_hexdigit() && !matches!(letter, '.' | ':');
    let words = text.split(is_apart);
    let forms = words.flat_map(|word| {
        // As an address, with a port, or at the end of a clause.
        let trimmed = word.trim_end_matches(['.', ':']);
        [Some(word), Some(trimmed), word.rsplit_once(':').map(|(address, _)| address)]
    });
    let parsed = forms.flatten().filter_map(|word| word.parse::<IpAddr>().ok());
    parsed.map(|address| address.to_canonical()).collect()
}

#[test]
fn an_address_is_found_in_any_form() {
    for text in [
        "\"127.0.1.7\"",
        "from 127.0.1.7:4711,",
        "[::ffff:127.0.1.7]",
        "::ffff:7f00:107",
        "it was 127.0.1.7.",
    ] {
        assert!(addresses(text).contains(&home(7)), "{text}");
    }
    let far: IpAddr = FAR.parse().expect("an address");
    assert!(addresses("\"household\":\"2001:0DB8:7:8:0:0:0:9\"").contains(&far));
    assert_eq!(addresses("vzetek.node.a.1 {\"number\":12}"), [""; 0].map(|_: &str| home(0)));
}

#[tokio::test]
async fn no_address_of_a_player_is_published_between_servers() {
    let Some(among) = Among::if_required().await else { return };
    let heard = overhear(among.nats.client().await).await;
    let a = among.spawn_with("a", &[("VZETEK_BEHIND_PROXY", "true")]).await;
    a.listens().await;
    let b = among.start("b").await;
    for server in [&a, &b] {
        hears_others(server, 1).await;
    }
    // Registered at one server and logged in at the other; two guests, one behind a proxy.
    let body = json!({ "name": "Ana", "password": PASSWORD, "bearer": true });
    let path = "/api/register";
    let (status, made) = request_from(home(1), a.address, "POST", path, None, Some(&body)).await;
    assert_eq!(status, 200, "{made}");
    let ana = http(b.address, home(2)).await.login("Ana", PASSWORD).await.expect("logged in");
    let bor = http(a.address, home(3)).await.guest(Some("Bor")).await.expect("a guest");
    let eva = http(b.address, home(4)).await.guest(Some("Eva")).await.expect("a guest");
    let far: IpAddr = FAR.parse().expect("an address");
    let mut players = [
        Client::connect_from(home(2), b.address, &ana).await,
        Client::connect_from(home(3), a.address, &bor).await,
    ];
    let mut spectator = Client::connect_for(far, a.address, &eva).await;
    for player in &mut players {
        player.send(&json!({ "type": "seek", "kind": "trset-2", "pace": "quick" })).await;
        player.expect("seeking").await;
    }
    let mut table = String::new();
    for player in &mut players {
        let called = player.expect("called").await;
        table = called["table"].as_str().expect("a table").to_owned();
        player.watch(&table).await;
    }
    for player in &mut players {
        player.seen(&table, "dealt").await;
    }
    spectator.watch(&table).await;
    spectator.send(&json!({ "type": "chat", "table": table, "text": "what a hand" })).await;
    for player in &mut players {
        while player.expect_event("chat").await["line"]["text"] != "what a hand" {}
        player.send(&json!({ "type": "chat", "table": table, "text": "good luck" })).await;
        spectator.expect_event("chat").await;
    }
    // The subscriber has heard of all three and of what they said.
    until("the conversation is overheard", async || {
        let heard = heard.lock();
        let is_heard = |part: &str| heard.iter().any(|message| message.contains(part));
        ["household", "Ana", "Bor", "trset-2", "good luck"].into_iter().all(is_heard)
    })
    .await;
    let players_own = [home(1), home(2), home(3), home(4), far];
    for message in &*heard.lock() {
        for address in addresses(message) {
            assert!(!players_own.contains(&address), "{address} in {message}");
        }
    }
}
