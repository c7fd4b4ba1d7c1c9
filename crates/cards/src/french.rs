//! The fifty-two French cards: suits, ranks and notation.

use vzetek_game::card_by_notation;

use crate::capture::Ranked;

/// A set of French cards.
pub type CardSet = vzetek_game::CardSet<Card>;

/// The four suits, in the order of card indices: that of Penzar's tablić.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Hearts, `H`.
    Hearts,
    /// Spades, `S`.
    Spades,
    /// Diamonds, `D`.
    Diamonds,
    /// Clubs, `C`.
    Clubs,
}

impl Suit {
    /// The suits in the order of card indices.
    pub const ALL: [Self; 4] = [Self::Hearts, Self::Spades, Self::Diamonds, Self::Clubs];

    /// The thirteen cards of the suit.
    pub const fn cards(self) -> CardSet {
        CardSet::from_bits(0x1_1111_1111_1111 << self as u32)
    }
}

/// The thirteen ranks, low to high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// The ranks in the order of card indices.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// The four cards of this rank.
    pub const fn cards(self) -> CardSet {
        CardSet::from_bits(0xf << (4 * self as u32))
    }
}

/// A card, ordered by rank and then by suit.
///
/// ```
/// use vzetek_cards::french::{Card, Rank, Suit};
/// let jack: Card = "DJ".parse()?;
/// assert_eq!(jack, Card::new(Suit::Diamonds, Rank::Jack));
/// assert_eq!(jack.to_string(), "DJ");
/// # Ok::<(), vzetek_game::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Self {
        Self(4 * rank as u8 + suit as u8)
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }
}

/// The notation of each card, by [`vzetek_game::Card::index`].
const NOTATION: [&str; 52] = [
    "HA", "SA", "DA", "CA", "H2", "S2", "D2", "C2", "H3", "S3", "D3", "C3", //
    "H4", "S4", "D4", "C4", "H5", "S5", "D5", "C5", "H6", "S6", "D6", "C6", //
    "H7", "S7", "D7", "C7", "H8", "S8", "D8", "C8", "H9", "S9", "D9", "C9", //
    "H10", "S10", "D10", "C10", "HJ", "SJ", "DJ", "CJ", "HQ", "SQ", "DQ", "CQ", //
    "HK", "SK", "DK", "CK",
];

card_by_notation!(
    Card,
    NOTATION,
    "a card such as HA, S10 or DQ: H, S, D or C, then A K Q J 10 9 8 7 6 5 4 3 or 2"
);

impl Ranked for Card {
    const RANKS: usize = 13;

    #[inline]
    fn rank_and_suit(self) -> (usize, usize) {
        (self.rank() as usize, self.suit() as usize)
    }

    #[inline]
    fn at(rank: usize, suit: usize) -> Self {
        Self((4 * rank + suit) as u8)
    }

    // The order of indices is that of the word.
    #[inline]
    fn to_ranks(cards: CardSet) -> u64 {
        cards.bits()
    }

    #[inline]
    fn from_ranks(bits: u64) -> CardSet {
        CardSet::from_bits(bits)
    }
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
            assert_eq!(Card::new(card.suit(), card.rank()), card);
        }
        assert_eq!(CardSet::full().len(), 52);
        assert_eq!(set("H2 DQ C2 S10").list(), "DQ, S10, C2, H2");
    }

    #[test]
    fn what_is_no_card_is_refused_with_an_example() {
        for text in ["", "H", "H1", "H11", "T2", "10S", "S010", "ha", "HA ", "Ž1"] {
            let error = text.parse::<Card>().unwrap_err().to_string();
            assert!(error.contains("such as HA, S10"), "{error}");
        }
    }

    #[test]
    fn suits_and_ranks_part_the_pack() {
        for card in CardSet::full() {
            let (suit, rank) = (card.suit().cards(), card.rank().cards());
            assert!(suit.contains(card) && rank.contains(card));
            assert_eq!((suit.len(), rank.len()), (13, 4));
        }
    }
}
