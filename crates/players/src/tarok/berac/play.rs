//! A berač being played out, with the public knowledge of it.

use vzetek_tarok::{Card, CardSet, MOND, PAGAT, SEATS, SKIS, Suit};

use crate::tarok::search::Position;

/// A berač being played out.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// All the cards.
    pub position: Position,
    /// Cards that all players know to be in no hand any more.
    pub gone: CardSet,
    /// By seat, cards that all players know it not to hold.
    pub denied: [CardSet; SEATS],
}

impl Play {
    /// Before the first card, nothing being known.
    pub fn new(position: Position) -> Self {
        Self { position, gone: CardSet::EMPTY, denied: [CardSet::EMPTY; SEATS] }
    }

    /// Returns true if the deal is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// Returns true if the declarer has taken no trick so far.
    pub fn is_made(&self) -> bool {
        self.position.tricks(self.position.declarer()) == 0
    }

    /// Plays a legal card, for all to see.
    #[inline]
    pub fn play(&mut self, card: Card) {
        let denied = denied_by(&self.position, card);
        self.denied[self.position.to_play().index()] |= denied;
        self.gone.insert(card);
        self.position.play(card);
    }
}

/// The card that holds the trick so far. With two cards on the table the
/// trula's own rule cannot matter yet.
#[inline]
pub(super) fn holding(position: &Position) -> Option<Card> {
    let mut trick = position.trick();
    let led = trick.next()?;
    let Some(second) = trick.next() else { return Some(led) };
    let beats = match second.suit() == led.suit() {
        true => second > led,
        false => second.is_tarok(),
    };
    Some(if beats { second } else { led })
}

/// The cards that the player of this one shows not to hold: the suit led, taroks, cards that would
/// have had to beat the best card; beside the pagat, which must be the only legal card, anything
/// that would have been another.
fn denied_by(position: &Position, card: Card) -> CardSet {
    let taroks = Suit::Taroks.cards();
    let Some(led) = position.trick().next() else {
        return if card == PAGAT { CardSet::full() } else { CardSet::EMPTY };
    };
    let best = holding(position).unwrap_or(led);
    let mut denied = CardSet::EMPTY;
    if card.suit() != led.suit() {
        denied |= led.suit().cards();
        if !card.is_tarok() {
            return denied | taroks;
        }
    }
    let is_for_the_pagat =
        position.trick().len() == 2 && position.trick().all(|card| card == MOND || card == SKIS);
    match (card == PAGAT, is_for_the_pagat) {
        (true, true) => denied,
        (true, false) => denied | taroks,
        (false, true) => denied.with(PAGAT) | best.above(),
        (false, false) if card.suit() == best.suit() && card < best => denied | best.above(),
        (false, false) => denied,
    }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::{Game, Seat, sharing::shuffle};
    use vzetek_search::dice;
    use vzetek_tarok::{Action, Contract, Options, Phase, Tarok};

    use super::*;

    /// Plays random cards; what is seen must be what the rules say is seen, and no seat holds what
    /// it has denied.
    #[test]
    fn what_is_seen_is_what_the_rules_say() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let options = Options::default();
        let mut tricks = 0;
        for _ in 0..400 {
            let mut cards = Tarok::pack(&options);
            shuffle(&mut cards, &mut rng);
            let Ok(mut state) = Tarok::deal(&options, Seat::new(0), &cards) else { continue };
            for action in [
                Action::Bid(Contract::Berac),
                Action::Pass,
                Action::Pass,
                Action::Choose(Contract::Berac),
                Action::Pass,
                Action::Pass,
            ] {
                state.apply(action).expect("berač is played");
            }
            let mut play = Play::new(Position::from_state(&state).expect("cards are played"));
            while matches!(state.table().phase, Phase::Playing(_)) {
                let legal: Vec<Card> = play.position.legal().iter().collect();
                let card = legal[dice::below(&mut rng, legal.len() as u32) as usize];
                state.apply(Action::Play(card)).expect("a legal card");
                play.play(card);
                for seat in Seat::all(SEATS) {
                    let denied = play.denied[seat.index()];
                    assert!(denied.is_disjoint(play.position.hand(seat)), "{card} in {state:?}");
                    let of_rules = state.table().denied[seat] - play.gone;
                    assert_eq!(denied - play.gone, of_rules, "{card} in {state:?}");
                }
                assert_eq!(play.gone, state.table().open());
                tricks += 1;
            }
            assert!(play.is_over());
        }
        assert!(tricks > 1_000);
    }
}
