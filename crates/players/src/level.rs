//! The levels a person can choose, the same in every game.

use std::time::Duration;

use vzetek_search::Limits;

use crate::named;

named! {
    /// How strong an opponent a person wants.
    Level, "level",
    /// Knows the rules and little more.
    Gentle = "gentle",
    /// Thinks a little, by playing the deal out some times.
    Easy = "easy",
    /// Thinks more, and solves what is known for certain.
    Medium = "medium",
    /// The strongest there is.
    Strong = "strong",
}

impl Default for Level {
    /// The strongest, which people will meet unless they ask for less.
    fn default() -> Self {
        Self::Strong
    }
}

impl Level {
    /// What the level is, in a sentence for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Gentle => "plays by feel and makes mistakes; for learning the game",
            Self::Easy => "looks a little ahead, but misses things in the ending",
            Self::Medium => "plays soundly and never errs once all cards are known",
            Self::Strong => "plays as well as we can make it",
        }
    }
}

/// What a player may spend on a decision.
#[derive(Clone, Debug)]
pub struct Allowance {
    /// Its own limits, which hold where none are given.
    pub own: Limits,
    /// True if it never spends more than its own iterations: they are what
    /// makes a weaker level that level.
    pub is_capped: bool,
}

impl Allowance {
    /// These limits, unless others are given.
    pub const fn free(own: Limits) -> Self {
        Self { own, is_capped: false }
    }

    /// No more than these iterations, whatever is given.
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
