//! Packs of four suits, and what their cards count in sums.

use std::fmt::Debug;
use std::marker::PhantomData;

use vzetek_game::{Card, CardSet};

/// The most ranks of a pack: four bits each fill a word.
pub(super) const MOST_RANKS: usize = 16;

/// The highest sum that a card can capture.
const HIGHEST: usize = 31;

/// A pack of four suits and at most sixteen ranks. Its sets of cards can be written as *words by
/// rank*: four bits a rank, the lowest rank lowest, one bit a suit.
pub trait Ranked: Card {
    /// The number of ranks.
    const RANKS: usize;

    /// Returns the places of the card's rank and suit in words by rank.
    fn rank_and_suit(self) -> (usize, usize);

    /// The card with these places.
    fn at(rank: usize, suit: usize) -> Self;

    /// Returns the word by rank of these cards.
    fn to_ranks(cards: CardSet<Self>) -> u64 {
        cards.iter().fold(0, |bits, card| {
            let (rank, suit) = card.rank_and_suit();
            bits | 1 << (4 * rank + suit)
        })
    }

    /// Returns the cards of a word by rank.
    fn from_ranks(mut bits: u64) -> CardSet<Self> {
        let mut cards = CardSet::EMPTY;
        while bits != 0 {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            cards.insert(Self::at(place / 4, place % 4));
        }
        cards
    }
}

/// The values that a game gives to the cards of a pack.
///
/// ```
/// use vzetek_cards::capture::{Finder, Sums};
/// use vzetek_cards::italian::{Card, CardSet};
///
/// #[derive(Clone, Copy, Debug, Default)]
/// struct UpToTen;
/// impl Sums for UpToTen {
///     type Card = Card;
///     const VALUES: &'static [u8] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/// }
///
/// let table: CardSet = serde_json::from_str(r#"["D7","C3","BA","SK"]"#)?;
/// let mut finder = Finder::<UpToTen>::new();
/// let captures = finder.find("DK".parse()?, table);
/// assert_eq!(captures.len(), 3, "the king, seven and three, or both");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Sums: Copy + Debug + Default + 'static {
    /// A card of the pack.
    type Card: Ranked;

    /// The value of each rank of the pack, from the lowest, from 1 to 31.
    const VALUES: &'static [u8];

    /// The value that a card of the lowest rank may count instead of its own. Then no other rank
    /// has so low a value, and two such values exceed every card.
    const HIGH: Option<u8> = None;
}

/// Returns the sum of the groups that a card of the rank with this place captures: its value, or
/// the high one, if it has two. (A group that adds up to its low value is one card of its rank,
/// which counts high just as well.)
pub const fn target<S: Sums>(rank: usize) -> u8 {
    match S::HIGH {
        Some(high) if rank == 0 => high,
        _ => S::VALUES[rank],
    }
}

/// Lookup tables of the search, computed at compile time for each game.
pub(super) struct Table<S>(PhantomData<S>);

impl<S: Sums> Table<S> {
    /// The values by the place of a rank, padded.
    pub const VALUES: [u8; MOST_RANKS] = {
        let mut values = [1; MOST_RANKS];
        let mut rank = 0;
        assert!(S::Card::RANKS <= MOST_RANKS, "a word has room for sixteen ranks");
        assert!(S::VALUES.len() == S::Card::RANKS, "a value for each rank");
        while rank < S::VALUES.len() {
            let (value, most) = (S::VALUES[rank], target::<S>(rank));
            assert!(value > 0 && most as usize <= HIGHEST, "values are from 1 to 31");
            if let Some(high) = S::HIGH {
                assert!(rank == 0 || value > S::VALUES[0], "the lowest rank has the lowest value");
                assert!(2 * high > most, "two high values exceed every card");
            }
            values[rank] = value;
            rank += 1;
        }
        values
    };

    /// The value of the lowest rank.
    pub const LOWEST: u8 = Self::VALUES[0];

    /// For each number the ranks, other than the lowest, whose value does not exceed it, as a word
    /// by rank.
    pub const UP_TO: [u64; HIGHEST + 1] = {
        let mut table = [0; HIGHEST + 1];
        let mut number = 0;
        while number <= HIGHEST {
            let mut rank = 1;
            while rank < S::Card::RANKS {
                if Self::VALUES[rank] as usize <= number {
                    table[number] |= 0xf << (4 * rank);
                }
                rank += 1;
            }
            number += 1;
        }
        table
    };
}
