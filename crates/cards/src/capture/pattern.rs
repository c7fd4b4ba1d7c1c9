//! Numbers of cards of each rank in one word.

use std::ops::{Add, AddAssign, Sub};

/// The highest bit of each four.
const HIGH: u64 = 0x8888_8888_8888_8888;

/// The number of cards of each rank: four bits a rank, the lowest rank lowest. So the bits
/// of a rank lie where those of its cards lie in a word by rank
/// ([`Ranked::to_ranks`](super::Ranked::to_ranks)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pattern(u64);

impl Pattern {
    pub(super) const EMPTY: Self = Self(0);

    /// The numbers of the cards of a word by rank.
    #[inline]
    pub(super) fn of(cards: u64) -> Self {
        let pairs = cards - (cards >> 1 & 0x5555_5555_5555_5555);
        Self((pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333))
    }

    /// `count` cards of the rank with this place, at most four.
    #[inline]
    pub(super) fn some(rank: usize, count: u8) -> Self {
        Self(u64::from(count) << (4 * rank))
    }

    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) const fn count(self, rank: usize) -> u8 {
        (self.0 >> (4 * rank) & 0xf) as u8
    }

    /// The place of the highest rank of which there is a card.
    #[inline]
    pub(super) fn highest(self) -> Option<usize> {
        (self.0 != 0).then(|| (63 - self.0.leading_zeros() as usize) / 4)
    }

    /// The places of the ranks of which there are cards, from high to low, with how many.
    #[inline]
    pub fn ranks(mut self) -> impl Iterator<Item = (usize, u8)> {
        std::iter::from_fn(move || {
            let rank = self.highest()?;
            let count = self.count(rank);
            self = self.below(rank);
            Some((rank, count))
        })
    }

    /// Only the ranks below this one.
    #[inline]
    pub(super) const fn below(self, rank: usize) -> Self {
        Self(self.0 & ((1 << (4 * rank)) - 1))
    }

    /// Only the ranks in this word by rank, in which each must be whole or missing.
    #[inline]
    pub(super) const fn only(self, ranks: u64) -> Self {
        Self(self.0 & ranks)
    }

    /// True if there are at most as many of each rank as in `all`. No rank may have more than
    /// eight.
    #[inline]
    pub(super) const fn fits(self, all: Self) -> bool {
        ((all.0 | HIGH) - self.0) & HIGH == HIGH
    }
}

impl Add for Pattern {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Pattern {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Pattern {
    type Output = Self;
    /// `other` must fit into `self`.
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_counted_rank_by_rank() {
        let all = Pattern::of((1 << 52) - 1);
        assert!((0..13).all(|rank| all.count(rank) == 4));
        let three = Pattern::of(0b1011);
        assert_eq!(three, Pattern::some(0, 3));
        assert!(three.fits(all) && !(three + three).fits(all) && !all.fits(three));
        assert_eq!(all.below(1), Pattern::some(0, 4));
        let ranks: Vec<_> = (three + Pattern::some(9, 1)).ranks().collect();
        assert_eq!(ranks, [(9, 1), (0, 3)]);
    }
}
