//! Tarok for four. No refusal reveals the holder of the called king.

use std::collections::BTreeSet;

use super::*;

const ILLEGAL: ErrorCode = ErrorCode::IllegalAction;
const KINGS: [&str; 4] = ["HK", "DK", "SK", "CK"];
const TRULA: [&str; 3] = ["T1", "T21", "T22"];

/// Tables in their first turn, and the forehand, where the forehand's hand is as wanted.
fn dealt(wanted: impl Fn(&[String]) -> bool) -> impl Iterator<Item = (Refusing, usize)> {
    (0..).filter_map(move |seed| {
        let game = json!({ "name": "tarok", "options": { "players": 4 } });
        let table = Refusing::new(game, seed);
        let forehand = (table.turn() + 3) % 4;
        wanted(&table.hand(forehand)).then_some((table, forehand))
    })
}

fn held(hand: &[String], cards: &[&'static str]) -> Option<&'static str> {
    cards.iter().copied().find(|card| hand.iter().any(|held| held == card))
}

#[test]
fn wrong_bids_calls_and_discards_are_named() {
    // A hand with a king, one of the trula, and other taroks to discard.
    let wanted = |hand: &[String]| {
        let taroks = hand.iter().filter(|card| card.starts_with('T')).count();
        held(hand, &KINGS).is_some() && held(hand, &TRULA).is_some() && taroks > 4
    };
    let (mut table, forehand) = dealt(wanted).next().expect("such a deal");
    let hand = table.hand(forehand);
    let king = held(&hand, &KINGS).expect("a king");

    table.refused("bid:three", ILLEGAL, "bid_not_allowed", &["only two, one, solo_three"]);
    table.refused("bid:klop", ILLEGAL, "bid_not_allowed", &["only two"]);
    table.refused("bid:solo", ILLEGAL, "bid_not_allowed", &["solo_three, solo_two"]);
    table.refused("call:HK", ILLEGAL, "not_now", &["three, two or one", "bid or pass"]);
    for _ in 0..3 {
        table.act("pass");
    }
    let contracts = &["klop, three, two, one, solo_three"];
    table.refused("contract:solo", ILLEGAL, "contract_not_allowed", contracts);
    table.refused("call:HK", ILLEGAL, "not_now", &["say now what you play"]);
    table.act("contract:three");

    for none in ["call:HQ", "call:T22", "call:", "call:K"] {
        table.refused(none, ErrorCode::BadAction, "", &["a king: HK, DK, SK or CK"]);
    }
    table.refused("pass", ILLEGAL, "not_now", &["call a king"]);
    table.refused("take:0", ILLEGAL, "not_now", &["call a king"]);
    table.act("call:SK");
    table.refused("call:DK", ILLEGAL, "not_now", &["once", "take a group"]);
    table.refused("take:2", ILLEGAL, "no_such_group", &["from 0 to 1"]);
    table.act("take:0");

    let legal = table.legal();
    let example = legal[0].trim_start_matches("discard:").to_owned();
    for card in [king, held(&hand, &TRULA).expect("one of the trula")] {
        let refused = format!("discard:{card}");
        let hints = ["king, pagat, mond", &example];
        table.refused(&refused, ILLEGAL, "not_discardable", &hints);
    }
    let plain = |action: &String| !action.contains(":T");
    let is_low = |card: &&String| card.starts_with('T') && !TRULA.contains(&&***card);
    let tarok = hand.iter().find(is_low).expect("a tarok").clone();
    let foreign = table.hand((forehand + 1) % 4)[0].clone();
    for _ in 0..3 {
        let refused = format!("discard:{foreign}");
        table.refused(&refused, ILLEGAL, "not_in_hand", &[&foreign, "discard one of"]);
        let legal = table.legal();
        if legal.iter().all(plain) {
            let refused = format!("discard:{tarok}");
            table.refused(&refused, ILLEGAL, "taroks_last", &["discard one of"]);
        }
        table.act(&legal[0]);
    }
    table.refused("contract:colour_valat", ILLEGAL, "contract_not_allowed", &["only a solo"]);
    table.goes_on();
}

#[test]
fn wrong_announcements_and_raises_are_named() {
    let without_pagat = |hand: &[String]| held(hand, &["T1"]).is_none();
    let foreign = |table: &Refusing, forehand| {
        let hand = table.hand(forehand);
        KINGS.into_iter().find(|king| held(&hand, &[*king]).is_none()).expect("one of four")
    };
    // The partner sits across or to the right: the left of the declarer is the first to say kontra.
    let with_partner = |(table, forehand): &(Refusing, usize)| {
        let king = foreign(table, *forehand);
        [2, 3].iter().any(|way| held(&table.hand((forehand + way) % 4), &[king]).is_some())
    };
    let mut deals = dealt(without_pagat);
    let (mut table, forehand) = deals.find(with_partner).expect("such a deal");
    let foreign = foreign(&table, forehand);
    for _ in 0..3 {
        table.act("pass");
    }
    table.act("contract:two");
    table.act(&format!("call:{foreign}"));
    take_without(&mut table, &["T1", foreign]);
    table.refused("raise:game", ILLEGAL, "not_now", &["announce something", "pass"]);
    let left = "you may announce trula, kings, valat, or pass";
    let pagat = &["has the pagat in hand", left];
    table.refused("announce:pagat_ultimo", ILLEGAL, "not_announceable", pagat);
    let king = &["the called king, ", foreign, left];
    table.refused("announce:king_ultimo", ILLEGAL, "not_announceable", king);
    table.act("announce:trula");
    table.refused("announce:trula", ILLEGAL, "already_announced", &["announce kings, valat"]);
    table.act("pass");

    // The first turn of the others; the holder of the king is on the declarer's side.
    for _ in 0..3 {
        let seat = table.turn();
        let own = table.hand(seat);
        for (word, card) in [("pagat_ultimo", "T1"), ("king_ultimo", foreign)] {
            if held(&own, &[card]).is_none() {
                let announced = format!("announce:{word}");
                let hints = ["in hand; you may announce kings, "];
                table.refused(&announced, ILLEGAL, "not_announceable", &hints);
            }
        }
        table.refused("raise:kings", ILLEGAL, "raise_not_allowed", &["kings is not announced"]);
        let raises = table.legal().contains(&"raise:game".to_owned());
        if raises {
            table.act("raise:game");
        }
        let hints = ["game is not yours to raise now", "kontra and sub", "or pass"];
        table.refused("raise:game", ILLEGAL, "raise_not_allowed", &hints);
        table.act("pass");
        if raises {
            break;
        }
    }
    // Kontra was said; only the declarer's side may say re now.
    while table.turn() != forehand {
        table.act("pass");
    }
    table.refused("announce:kings", ILLEGAL, "not_now", &["nothing is announced any more"]);
    table.act("raise:game");
    // Only defenders may say sub. The partner is asked, too, or the side would be seen.
    while table.legal() != ["pass"] {
        table.act("pass");
    }
    table.refused("raise:trula", ILLEGAL, "raise_not_allowed", &["you can only pass"]);
    table.refused("T1", ILLEGAL, "not_now", &["you can only pass"]);
    table.goes_on();
}

/// The declarer takes a group of the talon with none of these cards, and puts cards away.
fn take_without(table: &mut Refusing, cards: &[&str]) {
    let groups = table.status()["groups"].as_array().expect("groups").clone();
    let has = |group: &Value, card: &str| {
        group.as_array().expect("cards").iter().any(|of_group| of_group == card)
    };
    let is_free = |group: &Value| cards.iter().all(|card| !has(group, card));
    let chosen = groups.iter().position(is_free).expect("there are more groups than cards");
    table.act(&format!("take:{chosen}"));
    while table.legal()[0].starts_with("discard:") {
        let first = table.legal()[0].clone();
        table.act(&first);
    }
}

#[test]
fn no_king_is_called_in_a_solo() {
    let (mut table, _) = dealt(|_| true).next().expect("a deal");
    for _ in 0..3 {
        table.act("pass");
    }
    table.act("contract:solo_two");
    table.refused("call:HK", ILLEGAL, "not_now", &["three, two or one", "take a group"]);
    take_without(&mut table, &["T1"]);
    let none = &["no king is called", "you may announce trula, kings, "];
    table.refused("announce:king_ultimo", ILLEGAL, "not_announceable", none);
    table.act("announce:valat");
    let settled = &["before anything is announced"];
    table.refused("contract:colour_valat", ILLEGAL, "contract_not_allowed", settled);
    let void = &["beside a valat nothing is announced", "pass"];
    table.refused("announce:trula", ILLEGAL, "not_announceable", void);
    table.goes_on();
}

/// The left of the declarer announces something and is not on the declarer's side; the king is
/// across, right of, or with the declarer. Actions that the declarer and those without the king
/// then try are refused with the same error wherever it is.
#[test]
fn a_refusal_does_not_depend_on_the_holder_of_the_king() {
    const KING: &str = "HK";
    // By place, own cards that matter, and action: the error, and the places of the king.
    let mut answers: BTreeMap<String, (ErrorBody, BTreeSet<usize>)> = BTreeMap::new();
    for (mut table, forehand) in dealt(|_| true).take(40) {
        let place = |seat: usize| (seat + 4 - forehand) % 4;
        let has = |table: &Refusing, seat: usize, card| held(&table.hand(seat), &[card]).is_some();
        let Some(holder) = (0..4).find(|&seat| has(&table, seat, KING)) else { continue };
        if place(holder) == 1 {
            continue;
        }
        for word in ["pass", "pass", "pass", "contract:three"] {
            table.act(word);
        }
        table.act(&format!("call:{KING}"));
        take_without(&mut table, &["T1"]);
        table.act("pass");
        table.act("announce:trula");
        // To the end of the talk, once round and to the declarer.
        for _ in 0..4 {
            let seat = table.turn();
            let tried =
                ["raise:kings", "announce:trula", "announce:king_ultimo", "raise:game", "T5"];
            let legal = table.legal();
            let own = (has(&table, seat, KING), has(&table, seat, "T1"));
            for word in tried.into_iter().filter(|word| !legal.contains(&(*word).to_owned())) {
                let answer = table.refused(word, ILLEGAL, "", &[]);
                let asked = format!("{} {own:?} {word}", place(seat));
                let (known, holders) =
                    answers.entry(asked).or_insert((answer.clone(), BTreeSet::new()));
                assert_eq!(*known, answer, "{word}: the king is at {}", place(holder));
                holders.insert(place(holder));
            }
            table.act("pass");
        }
        table.goes_on();
    }
    let all_of = |places: &[usize]| {
        let is_of =
            |(_, seen): &&(ErrorBody, BTreeSet<usize>)| places.iter().all(|h| seen.contains(h));
        answers.values().filter(is_of).count()
    };
    let compared = [all_of(&[2, 3]), all_of(&[0, 3]), all_of(&[0, 2])];
    assert!(compared[0] >= 3 && compared[1] >= 2 && compared[2] >= 2, "{compared:?}: {answers:#?}");
}
