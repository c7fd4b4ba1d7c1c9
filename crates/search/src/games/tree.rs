//! A tree written down: what figures in books show.

use crate::{Perfect, Score};

/// A tree in which a side moves, or a leaf with a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// The maximiser moves.
    Max(Vec<Tree>),
    /// The minimiser moves.
    Min(Vec<Tree>),
    /// The end, worth this to the maximiser.
    Leaf(i32),
}

impl Tree {
    fn branches(&self) -> &[Self] {
        match self {
            Self::Max(branches) | Self::Min(branches) => branches,
            Self::Leaf(_) => &[],
        }
    }
}

/// A place in a tree. What a leaf is worth is gained by the move to it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a>(pub &'a Tree);

impl Perfect for Place<'_> {
    type Move = usize;
    /// The place of the branch in memory: no two are the same.
    type Key = usize;

    fn key(&self) -> usize {
        std::ptr::from_ref(self.0).addr()
    }

    fn maximizing(&self) -> bool {
        matches!(self.0, Tree::Max(_))
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        moves.extend(0..self.0.branches().len());
    }

    fn play(&self, action: usize) -> (Self, Score) {
        let next = &self.0.branches()[action];
        let gain = if let Tree::Leaf(worth) = next { *worth } else { 0 };
        (Self(next), Score(gain))
    }
}
