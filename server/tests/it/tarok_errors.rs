//! Whatever is wrong at a table of tarok gets its name and what would have
//! been right, and the table stays as it was.

use serde_json::json;

use crate::support::refusals::Table;
use crate::support::tarok::config;
use crate::support::{TestServer, play_to_the_end};

const KINGS: [&str; 4] = ["HK", "DK", "SK", "CK"];

/// A deal in which somebody holds a king, and who; nearly every deal is one.
async fn with_a_king(server: &TestServer) -> (Table, usize) {
    loop {
        let table = Table::new(server, &config(&json!({})), 3).await;
        let king = (0..3).find(|&seat| {
            let hand = table.hand(seat);
            KINGS.iter().any(|king| hand.contains(&(*king).to_owned()))
        });
        if let Some(seat) = king {
            return (table, seat);
        }
    }
}

#[tokio::test]
async fn wrong_actions_are_named_and_the_table_stays_as_it_was() {
    const ILLEGAL: &str = "illegal_action";
    let server = TestServer::start(&[]).await;
    let (mut table, king) = with_a_king(&server).await;

    // Bidding: the middle must go above the forehand's three.
    table.refused("bid:three", ILLEGAL, "bid_not_allowed", &["two, one, solo, berac"]).await;
    table.refused("bid:klop", ILLEGAL, "bid_not_allowed", &["two"]).await;
    table.refused("bid:open_berac", ILLEGAL, "bid_not_allowed", &["berac"]).await;
    table.refused("T5", ILLEGAL, "not_now", &["bid or pass"]).await;
    table.refused("discard:H4", ILLEGAL, "not_now", &["bid or pass"]).await;
    table.refused("bid:four", "bad_action", "", &["klop, three, two"]).await;
    table.refused("T23", "bad_action", "", &["such as T21"]).await;
    table.refused("discard:", "bad_action", "", &["such as T21"]).await;
    let mut bid = false;
    loop {
        let seat = table.turn().await;
        if table.clients[seat].tables[&table.id].legal[0].starts_with("contract:") {
            break;
        }
        if seat == king && !bid {
            table.act("bid:solo").await;
            bid = true;
            let next = table.turn().await;
            if table.clients[next].tables[&table.id].legal.contains(&"pass".to_owned()) {
                table.refused("bid:two", ILLEGAL, "bid_not_allowed", &["berac"]).await;
            }
        } else {
            table.act("pass").await;
        }
    }
    // A player who bid solo may not play less.
    if bid {
        table.refused("contract:one", ILLEGAL, "contract_not_allowed", &["solo, berac"]).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn wrong_discards_raises_and_cards_are_named() {
    const ILLEGAL: &str = "illegal_action";
    let server = TestServer::start(&[]).await;
    // The king's owner has to be the forehand, who can play three unopposed.
    let mut table = loop {
        let (mut table, _) = with_a_king(&server).await;
        let forehand = (table.turn().await + 2) % 3;
        let held = table.hand(forehand);
        if KINGS.iter().any(|king| held.contains(&(*king).to_owned())) {
            break table;
        }
    };
    table.act("pass").await;
    table.act("pass").await;
    table.refused("contract:open_berac", ILLEGAL, "contract_not_allowed", &["klop, three"]).await;
    table.refused("pass", ILLEGAL, "not_now", &["what you play"]).await;
    table.act("contract:three").await;
    table.refused("take:2", ILLEGAL, "no_such_group", &["from 0 to 1"]).await;
    table.refused("take:9", "bad_action", "", &["0 to 5"]).await;
    table.refused("discard:H4", ILLEGAL, "not_now", &["take a group"]).await;
    table.act("take:0").await;

    let declarer = table.turn().await;
    let own = table.hand(declarer);
    let king = KINGS.iter().find(|king| own.contains(&(**king).to_owned())).expect("a king");
    let legal = table.clients[declarer].tables[&table.id].legal.clone();
    let example = legal[0].trim_start_matches("discard:").to_owned();
    let refused = format!("discard:{king}");
    table.refused(&refused, ILLEGAL, "not_discardable", &["king", &example]).await;
    let foreign = table.hand((declarer + 1) % 3);
    let refused = format!("discard:{}", foreign[0]);
    table.refused(&refused, ILLEGAL, "not_in_hand", &[&foreign[0], &example]).await;
    for _ in 0..3 {
        table.refused("pass", ILLEGAL, "not_now", &["discard"]).await;
        let legal = table.clients[declarer].tables[&table.id].legal.clone();
        table.act(&legal[0]).await;
    }

    table.refused("raise:game", ILLEGAL, "not_now", &["announce"]).await;
    table.act("announce:kings").await;
    table
        .refused("announce:kings", ILLEGAL, "already_announced", &["trula, pagat_ultimo, valat"])
        .await;
    table.act("pass").await;

    table
        .refused(
            "raise:valat",
            ILLEGAL,
            "raise_not_allowed",
            &["not announced", "raise game, kings"],
        )
        .await;
    table.act("raise:game").await;
    // Kontra twice: the next word is the declarer's.
    table.refused("raise:game", ILLEGAL, "raise_not_allowed", &["not yours", "raise kings"]).await;
    table.act("raise:kings").await;
    table.refused("raise:game", ILLEGAL, "raise_not_allowed", &["only pass"]).await;
    let leader = loop {
        let seat = table.turn().await;
        if table.clients[seat].tables[&table.id].legal[0] != "pass" {
            break seat;
        }
        table.act("pass").await;
    };
    let foreign = table.hand((leader + 1) % 3);
    let legal = table.clients[leader].tables[&table.id].legal.clone();
    table.refused(&foreign[0], ILLEGAL, "not_in_hand", &[&foreign[0], &legal[0]]).await;
    table.refused("raise:game", ILLEGAL, "not_now", &["play a card"]).await;

    let end = play_to_the_end(&mut table.clients, &table.id).await;
    assert!(!end.is_null(), "the table went on");
    server.stop().await;
}
