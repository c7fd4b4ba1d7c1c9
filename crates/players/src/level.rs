//! The allowance of a level.

use std::time::Duration;

use vzetek_search::Limits;

/// The limits on what a player may spend on a decision.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// Its own limits, which hold where none are given.
    pub own: Limits,
    /// True if it never spends more than its own iterations: they are what
    /// makes a weaker level that level.
    pub is_capped: bool,
}

impl Allowance {
    /// Returns an allowance of these limits, unless others are given.
    pub const fn free(own: Limits) -> Self {
        Self { own, is_capped: false }
    }

    /// Returns an allowance of no more than these iterations, whatever is given.
    pub const fn capped(own: Limits) -> Self {
        Self { own, is_capped: true }
    }

    /// Iterations, and a time beside them.
    pub fn within(iterations: u64, time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::iterations(iterations) }
    }

    /// The limits given, and the player's own where none is given.
    pub fn limits(&self, given: &Limits) -> Limits {
        if self.is_capped {
            let iterations = self.own.iterations.into_iter().chain(given.iterations).min();
            Limits { iterations, ..given.clone() }
        } else if given.is_bounded() {
            given.clone()
        } else {
            let Limits { iterations, time, .. } = self.own;
            Limits { iterations, time, ..given.clone() }
        }
    }

    /// The most iterations that the player ever spends, if there is such a
    /// number.
    pub fn most_iterations(&self) -> Option<u64> {
        self.own.iterations.filter(|_| self.is_capped)
    }
}
