//! Tablić.

use vzetek_tablic::{Action, Card, CardSet, is_capture, target};

use super::*;

const ILLEGAL: ErrorCode = ErrorCode::IllegalAction;

/// Returns the cards in a seat's hand and on the table, as they were dealt.
fn cards(table: &Refusing, seat: usize) -> (CardSet, CardSet) {
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
fn with_a_capture(players: u8) -> (Refusing, usize) {
    let deals = (0..).map(|seed| {
        let options = json!({ "players": players });
        let table = Refusing::new(json!({ "name": "tablic", "options": options }), seed);
        let seat = table.turn();
        (table, seat)
    });
    let captures = |(table, seat): &(Refusing, usize)| {
        let (hand, open) = cards(table, *seat);
        too_much(hand, open).is_some()
    };
    deals.into_iter().find(captures).expect("such a deal")
}

#[test]
fn wrong_actions_are_named_and_the_table_stays_as_it_was() {
    for players in [2, 6] {
        let (mut table, seat) = with_a_capture(players);
        let (hand, open) = cards(&table, seat);
        let (own, lying) = (hand.first().expect("six cards"), open.first().expect("four cards"));
        let elsewhere = (CardSet::full() - hand - open).first().expect("the others'");

        // Not in the hand: another's card, one of the table, with a capture or without.
        for card in [elsewhere, lying] {
            let hints = [&*format!("{card} is not in your hand"), own.notation()];
            table.refused(card.notation(), ILLEGAL, "not_in_hand", &hints);
            let action = Action::capture(card, CardSet::EMPTY.with(lying)).to_string();
            table.refused(&action, ILLEGAL, "not_in_hand", &hints);
        }

        // Not on the table: another's card, one of the hand, the card itself.
        let action = Action::capture(own, CardSet::EMPTY.with(lying).with(elsewhere)).to_string();
        let hints = [&*format!("{elsewhere} is not on the table"), lying.notation()];
        table.refused(&action, ILLEGAL, "not_on_table", &hints);
        let held = hand.without(own).first().expect("six cards");
        let action = format!("{own}x{held}");
        let hint = format!("{held} is not on the table");
        table.refused(&action, ILLEGAL, "not_on_table", &[&hint]);
        let hint = format!("{own} is the card you play and cannot be captured too");
        table.refused(&format!("{own}x{own}"), ILLEGAL, "not_on_table", &[&hint]);

        // Groups that do not add up: nothing does, and one card too many.
        let alone = hand.iter().find_map(|card| {
            let odd = |taken: &Card| !is_capture(card, CardSet::EMPTY.with(*taken));
            open.iter().find(odd).map(|taken| (card, taken))
        });
        let (card, taken) = alone.expect("not everything adds up");
        let sum = format!("add up to {}", target(card.rank()));
        let hints = [taken.notation(), &sum, card.notation()];
        table.refused(&format!("{card}x{taken}"), ILLEGAL, "does_not_add_up", &hints);
        let (action, more) = too_much(hand, open).expect("it was looked for");
        let hint = format!("{more} cannot be captured besides");
        table.refused(&action.to_string(), ILLEGAL, "does_not_add_up", &[&hint]);

        // A card used twice, and what is no action.
        let twice = format!("{own}x{lying}+{lying}");
        let hint = format!("{lying} stands there twice");
        table.refused(&twice, ErrorCode::BadAction, "", &[&hint]);
        let [low, high] = [lying, open.without(lying).first().expect("four cards")];
        let hint = format!("which would be {own}x{high}+{low}");
        table.refused(&format!("{own}x{low}+{high}"), ErrorCode::BadAction, "", &[&hint]);
        for (nonsense, hint) in [
            (format!("{own}x"), "a card is missing"),
            (format!("x{lying}"), "a card is missing"),
            (format!("{own}x{lying}+"), "a card is missing"),
            ("H1".to_owned(), "a card such as HA"),
            ("pass".to_owned(), "a card such as HA"),
            (String::new(), "a card such as HA"),
        ] {
            table.refused(&nonsense, ErrorCode::BadAction, "", &[hint]);
        }

        table.goes_on();
    }
}
