//! The captures of a card: sets of cards that part into groups, each of which adds up to it.
//!
//! A game gives the values of its cards as [`Sums`]. Suits do not matter for sums, so everything is
//! worked out with *patterns*, numbers of cards of each rank, of which there are far fewer than
//! sets of cards: [`groups`] lists the patterns that add up to the card, [`finder`] all unions of
//! disjoint ones, [`spread`] the sets of cards of a pattern. [`parting`] decides without any list
//! if one given set can be captured.
//!
//! Different ways to part the same cards into groups are one capture: only the
//! cards captured matter.

mod finder;
mod groups;
mod parting;
mod pattern;
mod spread;
mod sums;
#[cfg(test)]
mod tests;

pub use finder::{Captures, Finder, MOST_PATTERNS};
pub use parting::is_capture;
pub use pattern::Pattern;
pub use spread::Iter;
pub use sums::{Ranked, Sums, target};
