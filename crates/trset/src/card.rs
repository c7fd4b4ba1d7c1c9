//! The forty Italian cards: suits, ranks, thirds and both notations.

use std::fmt;

use serde::{Deserialize, Serialize};
use vzetek_game::{NotationError, card_by_notation};

/// A set of tršet cards.
pub type CardSet = vzetek_game::CardSet<Card>;

/// One of the four suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetSuit"),
    schemars(rename = "TrsetSuit")
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

    /// The letter of the tršet thesis's notation, where cups are `K` (kupe).
    const fn thesis_letter(self) -> char {
        match self {
            Self::Coppe => 'K',
            other => other.letter(),
        }
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The rank of a card, by rising strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetRank"),
    schemars(rename = "TrsetRank")
)]
pub enum Rank {
    /// `4`, the weakest.
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
    /// `A`, the as: worth a whole point, beaten by 2 and 3.
    #[serde(rename = "A")]
    As,
    /// `2`
    #[serde(rename = "2")]
    Two,
    /// `3`, the strongest.
    #[serde(rename = "3")]
    Three,
}

impl Rank {
    /// All ranks by rising strength.
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

    const fn thesis_word(self) -> &'static str {
        ["4", "5", "6", "7", "FANT", "KAVAL", "KRALJ", "AS", "2", "3"][self as usize]
    }
}

/// A card, ordered by suit and then by strength.
///
/// ```
/// use vzetek_trset::{Card, Rank, Suit};
/// let kaval: Card = "CC".parse()?;
/// assert_eq!(kaval, Card::new(Suit::Coppe, Rank::Kaval));
/// assert_eq!(kaval.to_thesis_notation(), "K KAVAL");
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

    /// The notation of the tršet thesis, such as `K KAVAL` (section 4.4).
    pub fn to_thesis_notation(self) -> String {
        format!("{} {}", self.suit().thesis_letter(), self.rank().thesis_word())
    }

    /// Reads the notation of the tršet thesis.
    ///
    /// # Errors
    /// [`NotationError`] says what would have been right.
    pub fn from_thesis_notation(text: &str) -> Result<Self, NotationError> {
        let wrong = || {
            NotationError::new(
                text,
                "a card such as \"K KAVAL\": K, S, B or D, a space, \
                 then 3 2 AS KRALJ KAVAL FANT 7 6 5 or 4",
            )
        };
        let (letter, word) = text.split_once(' ').ok_or_else(wrong)?;
        let suit = Suit::ALL
            .into_iter()
            .find(|suit| letter.chars().eq([suit.thesis_letter()]))
            .ok_or_else(wrong)?;
        let rank =
            Rank::ALL.into_iter().find(|rank| rank.thesis_word() == word).ok_or_else(wrong)?;
        Ok(Self::new(suit, rank))
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

/// Returns the value of the cards together, in thirds of a point.
pub const fn thirds(cards: CardSet) -> u8 {
    const ACES: u64 = 1 << 7 | 1 << 17 | 1 << 27 | 1 << 37;
    const FIGURES: u64 = {
        // Fant, kaval, kralj, two and three of a suit.
        let suit = 1 << 4 | 1 << 5 | 1 << 6 | 1 << 8 | 1 << 9;
        suit | suit << 10 | suit << 20 | suit << 30
    };
    let bits = cards.bits();
    (3 * (bits & ACES).count_ones() + (bits & FIGURES).count_ones()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_come_back_for_every_card() {
        for card in CardSet::full() {
            assert_eq!(card.to_string().parse(), Ok(card));
            let letters = format!("{}{}", card.suit(), card.rank().symbol());
            assert_eq!(card.notation(), letters);
            assert_eq!(Card::from_thesis_notation(&card.to_thesis_notation()), Ok(card));
        }
    }

    #[test]
    fn what_is_no_card_is_refused_with_an_example() {
        for text in ["", "C", "C8", "X3", "C33", "c3", "C 3", "Č3"] {
            let error = text.parse::<Card>().unwrap_err().to_string();
            assert!(error.contains("such as C3"), "{error}");
        }
        for text in ["", "K", "K  3", "KK 3", "K as", "C 3", "K 3 "] {
            assert!(Card::from_thesis_notation(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_pack_is_worth_32_thirds() {
        assert_eq!(thirds(CardSet::full()), 32);
        for card in CardSet::full() {
            let expected = match card.rank() {
                Rank::As => 3,
                Rank::Three | Rank::Two | Rank::Kralj | Rank::Kaval | Rank::Fant => 1,
                Rank::Four | Rank::Five | Rank::Six | Rank::Seven => 0,
            };
            assert_eq!(thirds(CardSet::single(card)), expected, "{card}");
        }
    }

    #[test]
    fn strength_is_the_order_of_the_rules() {
        let falling: String = Rank::ALL.iter().rev().map(|rank| rank.symbol()).collect();
        assert_eq!(falling, "32AKCJ7654");
    }
}
