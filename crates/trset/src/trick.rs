//! The cards on the table.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{Card, CardSet, Suit, strength, thirds};

/// Cards played to one trick, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetTrick"),
    schemars(rename = "TrsetTrick")
)]
pub struct Trick {
    /// The seat that leads.
    leader: Seat,
    /// The cards, the leader's first, then in turn.
    #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
    cards: ArrayVec<Card, 4>,
}

impl Trick {
    /// A trick without cards.
    pub const fn led_by(leader: Seat) -> Self {
        Self { leader, cards: ArrayVec::new_const() }
    }

    /// Returns the seat that leads.
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The cards, the leader's first, then in turn.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Returns the cards as a set.
    pub fn card_set(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }

    /// The suit led; `None` before the first card.
    pub fn suit_led(&self) -> Option<Suit> {
        self.cards.first().map(|card| card.suit())
    }

    /// Returns the seat that plays the next card.
    pub fn to_play(&self, seats: usize) -> Seat {
        self.leader.clockwise(self.cards.len(), seats)
    }

    /// True if every player has played.
    pub fn is_complete(&self, seats: usize) -> bool {
        self.cards.len() == seats
    }

    /// Returns the seat that holds the trick so far: the strongest card of the
    /// suit led. `None` before the first card.
    pub fn winner(&self, seats: usize) -> Option<Seat> {
        let led = self.suit_led()?;
        let followers = self.cards.iter().enumerate().filter(|(_, card)| card.suit() == led);
        let (steps, _) = followers.max_by_key(|(_, card)| strength(card.rank()))?;
        Some(self.leader.clockwise(steps, seats))
    }

    /// Returns the value of the cards in thirds, without the last trick's
    /// bonus.
    pub fn thirds(&self) -> u8 {
        thirds(self.card_set())
    }

    /// The cards of `hand` that may be played next.
    pub fn playable(&self, hand: CardSet) -> CardSet {
        match self.suit_led().map(|suit| hand & suit.cards()) {
            Some(following) if !following.is_empty() => following,
            _ => hand,
        }
    }

    /// The cards that a player who plays `card` now shows not to hold: those of
    /// the suit led, if it is not followed.
    pub fn denied_by(&self, card: Card) -> CardSet {
        match self.suit_led() {
            Some(led) if led != card.suit() => led.cards(),
            _ => CardSet::EMPTY,
        }
    }

    pub(crate) fn push(&mut self, card: Card) {
        self.cards.push(card);
    }
}
