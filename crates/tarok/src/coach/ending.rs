//! The outcome of a finished deal.

use vzetek_game::Seat;

use super::fact::{Counted, Fact};
use crate::outcome::declarers_cards;
use crate::{CardSet, Finished, Item, KINGS, SEATS, Suit, TRULA, points};

impl Counted {
    fn of(cards: CardSet) -> Self {
        let plain = cards - Suit::Taroks.cards();
        Self {
            points: points(cards),
            kings: (cards & KINGS).len() as u8,
            trula: (cards & TRULA).len() as u8,
            queens: plain.iter().filter(|card| card.value() == 4).count() as u8,
        }
    }
}

pub(super) fn facts(finished: &Finished) -> Vec<Fact> {
    let Finished { undertaking, taken, result } = finished;
    let Some(declarer) = result.declarer else {
        return vec![Fact::Klop {
            points: taken.piles.map(|&pile| points(pile)),
            tricks: taken.tricks,
            results: result.seats.map(|seat| seat.result),
        }];
    };
    if result.contract.is_berac() {
        let tricks = taken.count() as u8;
        return vec![Fact::Berac { declarer, made: taken.tricks[declarer] == 0, tricks }];
    }
    let own = declarers_cards(undertaking, taken);
    let made = result.items.iter().any(|item| item.item == Item::Game && item.made);
    let mut facts = vec![Fact::Game {
        declarer,
        contract: result.contract,
        made,
        own: Counted::of(own),
        others: Counted::of(CardSet::full() - own),
    }];
    for item in &result.items {
        if let Item::Announced(announcement) = item.item {
            let (made, silent, value) = (item.made, item.silent, item.value);
            facts.push(Fact::Bonus { announcement, made, silent, value });
        }
    }
    let loser = Seat::all(SEATS).find(|&seat| result.seats[seat].mond != 0);
    facts.extend(loser.map(|seat| Fact::MondLost { seat }));
    facts
}
