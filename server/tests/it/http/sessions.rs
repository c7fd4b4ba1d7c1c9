//! Guests and people: their sessions, from the first to the last.

use chrono::{TimeDelta, Utc};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use vzetek_store::SessionRow;

use super::client::{Server, person};

#[tokio::test]
async fn a_guest_who_registers_stays_who_they_are() {
    let server = Server::start(&[]).await;
    let guest = server.ask("POST", "/api/guest").send().await;
    assert_eq!(guest.status, 200, "{guest:?}");
    let cookie = guest.header("set-cookie").expect("a cookie").to_owned();
    for flag in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=7776000"] {
        assert!(cookie.contains(flag), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "{cookie}");
    let user = guest.json()["user"].clone();
    assert!(guest.json().get("token").is_none(), "in the cookie only");
    assert_eq!(user["kind"], "guest");
    assert!(user["name"].as_str().is_some_and(|name| name.len() > 4), "{user}");

    let cookie = cookie.split(';').next().expect("name and value");
    let registered = server
        .ask("POST", "/api/register")
        .header("Cookie", cookie)
        .json(&json!({ "name": "Marija", "password": "correct horse" }))
        .send()
        .await;
    assert_eq!(registered.status, 200, "{registered:?}");
    let new_cookie = registered.header("set-cookie").expect("a cookie").to_owned();
    assert_eq!(registered.json()["user"]["id"], user["id"]);
    assert_eq!(registered.json()["user"]["kind"], "person");

    // The guest's session ended with the guest.
    let old = server.ask("GET", "/api/me").header("Cookie", cookie).send().await;
    assert_eq!((old.status, old.json()), (200, Value::Null), "a visitor, and no error");
    let cleared = old.header("set-cookie").expect("the cookie is taken back").to_owned();
    assert!(cleared.contains("Max-Age=0"), "{cleared}");
    // A token that was named on purpose is refused.
    let token = cookie.split_once('=').expect("name and value").1;
    server.ask("GET", "/api/me").token(token).send().await.expect_error(401, "unauthorized");
    let me = server
        .ask("GET", "/api/me")
        .header("Cookie", new_cookie.split(';').next().expect("name and value"))
        .send()
        .await;
    assert_eq!(me.json()["user"]["name"], "Marija");
    let token = server.token("/api/login", &person("MARIJA")).await;
    let me = server.ask("GET", "/api/me").token(&token).send().await;
    assert_eq!(me.json()["user"]["id"], user["id"]);
    server.stop().await;
}

#[tokio::test]
async fn a_guest_who_logs_in_is_a_guest_no_longer() {
    let server = Server::start(&[]).await;
    server.token("/api/register", &person("Ana")).await;
    let guest = server.token("/api/guest", &json!({ "bearer": true })).await;
    let other = server.token("/api/guest", &json!({ "bearer": true })).await;
    let cookie = format!("vzetek_session={guest}");
    let login = |password: &str| {
        let body = json!({ "name": "Ana", "password": password });
        server.ask("POST", "/api/login").header("Cookie", &cookie).json(&body).send()
    };
    assert_eq!(login("wrong horse").await.status, 401);
    assert_eq!(server.ask("GET", "/api/me").token(&guest).send().await.status, 200);
    assert_eq!(login("correct horse").await.status, 200);
    server.ask("GET", "/api/me").token(&guest).send().await.expect_error(401, "unauthorized");
    assert_eq!(server.ask("GET", "/api/me").token(&other).send().await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn logging_out_and_deleting_end_it() {
    let server = Server::start(&["--secure-cookies", "true"]).await;
    let first = server.token("/api/register", &person("Ana")).await;
    let second = server.token("/api/login", &person("Ana")).await;
    let out = server.ask("POST", "/api/logout").token(&first).send().await;
    assert_eq!(out.status, 204);
    let cookie = out.header("set-cookie").expect("a cookie");
    assert!(cookie.contains("Max-Age=0") && cookie.ends_with("; Secure"), "{cookie}");
    assert_eq!(server.ask("GET", "/api/me").token(&first).send().await.status, 401);
    assert_eq!(server.ask("POST", "/api/logout").send().await.status, 204);

    let me = server.ask("GET", "/api/me").token(&second).send().await.json();
    let id = me["user"]["id"].as_str().expect("an id").to_owned();
    let bot = server.post("/api/bots", &second, &json!({ "name": "Robi" })).await.json();
    let bot = bot["token"].as_str().expect("a token").to_owned();
    assert_eq!(server.ask("GET", "/api/me").token(&bot).send().await.status, 200);
    assert_eq!(server.ask("DELETE", "/api/me").token(&second).send().await.status, 204);
    for token in [&second, &bot] {
        let gone = server.ask("GET", "/api/me").token(token).send().await;
        gone.expect_error(401, "unauthorized");
    }
    let profile = server.get(&format!("/api/players/{id}")).await;
    profile.expect_error(404, "no_such_player");
    let login = server.ask("POST", "/api/login").json(&person("Ana")).send().await;
    login.expect_error(401, "wrong_password");
    let stored = server.store.account(&id).await.expect("the store").expect("the row stays");
    assert!(stored.name.is_empty() && stored.password_hash.is_none());
    // The name is free again.
    server.token("/api/register", &person("Ana")).await;
    server.stop().await;
}

/// Gives an account a session of so many days ago, as if it had not been used
/// since; its token and its hash.
async fn old_session(server: &Server, account: &str, days: i64) -> (String, Vec<u8>) {
    let token = format!("a token of {days} days ago");
    let token_hash = Sha256::digest(token.as_bytes()).to_vec();
    let created_at = Utc::now() - TimeDelta::days(days);
    let row = SessionRow {
        token_hash: token_hash.clone(),
        account: account.to_owned(),
        created_at,
        expires_at: Some(created_at + TimeDelta::days(90)),
    };
    server.store.add_session(&row).await.expect("added");
    (token, token_hash)
}

#[tokio::test]
async fn a_session_lasts_as_long_as_it_is_used() {
    let server = Server::start(&[]).await;
    let guest = server.ask("POST", "/api/guest").send().await.json();
    let id = guest["user"]["id"].as_str().expect("an id");
    let until = async |hash: &[u8]| {
        let row = server.store.session(hash, Utc::now()).await.expect("the store");
        row.expect("a session").expires_at.expect("an end")
    };
    let days_left = async |hash: &[u8]| (until(hash).await - Utc::now()).num_minutes() / (24 * 60);

    let (token, hash) = old_session(&server, id, 80).await;
    assert_eq!(days_left(&hash).await, 9);
    let cookie = format!("vzetek_session={token}");
    let me = server.ask("GET", "/api/me").header("Cookie", &cookie).send().await;
    assert_eq!(me.status, 200);
    assert_eq!(days_left(&hash).await, 89, "prolonged");
    let set = me.header("set-cookie").expect("the cookie again").to_owned();
    assert!(set.starts_with(&cookie) && set.contains("Max-Age=7776000"), "{set}");

    // Not with every request: one write a day at most.
    let before = until(&hash).await;
    let me = server.ask("GET", "/api/me").header("Cookie", &cookie).send().await;
    assert!(me.header("set-cookie").is_some());
    assert_eq!(until(&hash).await, before);
    // A program keeps its token itself, and any use will do.
    let (token, hash) = old_session(&server, id, 2).await;
    let bots = server.ask("GET", "/api/bots").token(&token).send().await;
    assert_eq!((bots.status, bots.header("set-cookie")), (200, None));
    assert_eq!(days_left(&hash).await, 89);

    let (token, _) = old_session(&server, id, 91).await;
    server.ask("GET", "/api/me").token(&token).send().await.expect_error(401, "unauthorized");
    server.stop().await;
}

#[tokio::test]
async fn tokens_are_stored_as_hashes_only() {
    let server = Server::start(&[]).await;
    let token = server.token("/api/register", &person("Ana")).await;
    let file = server.folder.path().to_owned();
    let hash = Sha256::digest(&token);
    let mut found = false;
    for name in ["vzetek.sqlite", "vzetek.sqlite-wal"] {
        let Ok(bytes) = std::fs::read(file.join(name)) else { continue };
        found |= bytes.windows(hash.len()).any(|part| part == hash.as_slice());
        for secret in [token.as_bytes(), b"correct horse"] {
            assert!(!bytes.windows(secret.len()).any(|part| part == secret), "{name}");
        }
    }
    assert!(found, "the hash is there, so a token would be found");
    server.stop().await;
}
