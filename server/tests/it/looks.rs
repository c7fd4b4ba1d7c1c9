//! Names of guests, and faces, at tables, in the lobby and in chat.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::support::rest::{config, guest, person, request};
use crate::support::tables::seated;
use crate::support::{Client, TestServer, play_to_the_end};

async fn put(address: SocketAddr, token: &str, path: &str, body: &Value) -> (u16, Value) {
    request(address, "PUT", path, Some(token), Some(body)).await
}

async fn named(address: SocketAddr, token: &str, name: &str) -> (u16, Value) {
    put(address, token, "/api/me/name", &json!({ "name": name })).await
}

async fn faced(address: SocketAddr, token: &str, face: &Value) -> (u16, Value) {
    put(address, token, "/api/me/face", &json!({ "face": face })).await
}

#[tokio::test]
async fn a_guests_name_and_face_show_everywhere_at_once_and_after_a_restart() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, tokens) = seated(&server, &config("trset", 2), 2).await;
    let (status, renamed) = named(server.address, &tokens[0], " Žan ").await;
    assert_eq!((status, &renamed["name"], &renamed["kind"]), (200, &json!("Žan"), &json!("guest")));
    assert_eq!(renamed.get("face"), None, "none is chosen yet");
    let (status, shown) = faced(server.address, &tokens[0], &json!("T21")).await;
    assert_eq!((status, &shown["name"], &shown["face"]), (200, &json!("Žan"), &json!("T21")));
    for client in &mut clients {
        for face in [None, Some(&json!("T21"))] {
            let told = client.expect_event("renamed").await;
            let player = &told["player"];
            assert_eq!((&told["seat"], &player["name"]), (&json!(0), &json!("Žan")));
            assert_eq!((&player["kind"], player.get("face")), (&json!("guest"), face));
        }
    }
    // The connection that was open before has both, too.
    clients[0].send(&json!({ "type": "chat", "table": table, "text": "hello" })).await;
    let from = clients[1].expect_event("chat").await["line"]["from"].clone();
    assert_eq!((&from["name"], &from["face"]), (&json!("Žan"), &json!("T21")));
    let (_, lobby) = request(server.address, "GET", "/api/tables", None, None).await;
    assert_eq!(lobby[0]["seats"][0]["name"], "Žan", "{lobby}");
    assert_eq!(lobby[0]["seats"][0]["face"], "T21", "{lobby}");
    // A spectator is renamed more than once.
    let token = guest(server.address, "Onlooker").await;
    let mut spectator = Client::connect(server.address, &token).await;
    let watched = spectator.watch(&table).await;
    assert_eq!(watched["seats"][0]["player"]["face"], "T21", "{watched}");
    for name in ["Vid", "Vida"] {
        assert_eq!(named(server.address, &token, name).await.0, 200);
        spectator.send(&json!({ "type": "chat", "table": table, "text": "hello" })).await;
        let said = clients[1].expect_event("chat").await;
        assert_eq!(said["line"]["from"]["name"], name, "{said}");
    }
    // A deal of the archive has the face of today.
    play_to_the_end(&mut clients, &table).await;
    let game = clients[0].tables[&table].game.clone().expect("a game");
    let path = format!("/api/games/{game}");
    let (_, record) = request(server.address, "GET", &path, None, None).await;
    assert_eq!(record["players"][0]["player"]["face"], "T21", "{record}");
    drop((clients, spectator));
    let folder = server.stop().await;
    let server = TestServer::start_in(folder, &[]).await;
    let mut back = Client::connect(server.address, &tokens[0]).await;
    assert_eq!(back.welcome["you"]["face"], "T21");
    let snapshot = back.watch(&table).await;
    let player = &snapshot["seats"][0]["player"];
    assert_eq!((&player["name"], &player["face"]), (&json!("Žan"), &json!("T21")), "{snapshot}");
    // Who chooses none is shown none, and who registers keeps the face.
    let (_, shown) = faced(server.address, &tokens[0], &Value::Null).await;
    assert_eq!(shown.get("face"), None, "{shown}");
    faced(server.address, &tokens[1], &json!("DQ")).await;
    let body = json!({ "name": "Ana", "password": "correct horse", "bearer": true });
    let (_, made) =
        request(server.address, "POST", "/api/register", Some(&tokens[1]), Some(&body)).await;
    assert_eq!(made["user"]["face"], "DQ", "{made}");
    server.stop().await;
}

#[tokio::test]
async fn names_of_accounts_and_of_the_house_are_refused_to_guests() {
    let server = TestServer::start(&[]).await;
    let ana = person(server.address, "Ana").await;
    let token = guest(server.address, "Bor").await;
    for (name, status, code) in [
        ("Ana", 409, "name_taken"),
        ("a n à", 409, "name_taken"),
        ("Аnа", 400, "bad_name"),
        ("Burja", 409, "name_taken"),
        ("Admin 2", 409, "name_taken"),
        ("", 400, "bad_name"),
        ("two\nlines", 400, "bad_name"),
        ("twenty-five characters!!!", 400, "bad_name"),
    ] {
        let (told, refused) = named(server.address, &token, name).await;
        assert_eq!((told, &refused["code"]), (status, &json!(code)), "{name:?}: {refused}");
        assert_eq!(refused["field"], "name", "{name:?}");
    }
    let (_, me) = request(server.address, "GET", "/api/me", Some(&token), None).await;
    assert_eq!(me["user"]["name"], "Bor");
    // Guests reserve nothing.
    let other = guest(server.address, "Cene").await;
    assert_eq!(named(server.address, &other, "Bor").await.0, 200);
    // Persons and bots keep their names; without a session there is none to change.
    assert_eq!(named(server.address, &ana, "Ina").await.1["code"], "forbidden");
    let body = json!({ "name": "Bor" });
    let (status, _) = request(server.address, "PUT", "/api/me/name", None, Some(&body)).await;
    assert_eq!(status, 401);
    server.stop().await;
}

#[tokio::test]
async fn faces_are_the_taroks_and_courts_of_people_and_of_their_bots() {
    let server = TestServer::start(&[]).await;
    let ana = person(server.address, "Ana").await;
    let bor = person(server.address, "Bor").await;
    let (_, made) =
        request(server.address, "POST", "/api/bots", Some(&ana), Some(&json!({ "name": "Ab" })))
            .await;
    let bot = made["token"].as_str().expect("a token");
    let of_bot = format!("/api/bots/{}/face", made["bot"]["id"].as_str().expect("an id"));
    for (token, path) in [(&*ana, "/api/me/face"), (bot, "/api/me/face"), (&ana, &of_bot)] {
        let (status, shown) = put(server.address, token, path, &json!({ "face": "SC" })).await;
        assert_eq!((status, &shown["face"]), (200, &json!("SC")), "{path}: {shown}");
    }
    let (_, bots) = request(server.address, "GET", "/api/bots", Some(&ana), None).await;
    assert_eq!(bots[0]["face"], "SC", "{bots}");
    let (status, refused) = put(server.address, &bor, &of_bot, &json!({ "face": "HK" })).await;
    assert_eq!((status, &refused["code"]), (404, &json!("no_such_player")), "of another person");
    for wrong in ["", "T0", "T23", "H1", "S10", "C7", "K", "hk", "T1 "] {
        let (status, refused) = faced(server.address, &ana, &json!(wrong)).await;
        assert_eq!((status, &refused["field"]), (400, &json!("face")), "{wrong:?}: {refused}");
    }
    let suits = ["H", "S", "D", "C"].into_iter();
    let courts = suits.flat_map(|suit| ["K", "Q", "C", "J"].map(|rank| format!("{suit}{rank}")));
    for face in (1..=22).map(|number| format!("T{number}")).chain(courts) {
        assert_eq!(faced(server.address, &bor, &json!(face)).await.1["face"], json!(face));
    }
    server.stop().await;
}

#[tokio::test]
async fn an_account_changes_its_looks_sixty_times_an_hour() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    for n in 0..30 {
        assert_eq!(named(server.address, &token, "Admin").await.0, 409, "a failure does not count");
        assert_eq!(faced(server.address, &token, &json!("T1")).await.0, 200);
        assert_eq!(named(server.address, &token, &format!("Ana {n}")).await.0, 200);
    }
    for (status, refused) in [
        faced(server.address, &token, &json!("T2")).await,
        named(server.address, &token, "Iva").await,
    ] {
        assert_eq!((status, &refused["code"]), (429, &json!("rate_limited")), "{refused}");
        assert!(refused["retry_ms"].as_u64().is_some_and(|wait| wait > 3_000_000), "{refused}");
    }
    let other = guest(server.address, "Bor").await;
    assert_eq!(faced(server.address, &other, &json!("T2")).await.0, 200);
    server.stop().await;
}
