//! People's own bots, and the house's.

use std::sync::Arc;

use clap::Parser;
use serde_json::json;
use vzetek_protocol::client::HouseBot;
use vzetek_protocol::{ErrorCode, Kind};
use vzetek_server::Config;
use vzetek_server::accounts::Accounts;
use vzetek_server::elsewhere::Alone;
use vzetek_server::sources::Sources;

use super::client::{Server, person};

#[tokio::test]
async fn people_have_bots_guests_do_not() {
    let server = Server::start(&[]).await;
    let guest = server.token("/api/guest", &json!({ "bearer": true })).await;
    let wish = json!({ "name": "Robi" });
    server.post("/api/bots", &guest, &wish).await.expect_error(403, "forbidden");
    server.ask("POST", "/api/bots").json(&wish).send().await.expect_error(401, "unauthorized");
    let ana = server.token("/api/register", &person("Ana")).await;
    for number in 0..10 {
        let wish = json!({ "name": format!("Robi {number}") });
        let made = server.post("/api/bots", &ana, &wish).await;
        assert_eq!(made.status, 200, "{made:?}");
        assert_eq!(made.json()["bot"]["kind"], "bot");
        let token = made.json()["token"].as_str().expect("a token").to_owned();
        assert_eq!(token.len(), 32);
    }
    let eleventh = server.post("/api/bots", &ana, &json!({ "name": "One more" })).await;
    eleventh.expect_error(429, "rate_limited");
    server.stop().await;
}

#[tokio::test]
async fn a_bot_is_listed_and_deleted_by_its_owner_alone() {
    let server = Server::start(&[]).await;
    let ana = server.token("/api/register", &person("Ana")).await;
    let bor = server.token("/api/register", &person("Bor")).await;
    let made = server.post("/api/bots", &ana, &json!({ "name": "Robi" })).await.json();
    let (id, token) = (made["bot"]["id"].as_str().unwrap(), made["token"].as_str().unwrap());
    let list = server.ask("GET", "/api/bots").token(&ana).send().await.json();
    assert_eq!(list, json!([made["bot"]]), "without the token");
    assert_eq!(server.ask("GET", "/api/bots").token(&bor).send().await.json(), json!([]));
    server.ask("GET", "/api/bots").send().await.expect_error(401, "unauthorized");

    let address = format!("/api/bots/{id}");
    let other = server.ask("DELETE", &address).token(&bor).send().await;
    other.expect_error(404, "no_such_player");
    assert_eq!(server.ask("GET", "/api/me").token(token).send().await.status, 200);
    assert_eq!(server.ask("DELETE", &address).token(&ana).send().await.status, 204);
    server.ask("GET", "/api/me").token(token).send().await.expect_error(401, "unauthorized");
    assert_eq!(server.ask("GET", "/api/bots").token(&ana).send().await.json(), json!([]));
    server.stop().await;
}

#[tokio::test]
async fn house_bots_are_made_once_for_each_level() {
    let server = Server::start(&[]).await;
    let config = Config::parse_from(["vzetek-server", "--house-token", "the house"]);
    let accounts =
        Arc::new(Accounts::new(server.store.clone(), &config, Arc::new(Alone), Sources::system()));
    let bot = |level: &str| HouseBot { name: "Burja".into(), level: level.into() };
    let calls = (0..8).map(|_| {
        let (accounts, bot) = (accounts.clone(), bot("strong"));
        tokio::spawn(async move { accounts.house_bot("the house", &bot).await })
    });
    let mut ids = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        ids.push(call.await.expect("no panic").expect("an account").id);
    }
    ids.dedup();
    assert_eq!(ids.len(), 1, "{ids:?}");
    let gentle = accounts.house_bot("the house", &bot("gentle")).await.expect("another");
    assert!(gentle.id != ids[0] && gentle.owner.is_none());
    for token in ["", "the hous", "The house"] {
        let fault = accounts.house_bot(token, &bot("strong")).await.expect_err("a stranger");
        assert_eq!(fault.body.code, ErrorCode::Unauthorized);
    }
    // Without a house token nobody is of the house.
    let none = Accounts::new(
        server.store.clone(),
        &Config::parse_from(["vzetek-server"]),
        Arc::new(Alone),
        Sources::system(),
    );
    assert!(none.house_bot("", &bot("strong")).await.is_err());

    let wanted = [ids[0].clone(), "unknown".to_owned(), gentle.id.clone()];
    let kind = Kind::from("trset-2");
    let players = accounts.players(&wanted, Some(&kind)).await.expect("players");
    let shown: Vec<_> =
        players.iter().map(|player| (player.name.as_str(), player.rating)).collect();
    assert_eq!(shown, [("Burja", None), ("", None), ("Burja", None)]);
    server.stop().await;
}
