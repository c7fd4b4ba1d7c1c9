//! A position before a trick.

use super::suits::{SUITS, Shape};

/// A position before a trick: one shape a suit, in any order of suits.
#[derive(Clone, Copy)]
pub(super) struct Node(pub [Shape; 4]);

impl Node {
    /// Returns the position with this [`Node::key`].
    #[inline]
    pub fn of_key(key: u64) -> Self {
        Self([key as Shape, (key >> 16) as Shape, (key >> 32) as Shape, (key >> 48) as Shape])
    }

    /// The position in which these hands meet.
    pub fn of_hands(leader: u64, follower: u64) -> Self {
        let shape = |suit: u32| {
            let lane = |hand: u64| hand >> (10 * suit) & 0x3ff;
            SUITS.shape(lane(leader), lane(follower))
        };
        Self([shape(0), shape(1), shape(2), shape(3)])
    }

    /// All four shapes in one word.
    #[inline]
    pub fn key(self) -> u64 {
        let [a, b, c, d] = self.0;
        u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
    }

    /// Returns the position with its suits in order: suits are all alike.
    #[inline]
    pub fn sorted(self) -> Self {
        let [a, b, c, d] = self.0;
        let (a, b) = (a.min(b), a.max(b));
        let (c, d) = (c.min(d), c.max(d));
        let (a, c) = (a.min(c), a.max(c));
        let (b, d) = (b.min(d), b.max(d));
        let (b, c) = (b.min(c), b.max(c));
        Self([a, b, c, d])
    }
}
