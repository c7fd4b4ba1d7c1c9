//! Cards as indices and sets of cards as one machine word.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::NotationError;

/// A card of some pack of at most 64 cards.
pub trait Card:
    Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display + FromStr<Err = NotationError>
{
    /// The number of cards in the pack; indices run from 0 to `COUNT - 1`.
    const COUNT: u8;

    /// The card's index in the pack. Sets list their cards by it.
    fn index(self) -> u8;

    /// The card with this index, which must be below [`Card::COUNT`].
    ///
    /// # Panics
    /// May panic for other indices.
    fn from_index(index: u8) -> Self;
}

/// A set of cards, one bit each.
pub struct CardSet<C> {
    bits: u64,
    pack: PhantomData<C>,
}

impl<C> CardSet<C> {
    /// No card.
    pub const EMPTY: Self = Self::from_bits(0);

    /// The set with these bits, bit `i` for the card with index `i`.
    pub const fn from_bits(bits: u64) -> Self {
        Self { bits, pack: PhantomData }
    }

    /// The bits, bit `i` for the card with index `i`.
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Returns the number of cards in the set.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// True if no card is in the set.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// True if every card of `self` is in `other`.
    pub const fn is_subset(self, other: Self) -> bool {
        self.bits & !other.bits == 0
    }

    /// True if no card is in both.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.bits & other.bits == 0
    }
}

impl<C: Card> CardSet<C> {
    /// Every card of the pack.
    pub fn full() -> Self {
        Self::from_bits(u64::MAX >> (64 - C::COUNT as u32))
    }

    /// Only this card.
    pub fn single(card: C) -> Self {
        Self::from_bits(1 << card.index())
    }

    /// True if the card is in the set.
    pub fn contains(self, card: C) -> bool {
        self.bits >> card.index() & 1 == 1
    }

    /// Puts the card in. True if it was not there before.
    pub fn insert(&mut self, card: C) -> bool {
        let new = !self.contains(card);
        self.bits |= 1 << card.index();
        new
    }

    /// Takes the card out. True if it was there.
    pub fn remove(&mut self, card: C) -> bool {
        let there = self.contains(card);
        self.bits &= !(1 << card.index());
        there
    }

    /// The set without this card.
    pub fn without(self, card: C) -> Self {
        Self::from_bits(self.bits & !(1 << card.index()))
    }

    /// The set with this card.
    pub fn with(self, card: C) -> Self {
        Self::from_bits(self.bits | 1 << card.index())
    }

    /// The card with the highest index.
    pub fn last(self) -> Option<C> {
        (self.bits != 0).then(|| C::from_index(63 - self.bits.leading_zeros() as u8))
    }

    /// The card with the lowest index.
    pub fn first(self) -> Option<C> {
        (self.bits != 0).then(|| C::from_index(self.bits.trailing_zeros() as u8))
    }

    /// The cards for a sentence, by falling index: `DQ, S10, C2`.
    pub fn list(self) -> String {
        let cards: Vec<_> = self.iter().rev().map(|card| card.to_string()).collect();
        cards.join(", ")
    }

    /// The cards by rising index.
    pub fn iter(self) -> Cards<C> {
        Cards { rest: self }
    }
}

/// The cards of a set by rising index (or, reversed, by falling index).
pub struct Cards<C> {
    rest: CardSet<C>,
}

impl<C: Card> Iterator for Cards<C> {
    type Item = C;

    fn next(&mut self) -> Option<C> {
        let card = self.rest.first()?;
        self.rest.bits &= self.rest.bits - 1;
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }
}

impl<C: Card> DoubleEndedIterator for Cards<C> {
    fn next_back(&mut self) -> Option<C> {
        let card = self.rest.last()?;
        self.rest = self.rest.without(card);
        Some(card)
    }
}

impl<C: Card> ExactSizeIterator for Cards<C> {}

impl<C: Card> IntoIterator for CardSet<C> {
    type Item = C;
    type IntoIter = Cards<C>;
    fn into_iter(self) -> Cards<C> {
        self.iter()
    }
}

impl<C: Card> FromIterator<C> for CardSet<C> {
    fn from_iter<I: IntoIterator<Item = C>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl<C: Card> Extend<C> for CardSet<C> {
    fn extend<I: IntoIterator<Item = C>>(&mut self, cards: I) {
        for card in cards {
            self.insert(card);
        }
    }
}

// Derives would ask the same of `C`, which is only a marker.
impl<C> Clone for CardSet<C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C> Copy for CardSet<C> {}
impl<C> PartialEq for CardSet<C> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}
impl<C> Eq for CardSet<C> {}
impl<C> Hash for CardSet<C> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}
impl<C> Default for CardSet<C> {
    fn default() -> Self {
        Self::EMPTY
    }
}
impl<C> BitAnd for CardSet<C> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self::from_bits(self.bits & other.bits)
    }
}
impl<C> BitOr for CardSet<C> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self::from_bits(self.bits | other.bits)
    }
}
impl<C> BitOrAssign for CardSet<C> {
    fn bitor_assign(&mut self, other: Self) {
        self.bits |= other.bits;
    }
}
impl<C> Sub for CardSet<C> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::from_bits(self.bits & !other.bits)
    }
}
impl<C> SubAssign for CardSet<C> {
    fn sub_assign(&mut self, other: Self) {
        self.bits &= !other.bits;
    }
}

impl<C: Card> fmt::Debug for CardSet<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<C: Card> Serialize for CardSet<C> {
    /// Writes a list of cards by falling index, strongest of each suit first.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().rev().map(|card| CardText(card)))
    }
}

struct CardText<C>(C);

impl<C: Card> Serialize for CardText<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, C: Card> Deserialize<'de> for CardSet<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut set = Self::EMPTY;
        for text in Vec::<String>::deserialize(deserializer)? {
            let card: C = text.parse().map_err(serde::de::Error::custom)?;
            if !set.insert(card) {
                return Err(serde::de::Error::custom(format!("{card} stands there twice")));
            }
        }
        Ok(set)
    }
}

/// Makes a type that holds the index of a card, `Card(u8)`, a [`Card`](crate::Card) of the pack
/// with these notations, in the order of indices. The last argument is the part of the error text
/// that says how cards are written.
#[macro_export]
macro_rules! card_by_notation {
    ($card:ty, $notation:expr, $expected:literal) => {
        impl $card {
            /// The notation of the card in text and JSON.
            pub const fn notation(self) -> &'static str {
                $notation[self.0 as usize]
            }
        }

        impl $crate::Card for $card {
            const COUNT: u8 = $notation.len() as u8;

            fn index(self) -> u8 {
                self.0
            }

            fn from_index(index: u8) -> Self {
                assert!(index < Self::COUNT, "the pack has {} cards, not {index}", Self::COUNT);
                Self(index)
            }
        }

        impl ::std::fmt::Display for $card {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.notation())
            }
        }

        impl ::std::str::FromStr for $card {
            type Err = $crate::NotationError;

            fn from_str(text: &str) -> Result<Self, $crate::NotationError> {
                let index = $notation.iter().position(|&notation| notation == text);
                index
                    .map(|index| Self(index as u8))
                    .ok_or_else(|| $crate::NotationError::new(text, $expected))
            }
        }

        $crate::by_notation!($card);
    };
}
