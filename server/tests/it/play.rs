//! Whole deals at real tables.

use std::cmp::Ordering;

use serde_json::json;

use crate::support::rest::{self, config, guest, open_table};
use crate::support::tables::{guests_at, seated};
use crate::support::{Client, TestServer, bots, play_to_the_end, play_until};

async fn whole_deal(variant: &str, players: u8) {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, _) = seated(&server, &config(variant, players), players).await;
    let finish = play_to_the_end(&mut clients, &table).await;

    let seats = finish["result"]["seats"].as_array().expect("a result");
    let thirds: u64 = seats.iter().map(|seat| seat["thirds"].as_u64().unwrap()).sum();
    assert_eq!(thirds, 35, "{finish}");
    let game = clients[0].tables[&table].game.clone().expect("a game");
    let (status, record) =
        rest::request(server.address, "GET", &format!("/api/games/{game}"), None, None).await;
    assert_eq!(status, 200, "{record}");
    let recorded: Vec<&str> =
        record["steps"].as_array().unwrap().iter().map(|s| s["action"].as_str().unwrap()).collect();
    assert_eq!(recorded, clients[0].tables[&table].moves, "the archive has what was played");
    let (_, list) = rest::request(server.address, "GET", "/api/games?limit=5", None, None).await;
    assert_eq!(list[0]["id"], game, "{list}");
    assert_eq!(list[0]["kind"], format!("{variant}-{players}"));
    server.stop().await;
}

#[tokio::test]
async fn two_play_a_deal_and_find_it_again() {
    whole_deal("trset", 2).await;
}

#[tokio::test]
async fn three_play_a_deal_and_find_it_again() {
    whole_deal("kifameno", 3).await;
}

#[tokio::test]
async fn four_play_a_deal_and_find_it_again() {
    whole_deal("trset", 4).await;
}

#[tokio::test]
async fn a_guest_who_registers_is_a_person_from_the_next_event_on() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, tokens) = seated(&server, &config("trset", 2), 2).await;
    play_to_the_end(&mut clients, &table).await;
    let before = clients[0].tables[&table].game.clone().expect("a game");
    let body = json!({ "name": "Ana", "password": "correct horse", "bearer": true });
    let register =
        rest::request(server.address, "POST", "/api/register", Some(&tokens[0]), Some(&body));
    assert_eq!(register.await.0, 200);
    for client in &mut clients {
        let renamed = client.expect_event("renamed").await;
        let player = &renamed["player"];
        assert_eq!(
            (&renamed["seat"], &player["name"], &player["kind"]),
            (&json!(0), &json!("Ana"), &json!("person"))
        );
    }
    // The connection that was open before speaks for the person.
    clients[0].send(&json!({ "type": "chat", "table": table, "text": "hello" })).await;
    let said = clients[1].expect_event("chat").await;
    assert_eq!(
        (&said["line"]["from"]["name"], &said["line"]["from"]["kind"]),
        (&json!("Ana"), &json!("person"))
    );
    let (_, lobby) = rest::request(server.address, "GET", "/api/tables", None, None).await;
    assert_eq!(lobby[0]["seats"][0]["name"], "Ana", "{lobby}");
    // So does that of a spectator.
    let token = rest::guest(server.address, "Onlooker").await;
    let mut spectator = Client::connect(server.address, &token).await;
    spectator.watch(&table).await;
    let body = json!({ "name": "Vid", "password": "correct horse", "bearer": true });
    let (status, _) =
        rest::request(server.address, "POST", "/api/register", Some(&token), Some(&body)).await;
    assert_eq!(status, 200);
    spectator.send(&json!({ "type": "chat", "table": table, "text": "hello" })).await;
    let said = clients[1].expect_event("chat").await;
    assert_eq!(said["line"]["from"]["name"], "Vid", "{said}");
    assert_eq!(clients[1].watch(&table).await["seats"][0]["player"]["kind"], "person");
    for client in &mut clients {
        client.tables.get_mut(&table).unwrap().finish = None;
        client.send(&json!({ "type": "ready", "table": table })).await;
    }
    play_to_the_end(&mut clients, &table).await;
    let after = clients[0].tables[&table].game.clone().expect("a game");
    for (game, name, kind) in [(before, "Guest 0", "guest"), (after, "Ana", "person")] {
        let path = format!("/api/games/{game}");
        let (_, record) = rest::request(server.address, "GET", &path, None, None).await;
        let player = &record["players"][0]["player"];
        assert_eq!((&player["name"], &player["kind"]), (&json!(name), &json!(kind)), "{record}");
    }
    server.stop().await;
}

#[tokio::test]
async fn bots_fill_the_table_and_a_match_goes_to_its_target() {
    let server = TestServer::start(&[]).await;
    let _bots = bots::start(server.address, 3).await;
    let token = rest::person(server.address, "Ana").await;
    let mut wish = config("trset", 4);
    wish["bots"] = json!("easy");
    wish["game"]["options"]["target"] = json!(21);
    let (table, _) = open_table(server.address, &token, &wish).await;
    let mut ana = Client::connect(server.address, &token).await;
    ana.sit(&table, 2).await;
    let mut deals = 0;
    let last = loop {
        let finish = play_to_the_end(std::slice::from_mut(&mut ana), &table).await;
        deals += 1;
        if !finish["match_won"].is_null() {
            break finish;
        }
        ana.tables.get_mut(&table).unwrap().finish = None;
        ana.send(&json!({ "type": "ready", "table": table })).await;
    };
    assert!(deals >= 2, "21 points are more than one deal gives a side");
    let points: Vec<u64> = last["score"]["points"]
        .as_array()
        .expect("points")
        .iter()
        .map(|points| points.as_u64().unwrap())
        .collect();
    assert_eq!(points[0], points[2]);
    assert!(points.iter().any(|&points| points >= 21), "{points:?}");
    let changes = last["ratings"].as_array().expect("a rated match");
    assert_eq!(changes.len(), 4);
    let won: Vec<bool> =
        last["match_won"].as_array().unwrap().iter().map(|won| won.as_bool().unwrap()).collect();
    for (seat, (change, won)) in changes.iter().zip(won).enumerate() {
        let gained = change["after"].as_i64().cmp(&change["before"].as_i64());
        let expected = match seat {
            0 => Ordering::Equal, // Her partner played against bots alone.
            _ if won => Ordering::Greater,
            _ => Ordering::Less,
        };
        assert_eq!(gained, expected, "{changes:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_second_match_starts_when_all_want_it() {
    let server = TestServer::start(&[]).await;
    let owner = guest(server.address, "Opener").await;
    let (table, _) = open_table(server.address, &owner, &config("trset", 2)).await;
    let (mut clients, _) = guests_at(server.address, &table, 2).await;
    let first = play_to_the_end(&mut clients, &table).await;
    let first_dealer = dealer(&clients[0], &table);
    for client in &mut clients {
        client.send(&json!({ "type": "ready", "table": table })).await;
        while client.tables[&table].finish.is_some()
            && client.tables[&table].events.last().is_none_or(|e| e["type"] != "ready")
        {
            client.hear_one().await;
        }
    }
    for client in &mut clients {
        client.expect_event("dealt").await;
    }
    let second = play_to_the_end(&mut clients, &table).await;
    assert_ne!(first["game"], second["game"]);
    assert_ne!(first_dealer, dealer(&clients[0], &table), "the deal goes round");
    assert_eq!(second["score"]["deals"], 1, "a new match starts from nothing");
    server.stop().await;
}

fn dealer(client: &Client, table: &str) -> u64 {
    let dealt = client.tables[table].events.iter().rev().find(|e| e["type"] == "dealt");
    dealt.expect("a deal")["deal"]["view"]["dealer"].as_u64().expect("a dealer")
}

#[tokio::test]
async fn a_reconnect_gets_what_it_missed_or_a_snapshot() {
    let server = TestServer::start(&[]).await;
    let owner = guest(server.address, "Opener").await;
    let (table, _) = open_table(server.address, &owner, &config("trset", 2)).await;
    let (mut clients, _) = guests_at(server.address, &table, 2).await;
    let mut watcher = Client::connect(server.address, &owner).await;
    watcher.watch(&table).await;
    let seen = watcher.tables[&table].clone();
    watcher.close().await;
    play_until(&mut clients, &table, 4).await;
    let mut back = Client::connect(server.address, &owner).await;
    back.tables.insert(table.clone(), seen.clone());
    let since = json!({ "epoch": seen.epoch, "seq": seen.seq });
    back.send(&json!({ "type": "watch", "table": table, "since": since })).await;
    // The client itself checks that numbers have no gap.
    while back.tables[&table].moves.len() < 4 {
        assert_eq!(back.hear_one().await["type"], "event");
    }
    assert_eq!(back.tables[&table].moves, clients[0].tables[&table].moves);

    let foreign = json!({ "epoch": "another life", "seq": seen.seq });
    back.send(&json!({ "type": "watch", "table": table, "since": foreign })).await;
    back.expect("snapshot").await;
    server.stop().await;
}
