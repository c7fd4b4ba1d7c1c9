//! At a table of four, too, whatever is wrong gets its name and what would have been
//! right, the table stays as it was, and nobody learns where the called king is.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::support::refusals::Table;
use crate::support::tables::record;
use crate::support::tarok::config_of_four;
use crate::support::{TestServer, play_to_the_end};

const ILLEGAL: &str = "illegal_action";
const KINGS: [&str; 4] = ["HK", "DK", "SK", "CK"];
const TRULA: [&str; 3] = ["T1", "T21", "T22"];

/// A table in its first turn, and the forehand, if the forehand's hand is as wanted.
async fn dealt(server: &TestServer, wanted: impl Fn(&[String]) -> bool) -> (Table, usize) {
    loop {
        let mut table = Table::new(server, &config_of_four(&json!({})), 4).await;
        let forehand = (table.turn().await + 3) % 4;
        if wanted(&table.hand(forehand)) {
            return (table, forehand);
        }
    }
}

fn held(hand: &[String], cards: &[&'static str]) -> Option<&'static str> {
    cards.iter().copied().find(|card| hand.iter().any(|held| held == card))
}

/// The deal goes on to its end, and the archive has it.
async fn goes_on(server: &TestServer, mut table: Table) {
    let end = play_to_the_end(&mut table.clients, &table.id).await;
    assert!(!end.is_null(), "the table went on");
    let game = table.clients[0].tables[&table.id].game.clone().expect("a game");
    assert_eq!(record(server, &game).await["kind"], "tarok-4");
}

#[tokio::test]
async fn wrong_bids_calls_and_discards_are_named() {
    let server = TestServer::start(&[]).await;
    // Somebody with a king, one of the trula, and other taroks to discard.
    let wanted = |hand: &[String]| {
        let taroks = hand.iter().filter(|card| card.starts_with('T')).count();
        held(hand, &KINGS).is_some() && held(hand, &TRULA).is_some() && taroks > 4
    };
    let (mut table, forehand) = dealt(&server, wanted).await;
    let hand = table.hand(forehand);
    let king = held(&hand, &KINGS).expect("a king");

    table.refused("bid:three", ILLEGAL, "bid_not_allowed", &["only two, one, solo_three"]).await;
    table.refused("bid:klop", ILLEGAL, "bid_not_allowed", &["only two"]).await;
    table.refused("bid:solo", ILLEGAL, "bid_not_allowed", &["solo_three, solo_two"]).await;
    table.refused("call:HK", ILLEGAL, "not_now", &["three, two or one", "bid or pass"]).await;
    for _ in 0..3 {
        table.act("pass").await;
    }
    let contracts = &["klop, three, two, one, solo_three"];
    table.refused("contract:solo", ILLEGAL, "contract_not_allowed", contracts).await;
    table.refused("call:HK", ILLEGAL, "not_now", &["say now what you play"]).await;
    table.act("contract:three").await;

    for none in ["call:HQ", "call:T22", "call:", "call:K"] {
        table.refused(none, "bad_action", "", &["a king: HK, DK, SK or CK"]).await;
    }
    table.refused("pass", ILLEGAL, "not_now", &["call a king"]).await;
    table.refused("take:0", ILLEGAL, "not_now", &["call a king"]).await;
    table.act("call:SK").await;
    table.refused("call:DK", ILLEGAL, "not_now", &["once", "take a group"]).await;
    table.refused("take:2", ILLEGAL, "no_such_group", &["from 0 to 1"]).await;
    table.act("take:0").await;

    let legal = table.legal().await;
    let example = legal[0].trim_start_matches("discard:").to_owned();
    for card in [king, held(&hand, &TRULA).expect("one of the trula")] {
        let refused = format!("discard:{card}");
        let hints = ["king, pagat, mond", &example];
        table.refused(&refused, ILLEGAL, "not_discardable", &hints).await;
    }
    let plain = |action: &String| !action.contains(":T");
    let is_low = |card: &&String| card.starts_with('T') && !TRULA.contains(&&***card);
    let tarok = hand.iter().find(is_low).expect("a tarok").clone();
    let foreign = table.hand((forehand + 1) % 4)[0].clone();
    for _ in 0..3 {
        let refused = format!("discard:{foreign}");
        table.refused(&refused, ILLEGAL, "not_in_hand", &[&foreign, "discard one of"]).await;
        let legal = table.legal().await;
        if legal.iter().all(plain) {
            let refused = format!("discard:{tarok}");
            table.refused(&refused, ILLEGAL, "taroks_last", &["discard one of"]).await;
        }
        table.act(&legal[0]).await;
    }
    table.refused("contract:colour_valat", ILLEGAL, "contract_not_allowed", &["only a solo"]).await;
    goes_on(&server, table).await;
    server.stop().await;
}

#[tokio::test]
async fn wrong_announcements_and_raises_are_named() {
    let server = TestServer::start(&[]).await;
    let without_pagat = |hand: &[String]| held(hand, &["T1"]).is_none();
    let (mut table, forehand) = dealt(&server, without_pagat).await;
    for _ in 0..3 {
        table.act("pass").await;
    }
    table.act("contract:two").await;
    let hand = table.hand(forehand);
    let foreign = KINGS.iter().find(|king| held(&hand, &[*king]).is_none()).expect("one of four");
    table.act(&format!("call:{foreign}")).await;
    take_without(&mut table, &["T1", foreign]).await;
    table.refused("raise:game", ILLEGAL, "not_now", &["announce something", "pass"]).await;
    let left = "you may announce trula, kings, valat, or pass";
    let pagat = &["has the pagat in hand", left];
    table.refused("announce:pagat_ultimo", ILLEGAL, "not_announceable", pagat).await;
    let king = &["the called king, ", foreign, left];
    table.refused("announce:king_ultimo", ILLEGAL, "not_announceable", king).await;
    table.act("announce:trula").await;
    table.refused("announce:trula", ILLEGAL, "already_announced", &["announce kings, valat"]).await;
    table.act("pass").await;

    // The first turn of the others: whoever has the king is on the declarer's side.
    for _ in 0..3 {
        let seat = table.turn().await;
        let own = table.hand(seat);
        for (word, card) in [("pagat_ultimo", "T1"), ("king_ultimo", *foreign)] {
            if held(&own, &[card]).is_none() {
                let announced = format!("announce:{word}");
                let hints = ["in hand; you may announce kings, "];
                table.refused(&announced, ILLEGAL, "not_announceable", &hints).await;
            }
        }
        table
            .refused("raise:kings", ILLEGAL, "raise_not_allowed", &["kings is not announced"])
            .await;
        let raises = table.legal().await.contains(&"raise:game".to_owned());
        if raises {
            table.act("raise:game").await;
        }
        let hints = ["game is not yours to raise now", "kontra and sub", "or pass"];
        table.refused("raise:game", ILLEGAL, "raise_not_allowed", &hints).await;
        table.act("pass").await;
        if raises {
            break;
        }
    }
    // Somebody has said kontra; now the declarer's side may say re, and nobody else.
    while table.turn().await != forehand {
        table.act("pass").await;
    }
    table.refused("announce:kings", ILLEGAL, "not_now", &["nothing is announced any more"]).await;
    table.act("raise:game").await;
    table.refused("raise:trula", ILLEGAL, "raise_not_allowed", &["you can only pass"]).await;
    table.refused("T1", ILLEGAL, "not_now", &["you can only pass"]).await;
    goes_on(&server, table).await;
    server.stop().await;
}

/// The declarer takes a group of the talon with none of these cards, and puts cards away.
async fn take_without(table: &mut Table, cards: &[&str]) {
    let declarer = table.turn().await;
    let event = table.clients[declarer].tables[&table.id].events.last().expect("an event");
    let groups = event["status"]["groups"].as_array().expect("groups").clone();
    let has = |group: &Value, card: &str| {
        group.as_array().expect("cards").iter().any(|of_group| of_group == card)
    };
    let is_free = |group: &Value| cards.iter().all(|card| !has(group, card));
    let chosen = groups.iter().position(is_free).expect("there are more groups than cards");
    table.act(&format!("take:{chosen}")).await;
    while table.legal().await[0].starts_with("discard:") {
        let first = table.legal().await[0].clone();
        table.act(&first).await;
    }
}

#[tokio::test]
async fn no_king_is_called_in_a_solo() {
    let server = TestServer::start(&[]).await;
    let (mut table, _) = dealt(&server, |_| true).await;
    for _ in 0..3 {
        table.act("pass").await;
    }
    table.act("contract:solo_two").await;
    table.refused("call:HK", ILLEGAL, "not_now", &["three, two or one", "take a group"]).await;
    take_without(&mut table, &["T1"]).await;
    let none = &["no king is called", "you may announce trula, kings, "];
    table.refused("announce:king_ultimo", ILLEGAL, "not_announceable", none).await;
    table.act("announce:valat").await;
    let settled = &["before anything is announced"];
    table.refused("contract:colour_valat", ILLEGAL, "contract_not_allowed", settled).await;
    let void = &["beside a valat nothing is announced", "pass"];
    table.refused("announce:trula", ILLEGAL, "not_announceable", void).await;
    goes_on(&server, table).await;
    server.stop().await;
}

/// A refusal as it came, the name of the table apart.
fn bytes(mut refusal: Value) -> String {
    refusal["table"] = Value::Null;
    refusal.to_string()
}

/// The left of the declarer announces something and is none of the declarer's side; the
/// king is across, right of, or with the declarer. Whatever the declarer and those
/// without the king try then is refused in the same bytes wherever it is.
#[tokio::test]
async fn a_refusal_is_the_same_whoever_holds_the_king() {
    const KING: &str = "HK";
    let server = TestServer::start(&[]).await;
    // By place, own cards that matter, and what was tried: the answer, and the holders.
    let mut answers: BTreeMap<String, (String, BTreeSet<usize>)> = BTreeMap::new();
    let enough = |answers: &BTreeMap<String, (String, BTreeSet<usize>)>| {
        let all_of = |holders: &[usize]| {
            let is_of =
                |(_, seen): &&(String, BTreeSet<usize>)| holders.iter().all(|h| seen.contains(h));
            answers.values().filter(is_of).count()
        };
        all_of(&[2, 3]) >= 3 && all_of(&[0, 3]) >= 2 && all_of(&[0, 2]) >= 2
    };
    let mut deals = 0;
    while !enough(&answers) {
        deals += 1;
        assert!(deals < 60, "the king was not everywhere: {answers:#?}");
        let (mut table, forehand) = dealt(&server, |_| true).await;
        let place = |seat: usize| (seat + 4 - forehand) % 4;
        let has = |table: &Table, seat: usize, card| held(&table.hand(seat), &[card]).is_some();
        let Some(holder) = (0..4).find(|&seat| has(&table, seat, KING)) else { continue };
        if place(holder) == 1 {
            continue;
        }
        for word in ["pass", "pass", "pass", "contract:three"] {
            table.act(word).await;
        }
        table.act(&format!("call:{KING}")).await;
        take_without(&mut table, &["T1"]).await;
        table.act("pass").await;
        table.act("announce:trula").await;
        // To the end of the talk, once round and to the declarer.
        for _ in 0..4 {
            let seat = table.turn().await;
            let tried =
                ["raise:kings", "announce:trula", "announce:king_ultimo", "raise:game", "T5"];
            let legal = table.legal().await;
            let own = (has(&table, seat, KING), has(&table, seat, "T1"));
            for word in tried.into_iter().filter(|word| !legal.contains(&(*word).to_owned())) {
                let answer = bytes(table.refused(word, ILLEGAL, "", &[]).await);
                let asked = format!("{} {own:?} {word}", place(seat));
                let (known, holders) =
                    answers.entry(asked).or_insert((answer.clone(), BTreeSet::new()));
                assert_eq!(*known, answer, "{word}: the king is at {}", place(holder));
                holders.insert(place(holder));
            }
            table.act("pass").await;
        }
        goes_on(&server, table).await;
    }
    server.stop().await;
}
