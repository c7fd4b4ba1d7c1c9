//! Each client is told the picture of a deal that it asked for, and no other.

use serde_json::{Value, json};
use vzetek_protocol::{DealEvent, DecisionDocument};

use crate::support::rest::{guest, open_table};
use crate::support::tables::config;
use crate::support::{Client, TestServer, play_to_the_end, play_until};

/// The pictures of the first clients at a table; the last has asked for none.
const PICTURES: [&str; 3] = ["decisions", "zones", "view"];

/// Clients in all seats of a new table, each with the picture of its seat, then a spectator for
/// each picture, and the tokens of the former.
async fn seated(
    server: &TestServer,
    config: &Value,
    players: usize,
) -> (String, Vec<Client>, Vec<Client>, Vec<String>) {
    let owner = guest(server.address, "Opener").await;
    let (table, _) = open_table(server.address, &owner, config).await;
    let (mut clients, mut spectators, mut tokens) = (Vec::new(), Vec::new(), Vec::new());
    for picture in PICTURES {
        let token = guest(server.address, "Onlooker").await;
        let mut client = Client::hello(server.address, hello(&token, Some(picture))).await;
        client.watch(&table).await;
        spectators.push(client);
    }
    for seat in 0..players {
        let token = guest(server.address, &format!("Guest {seat}")).await;
        let hello = hello(&token, PICTURES.get(seat).copied());
        let mut client = Client::hello(server.address, hello).await;
        client.sit(&table, seat as u8).await;
        clients.push(client);
        tokens.push(token);
    }
    (table, clients, spectators, tokens)
}

fn hello(token: &str, picture: Option<&str>) -> Value {
    let mut hello = json!({ "type": "hello", "protocol": 1, "token": token });
    if let Some(picture) = picture {
        hello["picture"] = picture.into();
    }
    hello
}

/// The deal, the turn, and the events of a move, as far as a message tells of them.
fn parts(message: &Value) -> [&Value; 3] {
    let event = &message["event"];
    let deal =
        [&message["snapshot"]["deal"], &event["deal"]].into_iter().find(|deal| !deal.is_null());
    let deal = deal.unwrap_or(&Value::Null);
    let turns = [&message["turn"], &deal["turn"], &event["turn"]];
    let turn = turns.into_iter().find(|turn| !turn.is_null()).unwrap_or(&Value::Null);
    [deal, turn, &event["events"]]
}

/// Checks everything that a client was told, and returns the number of its decisions.
fn check(client: &Client, picture: Option<&str>) -> usize {
    let mut decisions = 0;
    let mut so_far = Vec::<DealEvent>::new();
    let has_zones = matches!(picture, Some("zones") | None);
    let has_view = picture != Some("zones");
    for frame in &client.frames {
        let message: Value = serde_json::from_str(frame).expect("JSON");
        let [deal, turn, events] = parts(&message);
        if !deal.is_null() {
            assert_eq!(deal["view"].is_object(), has_view, "{picture:?}: {message}");
            assert_eq!(deal["zones"].is_object(), has_zones, "{picture:?}: {message}");
            assert_eq!(deal["status"].is_object(), has_zones, "{picture:?}: {message}");
            so_far.clear();
            for moved in deal["moves"].as_array().expect("moves") {
                so_far.extend(
                    serde_json::from_value::<Vec<DealEvent>>(moved["events"].clone())
                        .expect("events"),
                );
            }
        }
        if !events.is_null() {
            so_far
                .extend(serde_json::from_value::<Vec<DealEvent>>(events.clone()).expect("events"));
            assert!(has_zones || message["event"]["status"].is_null(), "{message}");
        }
        assert!(has_zones || so_far.iter().all(|event| event.moves.is_empty()), "{message}");
        let decision = &turn["decision"];
        assert!(decision.is_null() || picture == Some("decisions"), "{picture:?}: {message}");
        assert!(turn["legal"].is_null() || picture != Some("decisions"), "{message}");
        if !decision.is_null() {
            let document: DecisionDocument =
                serde_json::from_value(decision.clone()).expect("a document");
            assert_eq!(decision["view"]["observer"], turn["seat"], "{message}");
            assert_eq!(decision["view"]["current_player"], turn["seat"], "{message}");
            assert_eq!(decision["move_ms"], turn["move_ms"], "{message}");
            assert!(document.score.is_some() && !document.legal.is_empty());
            assert_eq!(document.events, so_far, "all that the seat was told, and nothing else");
            decisions += 1;
        }
    }
    decisions
}

/// Plays a deal with clients and spectators of all pictures; the program in the first seat has
/// this many decisions at least.
async fn play_in_every_picture(game: &str, options: Value, players: usize, least: usize) {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, mut spectators, _) =
        seated(&server, &config(game, &options), players).await;
    play_to_the_end(&mut clients, &table).await;
    for (seat, client) in clients.iter().enumerate() {
        let picture = PICTURES.get(seat).copied();
        let decisions = check(client, picture);
        assert!(picture != Some("decisions") || decisions >= least, "only {decisions}");
    }
    for (client, picture) in spectators.iter_mut().zip(PICTURES) {
        client.expect_event("deal_over").await;
        assert_eq!(check(client, Some(picture)), 0, "nobody decides who only watches");
    }
    server.stop().await;
}

#[tokio::test]
async fn trset_is_played_in_every_picture() {
    play_in_every_picture("trset", json!({ "players": 2 }), 2, 8).await;
}

#[tokio::test]
async fn kifameno_is_played_in_every_picture() {
    play_in_every_picture("trset", json!({ "players": 3, "variant": "kifameno" }), 3, 8).await;
}

#[tokio::test]
async fn tarok_is_played_in_every_picture() {
    play_in_every_picture("tarok", json!({}), 3, 12).await;
}

#[tokio::test]
async fn tarok_for_four_is_played_in_every_picture() {
    play_in_every_picture("tarok", json!({ "players": 4 }), 4, 10).await;
}

#[tokio::test]
async fn tablic_is_played_in_every_picture() {
    play_in_every_picture("tablic", json!({ "players": 2 }), 2, 10).await;
}

/// Missed events come without their turns, which are over; the current turn comes whole.
#[tokio::test]
async fn a_program_that_was_away_is_told_its_decision() {
    let server = TestServer::start(&[]).await;
    let (table, mut clients, _, tokens) =
        seated(&server, &config("trset", &json!({ "players": 2 })), 2).await;
    let mut moves = 5;
    play_until(&mut clients, &table, moves).await;
    while clients[0].tables[&table].turn != Some(0) {
        moves += 1;
        play_until(&mut clients, &table, moves).await;
    }
    let known = clients.remove(0);
    let mut followed = known.tables[&table].clone();
    let (epoch, legal) = (followed.epoch.clone(), followed.legal.clone());
    known.close().await;
    followed.seq -= 4;
    let since = json!({ "epoch": epoch, "seq": followed.seq });
    let mut back = Client::hello(server.address, hello(&tokens[0], Some("decisions"))).await;
    back.tables.insert(table.clone(), followed);
    back.send(&json!({ "type": "watch", "table": table, "since": since })).await;
    let mut old = 0;
    let turn = loop {
        let message = back.hear_one().await;
        match message["type"].as_str() {
            Some("turn") => break message["turn"].clone(),
            Some("event") => {
                let turn = &message["event"]["turn"];
                old += usize::from(turn["seat"] == 0 && turn["decision"].is_null());
                assert!(turn["legal"].is_null(), "{message}");
            }
            _ => panic!("{message}"),
        }
    };
    assert!(old > 0, "a turn of its own was over");
    assert_eq!(turn["decision"]["legal"], json!(legal));
    server.stop().await;
}
