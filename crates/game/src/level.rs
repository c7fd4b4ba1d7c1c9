//! The levels a person can choose, the same in every game.

use crate::named;

named! {
    /// The opponent that a person wants: by strength, the weakest first, and last the one
    /// that is a manner of play and no strength.
    Level, "level",
    /// Knows the rules and little more.
    Gentle = "gentle",
    /// Thinks a little, by playing the deal out some times.
    Easy = "easy",
    /// Thinks more, and solves what is known for certain.
    Medium = "medium",
    /// The strongest there is.
    Strong = "strong",
    /// Plays by habit, as those play from whom the habits were learned. Not to be had at
    /// every table.
    Natural = "natural",
}

impl Default for Level {
    /// The strongest, which people will meet unless they ask for less.
    fn default() -> Self {
        Self::Strong
    }
}
