//! The forty Italian cards: suits, ranks and notation.
//!
//! The strength of ranks differs from game to game, so they have no order of their own. Within a
//! suit the order of indices is that of strength in tršet, from the four to the three.

use std::fmt;

use serde::{Deserialize, Serialize};
use vzetek_game::card_by_notation;

use crate::capture::Ranked;

/// A set of Italian cards.
pub type CardSet = vzetek_game::CardSet<Card>;

/// One of the four suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ItalianSuit"),
    schemars(rename = "ItalianSuit")
)]
pub enum Suit {
    /// Cups, `C`.
    #[serde(rename = "C")]
    Coppe,
    /// Swords, `S`.
    #[serde(rename = "S")]
    Spade,
    /// Clubs (batons), `B`.
    #[serde(rename = "B")]
    Bastoni,
    /// Coins, `D`.
    #[serde(rename = "D")]
    Denari,
}

impl Suit {
    /// All suits in the order of card indices.
    pub const ALL: [Self; 4] = [Self::Coppe, Self::Spade, Self::Bastoni, Self::Denari];

    /// The ten cards of the suit.
    pub const fn cards(self) -> CardSet {
        CardSet::from_bits(0x3ff << (10 * self as u32))
    }

    /// The letter of our notation.
    pub const fn letter(self) -> char {
        match self {
            Self::Coppe => 'C',
            Self::Spade => 'S',
            Self::Bastoni => 'B',
            Self::Denari => 'D',
        }
    }

    /// The Italian name, as players say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Coppe => "coppe",
            Self::Spade => "spade",
            Self::Bastoni => "bastoni",
            Self::Denari => "denari",
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The rank of a card, in the order of card indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ItalianRank"),
    schemars(rename = "ItalianRank")
)]
pub enum Rank {
    /// `4`
    #[serde(rename = "4")]
    Four,
    /// `5`
    #[serde(rename = "5")]
    Five,
    /// `6`
    #[serde(rename = "6")]
    Six,
    /// `7`
    #[serde(rename = "7")]
    Seven,
    /// `J`, the fant (knave).
    #[serde(rename = "J")]
    Fant,
    /// `C`, the kaval (knight).
    #[serde(rename = "C")]
    Kaval,
    /// `K`, the kralj (king).
    #[serde(rename = "K")]
    Kralj,
    /// `A`, the as (ace).
    #[serde(rename = "A")]
    As,
    /// `2`
    #[serde(rename = "2")]
    Two,
    /// `3`
    #[serde(rename = "3")]
    Three,
}

impl Rank {
    /// All ranks in the order of card indices.
    pub const ALL: [Self; 10] = [
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Fant,
        Self::Kaval,
        Self::Kralj,
        Self::As,
        Self::Two,
        Self::Three,
    ];

    /// The letter or figure of our notation.
    pub const fn symbol(self) -> char {
        ['4', '5', '6', '7', 'J', 'C', 'K', 'A', '2', '3'][self as usize]
    }

    /// The four cards of this rank.
    pub const fn cards(self) -> CardSet {
        CardSet::from_bits((1 | 1 << 10 | 1 << 20 | 1 << 30) << self as u32)
    }
}

/// A card, ordered by suit and then by rank as its index is.
///
/// ```
/// use vzetek_cards::italian::{Card, Rank, Suit};
/// let kaval: Card = "CC".parse()?;
/// assert_eq!(kaval, Card::new(Suit::Coppe, Rank::Kaval));
/// assert_eq!(kaval.to_string(), "CC");
/// # Ok::<(), vzetek_game::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Self {
        Self(suit as u8 * 10 + rank as u8)
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 10) as usize]
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 % 10) as usize]
    }
}

/// The notation of each card, by [`vzetek_game::Card::index`].
const NOTATION: [&str; 40] = [
    "C4", "C5", "C6", "C7", "CJ", "CC", "CK", "CA", "C2", "C3", //
    "S4", "S5", "S6", "S7", "SJ", "SC", "SK", "SA", "S2", "S3", //
    "B4", "B5", "B6", "B7", "BJ", "BC", "BK", "BA", "B2", "B3", //
    "D4", "D5", "D6", "D7", "DJ", "DC", "DK", "DA", "D2", "D3",
];

card_by_notation!(Card, NOTATION, "a card such as C3: C, S, B or D, then 3 2 A K C J 7 6 5 or 4");

/// The order of ranks here is that of the figures on the cards: as, two to seven, fant, kaval, kralj.
impl Ranked for Card {
    const RANKS: usize = 10;

    fn rank_and_suit(self) -> (usize, usize) {
        ((self.rank() as usize + 3) % 10, self.suit() as usize)
    }

    fn at(rank: usize, suit: usize) -> Self {
        Self((10 * suit + (rank + 7) % 10) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_comes_back_from_its_notation() {
        for card in CardSet::full() {
            assert_eq!(card.to_string().parse(), Ok(card));
            let letters = format!("{}{}", card.suit(), card.rank().symbol());
            assert_eq!(card.notation(), letters);
            assert_eq!(Card::new(card.suit(), card.rank()), card);
        }
    }

    #[test]
    fn what_is_no_card_is_refused_with_an_example() {
        for text in ["", "C", "C8", "X3", "C33", "c3", "C 3", "Č3"] {
            let error = text.parse::<Card>().unwrap_err().to_string();
            assert!(error.contains("such as C3"), "{error}");
        }
    }

    #[test]
    fn suits_and_ranks_part_the_pack() {
        for card in CardSet::full() {
            let (suit, rank) = (card.suit().cards(), card.rank().cards());
            assert!(suit.contains(card) && rank.contains(card));
            assert_eq!((suit.len(), rank.len()), (10, 4));
        }
    }

    #[test]
    fn figures_are_ranked_from_the_as_to_the_kralj() {
        let ranked: Vec<_> = (0..10).map(|rank| Card::at(rank, 3).to_string()).collect();
        assert_eq!(ranked.join(" "), "DA D2 D3 D4 D5 D6 D7 DJ DC DK");
    }
}
