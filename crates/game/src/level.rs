//! The levels a person can choose, the same in every game.

use crate::named;

named! {
    /// The strength that a person wants of an opponent; the weakest first.
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
