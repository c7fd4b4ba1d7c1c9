//! The fifty-four tarok cards: suits, values and notation.

use serde::{Deserialize, Serialize};
use vzetek_game::card_by_notation;

/// A set of tarok cards.
pub type CardSet = vzetek_game::CardSet<Card>;

/// A suit to be followed: one of the four suits, or the taroks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokSuit"),
    schemars(rename = "TarokSuit")
)]
pub enum Suit {
    /// Hearts, `H`, low to high 4 3 2 1 J C Q K.
    #[serde(rename = "H")]
    Hearts,
    /// Diamonds, `D`, low to high 4 3 2 1 J C Q K.
    #[serde(rename = "D")]
    Diamonds,
    /// Spades, `S`, low to high 7 8 9 10 J C Q K.
    #[serde(rename = "S")]
    Spades,
    /// Clubs, `C`, low to high 7 8 9 10 J C Q K.
    #[serde(rename = "C")]
    Clubs,
    /// Taroks, `T`, I to XXI and the škis, which counts as 22.
    #[serde(rename = "T")]
    Taroks,
}

impl Suit {
    /// The suits in the order of card indices, the taroks last.
    pub const ALL: [Self; 5] =
        [Self::Hearts, Self::Diamonds, Self::Spades, Self::Clubs, Self::Taroks];

    /// All cards of the suit: eight, or the twenty-two taroks.
    pub const fn cards(self) -> CardSet {
        match self {
            Self::Taroks => CardSet::from_bits(0x3f_ffff << FIRST_TAROK),
            suit => CardSet::from_bits(0xff << (8 * suit as u32)),
        }
    }

    /// The English name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hearts => "hearts",
            Self::Diamonds => "diamonds",
            Self::Spades => "spades",
            Self::Clubs => "clubs",
            Self::Taroks => "taroks",
        }
    }
}

const FIRST_TAROK: u8 = 32;

/// A card, ordered by suit and then by strength; taroks come last.
///
/// ```
/// use vzetek_cards::tarok::{Card, PAGAT, Suit};
/// let kaval: Card = "HC".parse()?;
/// assert_eq!((kaval.suit(), kaval.value()), (Suit::Hearts, 3));
/// assert_eq!(PAGAT.to_string(), "T1");
/// # Ok::<(), vzetek_game::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The lowest tarok, I.
pub const PAGAT: Card = Card::tarok(1);

/// The tarok XXI.
pub const MOND: Card = Card::tarok(21);

/// The highest tarok; it counts as 22.
pub const SKIS: Card = Card::tarok(22);

/// Pagat, mond and škis.
pub const TRULA: CardSet = CardSet::from_bits(1 << PAGAT.0 | 1 << MOND.0 | 1 << SKIS.0);

/// The four kings.
pub const KINGS: CardSet = CardSet::from_bits(RANK << 7);

/// The lowest card of each suit; shifted, the four cards of another rank.
const RANK: u64 = 1 | 1 << 8 | 1 << 16 | 1 << 24;

impl Card {
    /// The tarok with this number, 22 for the škis.
    ///
    /// # Panics
    /// If there is no such tarok.
    pub const fn tarok(number: u8) -> Self {
        assert!(number >= 1 && number <= 22, "taroks are numbered from 1 to 22");
        Self(FIRST_TAROK + number - 1)
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        if self.0 >= FIRST_TAROK { Suit::Taroks } else { Suit::ALL[(self.0 / 8) as usize] }
    }

    /// True if it is a tarok.
    pub const fn is_tarok(self) -> bool {
        self.0 >= FIRST_TAROK
    }

    /// The cards of the same suit that are stronger.
    pub fn above(self) -> CardSet {
        CardSet::from_bits(u64::MAX << self.0 << 1) & self.suit().cards()
    }

    /// Returns the value of the card before counting takes its share.
    pub const fn value(self) -> u8 {
        let card = CardSet::from_bits(1 << self.0);
        values(card) as u8
    }
}

/// The notation of each card, by [`vzetek_game::Card::index`].
const NOTATION: [&str; 54] = [
    "H4", "H3", "H2", "H1", "HJ", "HC", "HQ", "HK", //
    "D4", "D3", "D2", "D1", "DJ", "DC", "DQ", "DK", //
    "S7", "S8", "S9", "S10", "SJ", "SC", "SQ", "SK", //
    "C7", "C8", "C9", "C10", "CJ", "CC", "CQ", "CK", //
    "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", //
    "T12", "T13", "T14", "T15", "T16", "T17", "T18", "T19", "T20", "T21", "T22",
];

card_by_notation!(
    Card,
    NOTATION,
    "a card such as T21, HK or S10: T1 to T22; H or D, then K Q C J 1 2 3 or 4; \
     S or C, then K Q C J 10 9 8 or 7"
);

/// The sum of the cards' values: kings and trula 5, queens 4, knights 3,
/// jacks 2, all else 1.
pub const fn values(cards: CardSet) -> u32 {
    let bits = cards.bits();
    let fives = bits & (KINGS.bits() | TRULA.bits());
    cards.len() as u32
        + 4 * fives.count_ones()
        + 3 * (bits & RANK << 6).count_ones()
        + 2 * (bits & RANK << 5).count_ones()
        + (bits & RANK << 4).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn every_card_comes_back_from_its_notation() {
        for card in CardSet::full() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!(CardSet::full().len(), 54);
        assert_eq!(TRULA, set("T1 T21 T22"));
        assert_eq!(KINGS, set("HK DK SK CK"));
    }

    #[test]
    fn what_is_no_card_is_refused_with_an_example() {
        for text in ["", "T", "T0", "T23", "T01", "H7", "S4", "SA", "hk", "HK ", "Ž1"] {
            let error = text.parse::<Card>().unwrap_err().to_string();
            assert!(error.contains("such as T21"), "{error}");
        }
    }

    #[test]
    fn strength_is_the_order_of_the_rules() {
        for (suit, falling) in [
            (Suit::Hearts, "HK HQ HC HJ H1 H2 H3 H4"),
            (Suit::Diamonds, "DK DQ DC DJ D1 D2 D3 D4"),
            (Suit::Spades, "SK SQ SC SJ S10 S9 S8 S7"),
            (Suit::Clubs, "CK CQ CC CJ C10 C9 C8 C7"),
        ] {
            let cards: Vec<_> = suit.cards().iter().rev().map(|card| card.to_string()).collect();
            assert_eq!(cards.join(" "), falling);
            assert!(suit.cards().iter().all(|card| card.suit() == suit));
        }
        assert_eq!(Suit::Taroks.cards().len(), 22);
        assert_eq!(set("HC").first().unwrap().above(), set("HK HQ"));
        assert_eq!(set("T20").first().unwrap().above(), set("T21 T22"));
        assert_eq!(SKIS.above(), CardSet::EMPTY);
    }

    #[test]
    fn the_values_of_the_pack_add_up() {
        assert_eq!(values(CardSet::full()), 106);
    }
}
