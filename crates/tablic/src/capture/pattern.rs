//! Numbers of cards of each rank in one word.

use std::ops::{Add, AddAssign, Sub};

use crate::{CardSet, Rank};

/// The highest bit of each four.
const HIGH: u64 = 0x8888_8888_8888_8888;

/// The number of cards of each rank: four bits a rank, aces lowest. So the bits
/// of a rank lie where those of its cards lie in a [`CardSet`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Pattern(u64);

impl Pattern {
    pub const EMPTY: Self = Self(0);

    /// The numbers of these cards.
    pub fn of(cards: CardSet) -> Self {
        let pairs = cards.bits() - (cards.bits() >> 1 & 0x5555_5555_5555_5555);
        Self((pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333))
    }

    /// `count` cards of this rank, at most four.
    pub fn some(rank: Rank, count: u8) -> Self {
        Self(u64::from(count) << (4 * rank as u32))
    }

    pub const fn bits(self) -> u64 {
        self.0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn count(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank as u32) & 0xf) as u8
    }

    /// The highest rank of which there is a card.
    pub fn highest(self) -> Option<Rank> {
        (self.0 != 0).then(|| Rank::ALL[(63 - self.0.leading_zeros() as usize) / 4])
    }

    /// The ranks of which there are cards, from high to low, with how many.
    pub fn ranks(mut self) -> impl Iterator<Item = (Rank, u8)> {
        std::iter::from_fn(move || {
            let rank = self.highest()?;
            let count = self.count(rank);
            self = self.below(rank);
            Some((rank, count))
        })
    }

    /// Only the ranks below this one.
    pub const fn below(self, rank: Rank) -> Self {
        Self(self.0 & ((1 << (4 * rank as u32)) - 1))
    }

    /// Only the ranks in these cards, of which each rank must be whole or
    /// missing.
    pub const fn only(self, ranks: CardSet) -> Self {
        Self(self.0 & ranks.bits())
    }

    /// True if there are at most as many of each rank as in `all`. No rank may have more than
    /// eight.
    pub const fn fits(self, all: Self) -> bool {
        ((all.0 | HIGH) - self.0) & HIGH == HIGH
    }
}

impl Add for Pattern {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Pattern {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Pattern {
    type Output = Self;
    /// `other` must fit into `self`.
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_counted_rank_by_rank() {
        let all = Pattern::of(CardSet::full());
        assert!(Rank::ALL.into_iter().all(|rank| all.count(rank) == 4));
        let three = Pattern::of(CardSet::from_bits(0b1011));
        assert_eq!(three, Pattern::some(Rank::Ace, 3));
        assert!(three.fits(all) && !(three + three).fits(all) && !all.fits(three));
        assert_eq!(all.below(Rank::Two), Pattern::some(Rank::Ace, 4));
        let ranks: Vec<_> = (three + Pattern::some(Rank::Ten, 1)).ranks().collect();
        assert_eq!(ranks, [(Rank::Ten, 1), (Rank::Ace, 3)]);
    }
}
