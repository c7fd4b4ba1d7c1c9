//! A game of setting variables: what a formula of them is worth in the end
//! depends on few of them, which is what partition search finds out.
//!
//! A quantified formula over finite values, as in the theory of polynomial
//! space; the formula is a decision tree drawn from a seed.

use crate::partition::Partition;
use vzetek_search::{Perfect, Score};

/// The most variables that one evaluation reads.
const READS: u32 = 4;

/// A formula with its first variables set, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    seed: u64,
    variables: u8,
    set: u8,
    values: u32,
}

/// All formulas with a number of variables set that agree on those in the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreeing {
    set: u8,
    mask: u32,
    values: u32,
}

impl Agreeing {
    /// Returns the number of positions in the set.
    pub fn count(&self) -> u64 {
        1 << (u32::from(self.set) - self.mask.count_ones())
    }
}

impl Formula {
    /// A formula of up to 31 variables, none set.
    pub fn new(seed: u64, variables: u8) -> Self {
        Self { seed, variables, set: 0, values: 0 }
    }

    fn draw(&self, salt: u64, bound: u64) -> u64 {
        let mut word = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ salt;
        for _ in 0..3 {
            word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
        (word >> 20) % bound
    }

    /// The worth of the formula when all is set, and the variables it read.
    fn evaluate(&self) -> (Score, u32) {
        let (mut path, mut read) = (1, 0);
        for _ in 0..READS {
            let variable = self.draw(path, u64::from(self.variables)) as u32;
            read |= 1 << variable;
            path = path * 2 + u64::from(self.values >> variable & 1);
        }
        (Score(self.draw(path << 8, 9) as i32 - 4), read)
    }

    fn agreeing(&self, mask: u32) -> Agreeing {
        let mask = mask & !(u32::MAX << self.set);
        Agreeing { set: self.set, mask, values: self.values & mask }
    }
}

impl Perfect for Formula {
    type Move = bool;
    type Key = (u8, u32);

    fn key(&self) -> (u8, u32) {
        (self.set, self.values)
    }

    fn maximizing(&self) -> bool {
        self.draw(1 << 40 | u64::from(self.set), 2) == 0
    }

    fn moves(&self, moves: &mut Vec<bool>) {
        if self.set < self.variables {
            moves.extend([false, true]);
        }
    }

    fn play(&self, value: bool) -> (Self, Score) {
        let values = self.values | u32::from(value) << self.set;
        let next = Self { set: self.set + 1, values, ..*self };
        let is_last = next.set == next.variables;
        (next, if is_last { next.evaluate().0 } else { Score(0) })
    }
}

impl Partition for Formula {
    type Set = Agreeing;
    type Shelf = u8;

    fn shelf(&self) -> u8 {
        self.set
    }

    fn is_in(&self, set: &Agreeing) -> bool {
        self.values & set.mask == set.values
    }

    fn alike(&self) -> Agreeing {
        self.agreeing(self.evaluate().1)
    }

    fn reaching(&self, _: bool, set: &Agreeing) -> Agreeing {
        self.agreeing(set.mask)
    }

    fn confined(&self, sets: &[(bool, Agreeing)]) -> Agreeing {
        self.agreeing(sets.iter().fold(0, |mask, (_, set)| mask | set.mask))
    }

    fn meet(&self, one: &Agreeing, other: &Agreeing) -> Agreeing {
        self.agreeing(one.mask | other.mask)
    }
}
