//! Whatever is wrong at a table of tablić gets its name and what would have
//! been right, and the table stays as it was.

use serde_json::{Value, json};
use vzetek_tablic::{Action, Card, CardSet, is_capture, target};

use crate::support::refusals::Table;
use crate::support::rest::{guest, request};
use crate::support::tablic::config;
use crate::support::{TestServer, play_to_the_end};

const ILLEGAL: &str = "illegal_action";

/// Returns the cards in a seat's hand and on the table, as they were dealt.
fn cards(table: &Table, seat: usize) -> (CardSet, CardSet) {
    let set = |cards: &Value| serde_json::from_value(cards.clone()).expect("cards");
    (set(&table.view(seat)["hand"]), set(&table.view(seat)["cards"]))
}

/// A legal capture, and a card on the table that it cannot take besides.
fn too_much(hand: CardSet, table: CardSet) -> Option<(Action, Card)> {
    let pairs = hand.iter().flat_map(|card| table.iter().map(move |taken| (card, taken)));
    let captures = pairs.filter(|&(card, taken)| is_capture(card, CardSet::EMPTY.with(taken)));
    captures
        .flat_map(|(card, taken)| table.without(taken).iter().map(move |more| (card, taken, more)))
        .find(|&(card, taken, more)| !is_capture(card, CardSet::EMPTY.with(taken).with(more)))
        .map(|(card, taken, more)| {
            (Action::capture(card, CardSet::EMPTY.with(taken).with(more)), more)
        })
}

/// A first turn in which something can be captured; about every third is one.
async fn with_a_capture(server: &TestServer, players: u8) -> (Table, usize) {
    loop {
        let mut table = Table::new(server, &config(&json!({ "players": players })), players).await;
        let seat = table.turn().await;
        let (hand, open) = cards(&table, seat);
        if too_much(hand, open).is_some() {
            return (table, seat);
        }
    }
}

#[tokio::test]
async fn wrong_actions_are_named_and_the_table_stays_as_it_was() {
    let server = TestServer::start(&[]).await;
    for players in [2, 6] {
        let (mut table, seat) = with_a_capture(&server, players).await;
        let (hand, open) = cards(&table, seat);
        let (own, lying) = (hand.first().expect("six cards"), open.first().expect("four cards"));
        let elsewhere = (CardSet::full() - hand - open).first().expect("the others'");

        // Not in the hand: another's card, one of the table, with a capture or without.
        for card in [elsewhere, lying] {
            let hints = [&*format!("{card} is not in your hand"), own.notation()];
            table.refused(card.notation(), ILLEGAL, "not_in_hand", &hints).await;
            let action = Action::capture(card, CardSet::EMPTY.with(lying)).to_string();
            table.refused(&action, ILLEGAL, "not_in_hand", &hints).await;
        }

        // Not on the table: another's card, one of the hand, the card itself.
        let action = Action::capture(own, CardSet::EMPTY.with(lying).with(elsewhere)).to_string();
        let hints = [&*format!("{elsewhere} is not on the table"), lying.notation()];
        table.refused(&action, ILLEGAL, "not_on_table", &hints).await;
        let held = hand.without(own).first().expect("six cards");
        let action = format!("{own}x{held}");
        let hint = format!("{held} is not on the table");
        table.refused(&action, ILLEGAL, "not_on_table", &[&hint]).await;
        let hint = format!("{own} is the card you play and cannot be captured too");
        table.refused(&format!("{own}x{own}"), ILLEGAL, "not_on_table", &[&hint]).await;

        // Groups that do not add up: nothing does, and one card too many.
        let alone = hand.iter().find_map(|card| {
            let odd = |taken: &Card| !is_capture(card, CardSet::EMPTY.with(*taken));
            open.iter().find(odd).map(|taken| (card, taken))
        });
        let (card, taken) = alone.expect("not everything adds up");
        let sum = format!("add up to {}", target(card.rank()));
        let hints = [taken.notation(), &sum, card.notation()];
        table.refused(&format!("{card}x{taken}"), ILLEGAL, "does_not_add_up", &hints).await;
        let (action, more) = too_much(hand, open).expect("it was looked for");
        let hint = format!("{more} cannot be captured besides");
        table.refused(&action.to_string(), ILLEGAL, "does_not_add_up", &[&hint]).await;

        // A card used twice, and what is no action.
        let twice = format!("{own}x{lying}+{lying}");
        let hint = format!("{lying} stands there twice");
        table.refused(&twice, "bad_action", "", &[&hint]).await;
        let [low, high] = [lying, open.without(lying).first().expect("four cards")];
        let hint = format!("which would be {own}x{high}+{low}");
        table.refused(&format!("{own}x{low}+{high}"), "bad_action", "", &[&hint]).await;
        for (nonsense, hint) in [
            (format!("{own}x"), "a card is missing"),
            (format!("x{lying}"), "a card is missing"),
            (format!("{own}x{lying}+"), "a card is missing"),
            ("H1".to_owned(), "a card such as HA"),
            ("pass".to_owned(), "a card such as HA"),
            (String::new(), "a card such as HA"),
        ] {
            table.refused(&nonsense, "bad_action", "", &[hint]).await;
        }

        let finish = play_to_the_end(&mut table.clients, &table.id).await;
        assert!(!finish.is_null(), "the table went on");
    }
    server.stop().await;
}

#[tokio::test]
async fn options_that_do_not_fit_say_what_would() {
    let server = TestServer::start(&[]).await;
    let token = guest(server.address, "Ana").await;
    for (options, hint) in [
        (json!({ "players": 5 }), "2, 3, 4, 6"),
        (json!({ "players": 8 }), "at most 6 seats"),
        (json!({ "players": 2, "target": 100 }), "31, 51 or 101"),
        (json!({ "players": 2, "target": 51, "deals": 3 }), "not both"),
        (json!({}), "players"),
    ] {
        let (status, error) =
            request(server.address, "POST", "/api/tables", Some(&token), Some(&config(&options)))
                .await;
        assert_eq!((status, &error["code"]), (400, &json!("bad_options")), "{options}: {error}");
        assert_eq!(error["field"], "game");
        assert!(error["message"].as_str().is_some_and(|words| words.contains(hint)), "{error}");
    }
    server.stop().await;
}
