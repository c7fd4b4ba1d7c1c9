//! The cards on the table, what may follow, and who takes them.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::Seat;
use vzetek_game::options::is_usual;

use crate::options::{is_three, three};
use crate::{Card, CardSet, Contract, MOST_PLAYERS, PAGAT, Suit, TRULA};

/// Cards played to one trick, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokTrick"),
    schemars(rename = "TarokTrick")
)]
pub struct Trick {
    /// The seat that leads.
    leader: Seat,
    /// The cards, the leader's first, then in turn.
    #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
    cards: ArrayVec<Card, MOST_PLAYERS>,
    /// The number of players.
    #[serde(default = "three", skip_serializing_if = "is_three")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u8>"))]
    seats: u8,
    /// True if taroks are a suit like the others, and take no other: in colour valat.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    colours: bool,
}

impl Trick {
    /// A trick of `seats` players without cards.
    pub const fn new(leader: Seat, seats: usize, contract: Contract) -> Self {
        let colours = matches!(contract, Contract::ColourValat);
        Self { leader, cards: ArrayVec::new_const(), seats: seats as u8, colours }
    }

    /// The next trick, led by this seat.
    pub const fn next(&self, leader: Seat) -> Self {
        Self { leader, cards: ArrayVec::new_const(), ..*self }
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

    /// Returns the seat that plays the next card.
    pub fn to_play(&self) -> Seat {
        self.leader.clockwise(self.cards.len(), self.seats.into())
    }

    /// True if every player has played.
    pub fn is_complete(&self) -> bool {
        self.cards.len() == usize::from(self.seats)
    }

    /// Returns the seat that played this card, if it is here.
    pub fn player_of(&self, card: Card) -> Option<Seat> {
        let steps = self.cards.iter().position(|&played| played == card)?;
        Some(self.leader.clockwise(steps, self.seats.into()))
    }

    /// The card that holds the trick so far: the pagat if mond and škis are
    /// there too, else the highest tarok, else the highest of the suit led. In
    /// colour valat taroks hold only what a tarok led.
    pub fn best(&self) -> Option<Card> {
        let led = self.suit_led()?;
        let cards = self.card_set();
        if self.colours && led != Suit::Taroks {
            return (cards & led.cards()).last();
        }
        if TRULA.is_subset(cards) {
            return Some(PAGAT);
        }
        highest(cards, led)
    }

    /// Returns the seat that holds the trick so far; `None` before the first
    /// card.
    pub fn winner(&self) -> Option<Seat> {
        self.best().and_then(|card| self.player_of(card))
    }

    /// The suit led; `None` before the first card.
    pub fn suit_led(&self) -> Option<Suit> {
        self.cards.first().map(|card| card.suit())
    }

    /// The cards of `hand` that may be played next. With `avoiding` (klop and
    /// berač) one must beat if one can, and keep the pagat as long as one can.
    pub fn playable(&self, hand: CardSet, avoiding: bool) -> CardSet {
        let following = self.following(hand);
        if !avoiding {
            return following;
        }
        // Facing mond and škis, the pagat is the card that beats.
        let facing_both = TRULA.without(PAGAT).is_subset(self.card_set());
        if facing_both && following.contains(PAGAT) {
            return CardSet::single(PAGAT);
        }
        let beating = following & self.beating();
        let allowed = if beating.is_empty() { following } else { beating };
        let others = allowed.without(PAGAT);
        if others.is_empty() { allowed } else { others }
    }

    /// The suit led, else taroks, else anything.
    fn following(&self, hand: CardSet) -> CardSet {
        let Some(led) = self.suit_led() else { return hand };
        [hand & led.cards(), hand & Suit::Taroks.cards()]
            .into_iter()
            .find(|cards| !cards.is_empty())
            .unwrap_or(hand)
    }

    /// The cards that rank above all that count on the table, even where the pagat
    /// will take mond and škis with it.
    fn beating(&self) -> CardSet {
        match self.suit_led().and_then(|led| highest(self.card_set(), led)) {
            None => CardSet::EMPTY,
            Some(best) if best.is_tarok() => best.above(),
            Some(best) => best.above() | Suit::Taroks.cards(),
        }
    }

    /// Returns the cards that a player who plays `card` now shows not to hold.
    ///
    /// The legal cards are decided by comparing cards two by two: `card` is
    /// forbidden by a whole hand exactly if one card of it forbids it alone.
    pub fn denied_by(&self, card: Card, avoiding: bool) -> CardSet {
        let forbids = |&other: &Card| {
            !self.playable([card, other].into_iter().collect(), avoiding).contains(card)
        };
        match self.suit_led() {
            _ if avoiding => (CardSet::full().without(card)).iter().filter(forbids).collect(),
            None => CardSet::EMPTY,
            Some(led) if led == card.suit() => CardSet::EMPTY,
            Some(led) if card.is_tarok() => led.cards(),
            Some(led) => led.cards() | Suit::Taroks.cards(),
        }
    }

    pub(crate) fn push(&mut self, card: Card) {
        self.cards.push(card);
    }
}

/// The highest tarok, else the highest card of the suit led.
fn highest(cards: CardSet, led: Suit) -> Option<Card> {
    let taroks = cards & Suit::Taroks.cards();
    taroks.last().or_else(|| (cards & led.cards()).last())
}
