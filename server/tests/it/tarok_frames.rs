//! No frame ever holds a card of a tarok deal that its reader must not know: other
//! hands, the talon before it is turned up, what was discarded face down. Where four
//! play none tells of a side that the rules have not shown.

use serde_json::{Value, json};

use crate::support::TestServer;
use crate::support::overhear::overhear;
use crate::support::tables::record;
use crate::support::tarok::{choose, choose_with_talk, four, three};
use crate::support::tarok_truth::Truth;

const CONTRACTS: [&str; 7] = ["klop", "three", "two", "one", "solo", "berac", "open_berac"];

const CONTRACTS_OF_FOUR: [&str; 12] = [
    "klop",
    "three",
    "two",
    "one",
    "solo_three",
    "solo_two",
    "solo_one",
    "berac",
    "solo_without",
    "open_berac",
    "colour_valat",
    "valat",
];

#[tokio::test]
async fn frames_name_only_cards_that_their_reader_may_know() {
    let server = TestServer::start(&[]).await;
    let mut told = 0;
    // In the midst of bidding, exchange and play.
    let stops = [2, 5, 7, 12, 30];
    for contract in CONTRACTS {
        let (table, mut clients, tokens) = three(&server, &json!({ "open_berac": true })).await;
        let choose = |legal: &[String], moves| choose(contract, legal, moves);
        let readers = overhear(&server, &table, &mut clients, &tokens, &stops, choose).await;
        let game = clients[0].tables[&table].game.clone().expect("a game");
        let truth = Truth::new(&record(&server, &game).await, &readers[0].frames);
        let in_this_deal: usize = readers.iter().map(|reader| truth.check(reader)).sum();
        assert!(in_this_deal > 100, "{contract}: only {in_this_deal} cards were looked at");
        told += in_this_deal;
    }
    assert!(told > 2_000, "only {told} cards were looked at");
    server.stop().await;
}

/// Before the king is called, while it is unknown who holds it, and after.
#[tokio::test]
async fn frames_tell_the_partner_no_sooner_than_the_rules() {
    let server = TestServer::start(&[]).await;
    let stops = [2, 5, 8, 11, 15, 24, 36];
    let (mut hidden, mut shown_by_words) = (0, 0);
    let silent = CONTRACTS_OF_FOUR.map(|contract| (contract, false)).into_iter();
    let talking = ["three", "two", "one"].map(|contract| (contract, true)).repeat(3);
    for (contract, talks) in silent.chain(talking) {
        let (table, mut clients, tokens) = four(&server, &json!({})).await;
        let choose = |legal: &[String], moves| match talks {
            true => choose_with_talk(contract, legal, moves),
            false => choose(contract, legal, moves),
        };
        let readers = overhear(&server, &table, &mut clients, &tokens, &stops, choose).await;
        let game = clients[0].tables[&table].game.clone().expect("a game");
        let truth = Truth::new(&record(&server, &game).await, &readers[0].frames);
        let in_this_deal: usize = readers.iter().map(|reader| truth.check(reader)).sum();
        assert!(in_this_deal > 60, "{contract}: only {in_this_deal} cards were looked at");
        hidden += truth.sides.iter().filter(|sides| sides.contains(&Value::Null)).count();
        shown_by_words += usize::from(truth.shown_by_words);
    }
    assert!(hidden > 100 && shown_by_words > 3, "{hidden} moves, {shown_by_words} deals");
    server.stop().await;
}
