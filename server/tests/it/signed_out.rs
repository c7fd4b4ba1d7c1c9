//! Connections end with the session that they were opened with.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::support::rest::{guest, request};
use crate::support::{Client, TestServer};

fn person(password: &str) -> Value {
    json!({ "name": "Ana", "password": password, "bearer": true })
}

async fn token(address: SocketAddr, path: &str, body: &Value) -> String {
    let (status, answer) = request(address, "POST", path, None, Some(body)).await;
    assert_eq!(status, 200, "{answer}");
    answer["token"].as_str().expect("a token").to_owned()
}

/// Sends a request that must succeed without an answer.
async fn ask(address: SocketAddr, method: &str, path: &str, token: &str, body: Option<&Value>) {
    let (status, answer) = request(address, method, path, Some(token), body).await;
    assert_eq!(status, 204, "{answer}");
}

async fn is_sent_away(mut client: Client) {
    assert_eq!(client.expect("goodbye").await["reason"], "signed_out");
    assert_eq!(client.try_hear().await, None);
}

async fn stays(client: &mut Client) {
    client.send(&json!({ "type": "ping", "at": 5 })).await;
    assert_eq!(client.hear_one().await, json!({ "type": "pong", "at": 5 }));
}

#[tokio::test]
async fn another_password_ends_the_connections_of_other_sessions() {
    let server = TestServer::start(&[]).await;
    let address = server.address;
    let own = token(address, "/api/register", &person("correct horse")).await;
    let other = token(address, "/api/login", &person("correct horse")).await;
    let mut bystander = Client::connect(address, &guest(address, "Bor").await).await;
    let mut asks = Client::connect(address, &own).await;
    let elsewhere =
        [Client::connect(address, &other).await, Client::connect(address, &other).await];

    let change = json!({ "old": "correct horse", "new": "battery staple" });
    ask(address, "POST", "/api/me/password", &own, Some(&change)).await;
    for client in elsewhere {
        is_sent_away(client).await;
    }
    stays(&mut asks).await;
    stays(&mut bystander).await;
    server.stop().await;
}

#[tokio::test]
async fn logging_out_ends_the_connections_of_that_session_only() {
    let server = TestServer::start(&[]).await;
    let address = server.address;
    let first = token(address, "/api/register", &person("correct horse")).await;
    let second = token(address, "/api/login", &person("correct horse")).await;
    let leaves = Client::connect(address, &first).await;
    let mut remains = Client::connect(address, &second).await;
    ask(address, "POST", "/api/logout", &first, None).await;
    is_sent_away(leaves).await;
    stays(&mut remains).await;
    server.stop().await;
}

#[tokio::test]
async fn deleting_an_account_ends_its_connections_and_those_of_its_bots() {
    let server = TestServer::start(&[]).await;
    let address = server.address;
    let own = token(address, "/api/register", &person("correct horse")).await;
    let mut bots = Vec::new();
    for name in ["Robi", "Rudi"] {
        let wish = json!({ "name": name });
        let (status, made) = request(address, "POST", "/api/bots", Some(&own), Some(&wish)).await;
        assert_eq!(status, 200, "{made}");
        let id = made["bot"]["id"].as_str().expect("an id").to_owned();
        let token = made["token"].as_str().expect("a token").to_owned();
        bots.push((id, Client::connect(address, &token).await));
    }
    let mut ana = Client::connect(address, &own).await;
    let (_, rudi) = bots.pop().expect("a bot");
    let (id, robi) = bots.pop().expect("a bot");

    ask(address, "DELETE", &format!("/api/bots/{id}"), &own, None).await;
    is_sent_away(robi).await;
    stays(&mut ana).await;
    ask(address, "DELETE", "/api/me", &own, None).await;
    is_sent_away(rudi).await;
    is_sent_away(ana).await;
    server.stop().await;
}

#[tokio::test]
async fn a_guest_who_registers_goes_on_playing_where_they_asked() {
    let server = TestServer::start(&[]).await;
    let address = server.address;
    let gost = guest(address, "Gost").await;
    let mut client = Client::connect(address, &gost).await;
    let body = person("correct horse");
    let (status, answer) =
        request(address, "POST", "/api/register", Some(&gost), Some(&body)).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["user"]["id"], client.welcome["you"]["id"]);
    stays(&mut client).await;
    // From now on it belongs to the person's session.
    let own = answer["token"].as_str().expect("a token");
    let change = json!({ "old": "correct horse", "new": "battery staple" });
    ask(address, "POST", "/api/me/password", own, Some(&change)).await;
    stays(&mut client).await;
    ask(address, "POST", "/api/logout", own, None).await;
    is_sent_away(client).await;
    server.stop().await;
}

#[tokio::test]
async fn a_guest_who_logs_in_as_somebody_else_is_sent_away() {
    let server = TestServer::start(&[]).await;
    let address = server.address;
    token(address, "/api/register", &person("correct horse")).await;
    let gost = guest(address, "Gost").await;
    let client = Client::connect(address, &gost).await;
    let mut bystander = Client::connect(address, &guest(address, "Bor").await).await;
    let body = person("correct horse");
    let (status, answer) = request(address, "POST", "/api/login", Some(&gost), Some(&body)).await;
    assert_eq!(status, 200, "{answer}");
    is_sent_away(client).await;
    stays(&mut bystander).await;
    server.stop().await;
}
