//! Declarations (akuže): combinations announced before one's first card.

use std::fmt;
use std::str::FromStr;

use vzetek_game::{NotationError, serde_by_notation};

use crate::{Card, CardSet, Rank, Suit};

/// A combination of aces, twos and threes.
///
/// Notation: `napola:C` is A-2-3 of coppe, `four:A` all four aces, and
/// `three:A/C` three aces with coppe missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Declaration {
    /// A, 2 and 3 of one suit.
    Napola(Suit),
    /// Three of A, 2 or 3; the missing suit is named.
    ThreeOf(DeclaredRank, Suit),
    /// All four of A, 2 or 3.
    FourOf(DeclaredRank),
}

/// The ranks that count for declarations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeclaredRank {
    /// Aces.
    As,
    /// Twos.
    Two,
    /// Threes.
    Three,
}

impl DeclaredRank {
    const ALL: [Self; 3] = [Self::As, Self::Two, Self::Three];

    /// The rank of the cards.
    pub const fn rank(self) -> Rank {
        match self {
            Self::As => Rank::As,
            Self::Two => Rank::Two,
            Self::Three => Rank::Three,
        }
    }
}

impl Declaration {
    /// Every declaration that these cards allow.
    ///
    /// Four of a kind are declared as four, never as three of them.
    pub fn in_hand(hand: CardSet) -> impl Iterator<Item = Self> {
        let napole = Suit::ALL.into_iter().map(Self::Napola);
        let kinds = DeclaredRank::ALL.into_iter().filter_map(move |rank| {
            let held = |suit: &Suit| hand.contains(Card::new(*suit, rank.rank()));
            let mut missing = Suit::ALL.into_iter().filter(|suit| !held(suit));
            match (missing.next(), missing.next()) {
                (None, _) => Some(Self::FourOf(rank)),
                (Some(suit), None) => Some(Self::ThreeOf(rank, suit)),
                _ => None,
            }
        });
        napole.filter(move |napola| napola.cards().is_subset(hand)).chain(kinds)
    }

    /// The cards that the declaration shows to be in the hand.
    pub fn cards(self) -> CardSet {
        match self {
            Self::Napola(suit) => [Rank::As, Rank::Two, Rank::Three]
                .into_iter()
                .map(|rank| Card::new(suit, rank))
                .collect(),
            Self::ThreeOf(rank, missing) => Suit::ALL
                .into_iter()
                .filter(|&suit| suit != missing)
                .map(|suit| Card::new(suit, rank.rank()))
                .collect(),
            Self::FourOf(rank) => {
                Suit::ALL.into_iter().map(|suit| Card::new(suit, rank.rank())).collect()
            }
        }
    }

    /// The card that the declaration says is missing, if it names one.
    pub fn denied(self) -> CardSet {
        match self {
            Self::ThreeOf(rank, missing) => CardSet::single(Card::new(missing, rank.rank())),
            Self::Napola(_) | Self::FourOf(_) => CardSet::EMPTY,
        }
    }

    /// Returns the value of the declaration, in thirds.
    pub const fn thirds(self) -> u8 {
        match self {
            Self::Napola(_) | Self::ThreeOf(..) => 9,
            Self::FourOf(_) => 12,
        }
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Napola(suit) => write!(f, "napola:{suit}"),
            Self::ThreeOf(rank, missing) => {
                write!(f, "three:{}/{missing}", rank.rank().symbol())
            }
            Self::FourOf(rank) => write!(f, "four:{}", rank.rank().symbol()),
        }
    }
}

impl FromStr for Declaration {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let suits = Suit::ALL.into_iter().map(Self::Napola);
        let kinds = DeclaredRank::ALL.into_iter().flat_map(|rank| {
            let threes = Suit::ALL.into_iter().map(move |suit| Self::ThreeOf(rank, suit));
            threes.chain([Self::FourOf(rank)])
        });
        suits
            .chain(kinds)
            .find(|declaration| declaration.to_string() == text)
            .ok_or_else(|| NotationError::new(text, "a declaration: napola:C, three:A/C or four:A"))
    }
}

serde_by_notation!(Declaration);

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(cards: &str) -> CardSet {
        cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
    }

    fn declared(cards: &str) -> Vec<String> {
        Declaration::in_hand(hand(cards)).map(|d| d.to_string()).collect()
    }

    #[test]
    fn combinations_are_found() {
        assert_eq!(declared("CA C2 C3 SA BA D3 D4"), ["napola:C", "three:A/D"]);
        assert_eq!(declared("C2 S2 B2 D2 D3 S3"), ["four:2"]);
        assert!(declared("CK SK BK DK CA C2").is_empty());
    }

    #[test]
    fn notation_comes_back_and_shows_the_right_cards() {
        for text in ["napola:S", "three:3/B", "four:A"] {
            let declaration: Declaration = text.parse().unwrap();
            assert_eq!(declaration.to_string(), text);
            assert!(Declaration::in_hand(declaration.cards()).any(|d| d == declaration));
        }
        assert!("three:K/C".parse::<Declaration>().is_err());
    }
}
