//! The levels a person can choose, the same in every game.

use crate::named::named;

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
