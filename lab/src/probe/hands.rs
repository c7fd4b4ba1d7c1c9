//! Hands of which the right bid is plain, for four players.

use std::fmt;

use clap::ValueEnum;
use rand_core::Rng;
use vzetek_game::sharing;
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract, KINGS, Suit};

/// The number of cards in a hand.
pub const HAND: usize = 12;

/// The highest tarok that is surely beaten when it is led: seven are above it, and the
/// talon hides six cards.
const SURELY_BEATEN: u8 = 15;

/// The number of cards under the lowest own ones, all suits together, from which on a berač
/// is hopeless.
const TOO_MANY_BELOW: usize = 9;

/// A kind of hand of which the right bid is plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Kind {
    /// Whatever the others hold, no trick need be taken. The only tarok is low enough to be
    /// led and surely beaten; then there is none left to ruff with, and in every plain suit
    /// the own cards are the lowest ones. The pagat is no such tarok, for it must not be led.
    Berac,
    /// Whatever the others hold, every trick is taken with taroks as a plain suit: in every
    /// suit the own cards are the highest ones. Škis and mond are both held, or else the
    /// pagat could take a trick from the two.
    ColourValat,
    /// Whatever the others hold, every trick is taken: the own taroks above all others are
    /// as many as the others hold, so that none is left when they are led.
    Valat,
    /// Nothing is to be won: no king, few and low taroks; nor is a berač, for under the lowest
    /// own card of each suit lie many of the others'.
    Hopeless,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Berac, Self::ColourValat, Self::Valat, Self::Hopeless];

    /// The contract that cannot be lost; none if nothing should be played.
    pub fn contract(self) -> Option<Contract> {
        match self {
            Self::Berac => Some(Contract::Berac),
            Self::ColourValat => Some(Contract::ColourValat),
            Self::Valat => Some(Contract::Valat),
            Self::Hopeless => None,
        }
    }

    /// Draws a hand of this kind.
    pub fn draw(self, rng: &mut impl Rng) -> CardSet {
        match self {
            Self::Berac => {
                let tarok = Card::tarok(2 + dice::below(rng, u32::from(SURELY_BEATEN) - 1) as u8);
                plain(HAND - 1, false, rng).with(tarok)
            }
            Self::ColourValat => {
                let taroks = 2 + dice::below(rng, 2) as usize;
                plain(HAND - taroks, true, rng) | above(22 - taroks as u8)
            }
            Self::Valat if dice::below(rng, 2) == 0 => {
                let kings: Vec<Card> = KINGS.iter().collect();
                above(11).with(kings[dice::below(rng, kings.len() as u32) as usize])
            }
            Self::Valat => {
                let mut others: Vec<Card> = (Suit::Taroks.cards() - above(12)).iter().collect();
                sharing::shuffle(&mut others, rng);
                above(12) | others[..2].iter().copied().collect()
            }
            Self::Hopeless => loop {
                let mut pack: Vec<Card> = CardSet::full().iter().collect();
                sharing::shuffle(&mut pack, rng);
                let hand = pack[..HAND].iter().copied().collect();
                if is_hopeless(hand) {
                    return hand;
                }
            },
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Berac => "a certain berač",
            Self::ColourValat => "a certain colour valat",
            Self::Valat => "a certain valat",
            Self::Hopeless => "a hopeless hand",
        })
    }
}

/// The taroks above this one.
fn above(number: u8) -> CardSet {
    Card::tarok(number).above()
}

/// A number of plain cards, in each suit the lowest or the highest ones.
fn plain(count: usize, high: bool, rng: &mut impl Rng) -> CardSet {
    let mut cards = CardSet::EMPTY;
    while cards.len() < count {
        let suit = Suit::ALL[dice::below(rng, 4) as usize];
        let rest = suit.cards() - cards;
        if let Some(card) = if high { rest.last() } else { rest.first() } {
            cards.insert(card);
        }
    }
    cards
}

fn is_hopeless(hand: CardSet) -> bool {
    let taroks = hand & Suit::Taroks.cards();
    let below = |suit: &Suit| {
        let lowest = (hand & suit.cards()).first();
        lowest.map_or(0, |lowest| (suit.cards() - lowest.above()).len() - 1)
    };
    (1..=2).contains(&taroks.len())
        && (taroks & above(11)).is_empty()
        && (hand & KINGS).is_empty()
        && Suit::ALL[..4].iter().map(below).sum::<usize>() >= TOO_MANY_BELOW
}
