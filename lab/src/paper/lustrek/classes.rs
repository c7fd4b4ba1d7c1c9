//! Classes of positions that a transposition table treats as one.
//!
//! The survey compares five tables: TT0, an ordinary one, and TT1 to TT4,
//! equivalence tables with classes from the smallest to the largest. It does
//! not say what each leaves out. Equation 6 of Luštrek (2002) is one rung of the
//! ladder; the others are chosen here so that each leaves out more than the
//! one before.

use vzetek_baselines::tarok::selective::{Essentials, Everything, Judged, Keys};
use vzetek_game::{Card as _, Seat};
use vzetek_search::Perfect;
use vzetek_tarok::SEATS;

/// The positions that a table distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classes {
    /// TT0: every card.
    Exact,
    /// TT1: of the low cards of a suit only how many.
    LowCards,
    /// TT2: equation 6. Of the taroks also only how many, their sum to within
    /// ten, the highest, and the trula.
    Essentials,
    /// TT3: of the figures of a suit how many and the king; of the taroks how
    /// many, their sum to within twenty, the highest to within three, and the
    /// trula.
    Figures,
    /// TT4: of a suit how many cards, and the king; of the taroks how many,
    /// and the trula.
    Counts,
}

/// A class of positions; classes of different kinds never meet in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class(u64, u64, u64, u64);

impl Classes {
    /// All classes, from the smallest to the largest.
    pub const ALL: [Self; 5] =
        [Self::Exact, Self::LowCards, Self::Essentials, Self::Figures, Self::Counts];

    /// The survey's name.
    pub fn name(self) -> &'static str {
        ["TT0", "TT1", "TT2", "TT3", "TT4"][self as usize]
    }
}

impl Keys for Classes {
    type Key = Class;

    fn key(&self, judged: &Judged) -> Class {
        let code = match self {
            Self::Exact => {
                let Everything { hands: [first, second, third], rest } = judged.key();
                return Class(first, second, third, rest);
            }
            Self::Essentials => {
                let Essentials([first, second, third]) = judged.essentials();
                return Class(first, second, third, 0);
            }
            Self::LowCards => low_cards,
            Self::Figures => figures,
            Self::Counts => counts,
        };
        let position = judged.position();
        let [first, second, third] =
            [0, 1, 2].map(|seat| code(position.hand(Seat::new(seat)).bits()));
        let turn = position.to_play().index() as u64;
        let rest =
            position.trick().fold(turn, |rest, card| (rest << 8) + u64::from(card.index()) + 1);
        Class(first, second, third, rest)
    }
}

const _: () = assert!(SEATS == 3);

/// The lower and the upper four cards of each suit, and the taroks.
fn suits(hand: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..4).map(move |suit| (hand >> (8 * suit) & 15, hand >> (8 * suit + 4) & 15))
}

fn taroks(hand: u64) -> u64 {
    hand >> 32
}

fn count(cards: u64) -> u64 {
    u64::from(cards.count_ones())
}

/// Returns the cards of the trula that a hand holds: pagat, mond and škis, a bit each.
fn trula(hand: u64) -> u64 {
    taroks(hand) >> 20 << 1 | taroks(hand) & 1
}

fn low_cards(hand: u64) -> u64 {
    suits(hand).fold(taroks(hand), |code, (low, high)| (code << 4 | high) << 3 | count(low))
}

/// The sum of the numbers of a hand's taroks, and the highest.
fn tarok_numbers(hand: u64) -> (u64, u64) {
    let numbers = (0..22).filter(|at| taroks(hand) >> at & 1 == 1).map(|at| at + 1);
    numbers.fold((0, 0), |(sum, _), number| (sum + number, number))
}

fn figures(hand: u64) -> u64 {
    let (sum, highest) = tarok_numbers(hand);
    let (sum, highest) = (sum / 20, highest.div_ceil(3));
    let all = (count(taroks(hand)) << 4 | sum) << 4 | highest;
    suits(hand).fold(all << 3 | trula(hand), |code, (low, high)| {
        ((code << 3 | count(high)) << 1 | high >> 3) << 3 | count(low)
    })
}

fn counts(hand: u64) -> u64 {
    let all = count(taroks(hand)) << 3 | trula(hand);
    suits(hand).fold(all, |code, (low, high)| (code << 4 | count(low | high << 4)) << 1 | high >> 3)
}

#[cfg(test)]
mod tests {
    use vzetek_tarok::{CardSet, TRULA};

    use super::*;

    fn hand(cards: &str) -> u64 {
        let cards: CardSet = cards.split(' ').map(|card| card.parse().expect("a card")).collect();
        cards.bits()
    }

    /// Each rung of the ladder treats as the same what the one before does, and something more.
    #[test]
    fn codes_leave_out_what_they_say() {
        let [one, other] = ["H4 H3 HK T3 T9", "H2 H1 HK T3 T9"].map(hand);
        assert_eq!(low_cards(one), low_cards(other));
        let [one, other] = ["HQ S7 T1 T3 T9", "HC S8 T1 T2 T8"].map(hand);
        assert_ne!(low_cards(one), low_cards(other));
        assert_eq!(figures(one), figures(other));
        let [one, other] = ["HQ HK S7 T1 T3", "H1 HK S8 T1 T15"].map(hand);
        assert_ne!(figures(one), figures(other));
        assert_eq!(counts(one), counts(other));
        for other in ["HQ HK S7 T3 T4", "H1 HQ S8 T1 T15", "H1 HK D4 T1 T15", "HK S7 S8 T1 T3"] {
            assert_ne!(counts(one), counts(hand(other)), "{other}");
        }
        assert_eq!(trula(TRULA.bits()), 0b111);
        assert_eq!([trula(hand("T2 T21")), trula(hand("T22"))], [0b010, 0b100]);
        assert_eq!(tarok_numbers(hand("H4 T1 T7 T22")), (30, 22));
    }
}
