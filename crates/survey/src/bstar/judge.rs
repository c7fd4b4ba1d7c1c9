//! The looks of positions, and how certain a move must be.

use vzetek_search::{Perfect, Score};

/// The looks of positions before they are searched.
pub trait Judge<P: Perfect> {
    /// Returns the most likely future gain of the maximiser.
    fn realistic(&mut self, position: &P) -> Score;

    /// Returns the maximiser's future gain if things went as well as they can
    /// for one side: as if it moved twice in a row.
    fn optimistic(&mut self, position: &P, maximizer: bool) -> Score;
}

/// The certainty that is enough for the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// Chances smaller than this are all that speaks against the move.
    Likely(f64),
    /// The move's pessimistic value is no worse than the optimistic value of
    /// any other. True if the judge's optimism is never disappointed.
    Proved,
}

impl Default for Goal {
    /// The measure that Luštrek's survey calls suitable.
    fn default() -> Self {
        Self::Likely(0.15)
    }
}

impl Goal {
    /// The distance below its rival at which a move is refuted. A proof must distinguish one less
    /// from equal.
    pub(super) fn margin(self) -> f64 {
        match self {
            Self::Likely(_) => 1.0,
            Self::Proved => 0.5,
        }
    }
}
