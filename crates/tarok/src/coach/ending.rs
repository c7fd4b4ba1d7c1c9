//! The outcome of a finished deal.

use vzetek_game::Seat;

use super::fact::{Counted, Fact};
use crate::outcome::declarers_cards;
use crate::{
    CardSet, DealResult, Finished, Item, ItemResult, KINGS, Side, Suit, TRULA, Taken, Undertaking,
    points,
};

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
    let mut facts: Vec<Fact> = match result.items.iter().find(|item| item.item == Item::Game) {
        Some(game) if result.contract.counts_points() => {
            [points_taken(declarer, game, undertaking, taken, result)]
                .into_iter()
                .chain(result.items.iter().filter_map(bonus))
                .collect()
        }
        _ => result.items.iter().map(|item| valat(declarer, item, taken, result)).collect(),
    };
    let loser = result.seats.enumerate().find(|(_, seat)| seat.mond != 0);
    facts.extend(loser.map(|(seat, _)| Fact::MondLost { seat }));
    facts
}

fn points_taken(
    declarer: Seat,
    game: &ItemResult,
    undertaking: &Undertaking,
    taken: &Taken,
    result: &DealResult,
) -> Fact {
    let own = declarers_cards(undertaking, taken);
    Fact::Game {
        declarer,
        partner: result.partner,
        contract: result.contract,
        made: game.made,
        value: game.value,
        own: Counted::of(own),
        others: Counted::of(CardSet::full() - own),
    }
}

fn bonus(item: &ItemResult) -> Option<Fact> {
    let announcement = item.item.announcement()?;
    let (made, silent, value) = (item.made, item.silent, item.value);
    Some(Fact::Bonus { announcement, made, silent, value })
}

/// A valat is the only item of its deal.
fn valat(declarer: Seat, item: &ItemResult, taken: &Taken, result: &DealResult) -> Fact {
    let side = item.side;
    let is_theirs =
        |seat| (seat == declarer || result.partner == Some(seat)) == (side == Side::Declarer);
    let tricks = taken.tricks.enumerate().filter(|&(seat, _)| is_theirs(seat));
    Fact::Valat {
        declarer,
        partner: result.partner,
        side,
        made: item.made == (side == Side::Declarer),
        tricks: tricks.map(|(_, &tricks)| tricks).sum(),
    }
}
