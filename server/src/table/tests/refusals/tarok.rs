//! Tarok for three.

use super::*;

const KINGS: [&str; 4] = ["HK", "DK", "SK", "CK"];

/// Deals in which a player holds a king, with the player's seat.
fn with_a_king() -> impl Iterator<Item = (Refusing, usize)> {
    (0..).filter_map(|seed| {
        let table = Refusing::new(json!({ "name": "tarok", "options": {} }), seed);
        let has_king = |&seat: &usize| {
            let hand = table.hand(seat);
            KINGS.iter().any(|king| hand.contains(&(*king).to_owned()))
        };
        let seat = (0..3).find(has_king)?;
        Some((table, seat))
    })
}

#[test]
fn wrong_actions_are_named_and_the_table_stays_as_it_was() {
    const ILLEGAL: ErrorCode = ErrorCode::IllegalAction;
    let (mut table, king) = with_a_king().next().expect("such a deal");

    // Bidding: the middle must go above the forehand's three.
    table.refused("bid:three", ILLEGAL, "bid_not_allowed", &["two, one, solo, berac"]);
    table.refused("bid:klop", ILLEGAL, "bid_not_allowed", &["two"]);
    table.refused("bid:open_berac", ILLEGAL, "bid_not_allowed", &["berac"]);
    table.refused("T5", ILLEGAL, "not_now", &["bid or pass"]);
    table.refused("discard:H4", ILLEGAL, "not_now", &["bid or pass"]);
    table.refused("bid:four", ErrorCode::BadAction, "", &["klop, three, two"]);
    table.refused("T23", ErrorCode::BadAction, "", &["such as T21"]);
    table.refused("discard:", ErrorCode::BadAction, "", &["such as T21"]);
    let mut bid = false;
    loop {
        let seat = table.turn();
        if table.legal()[0].starts_with("contract:") {
            break;
        }
        if seat == king && !bid {
            table.act("bid:solo");
            bid = true;
            if table.legal().contains(&"pass".to_owned()) {
                table.refused("bid:two", ILLEGAL, "bid_not_allowed", &["berac"]);
            }
        } else {
            table.act("pass");
        }
    }
    // A player who bid solo may not play less.
    if bid {
        table.refused("contract:one", ILLEGAL, "contract_not_allowed", &["solo, berac"]);
    }
}

#[test]
fn wrong_discards_raises_and_cards_are_named() {
    const ILLEGAL: ErrorCode = ErrorCode::IllegalAction;
    // The king's owner has to be the forehand, who can play three unopposed.
    let is_forehand = |(table, seat): &(Refusing, usize)| *seat == (table.turn() + 2) % 3;
    let (mut table, _) = with_a_king().find(is_forehand).expect("such a deal");
    table.act("pass");
    table.act("pass");
    table.refused("contract:open_berac", ILLEGAL, "contract_not_allowed", &["klop, three"]);
    table.refused("pass", ILLEGAL, "not_now", &["what you play"]);
    table.act("contract:three");
    table.refused("take:2", ILLEGAL, "no_such_group", &["from 0 to 1"]);
    table.refused("take:9", ErrorCode::BadAction, "", &["0 to 5"]);
    table.refused("discard:H4", ILLEGAL, "not_now", &["take a group"]);
    table.act("take:0");

    let declarer = table.turn();
    let own = table.hand(declarer);
    let king = KINGS.iter().find(|king| own.contains(&(**king).to_owned())).expect("a king");
    let legal = table.legal();
    let example = legal[0].trim_start_matches("discard:").to_owned();
    let refused = format!("discard:{king}");
    table.refused(&refused, ILLEGAL, "not_discardable", &["king", &example]);
    let foreign = table.hand((declarer + 1) % 3);
    let refused = format!("discard:{}", foreign[0]);
    table.refused(&refused, ILLEGAL, "not_in_hand", &[&foreign[0], &example]);
    for _ in 0..3 {
        table.refused("pass", ILLEGAL, "not_now", &["discard"]);
        let legal = table.legal();
        table.act(&legal[0]);
    }

    table.refused("raise:game", ILLEGAL, "not_now", &["announce"]);
    table.act("announce:kings");
    table.refused("announce:kings", ILLEGAL, "already_announced", &["trula, pagat_ultimo, valat"]);
    table.act("pass");

    table.refused(
        "raise:valat",
        ILLEGAL,
        "raise_not_allowed",
        &["not announced", "raise game, kings"],
    );
    table.act("raise:game");
    // Kontra twice: the next word is the declarer's.
    table.refused("raise:game", ILLEGAL, "raise_not_allowed", &["not yours", "raise kings"]);
    let defender = table.turn();
    table.act("raise:kings");
    assert_ne!(table.turn(), defender, "nothing is left to say");
    let leader = loop {
        let seat = table.turn();
        if table.legal()[0] != "pass" {
            break seat;
        }
        table.act("pass");
    };
    let foreign = table.hand((leader + 1) % 3);
    let legal = table.legal();
    table.refused(&foreign[0], ILLEGAL, "not_in_hand", &[&foreign[0], &legal[0]]);
    table.refused("raise:game", ILLEGAL, "not_now", &["play a card"]);

    table.goes_on();
}
