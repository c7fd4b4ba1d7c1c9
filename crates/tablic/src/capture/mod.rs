//! The captures of a card.
//!
//! Suits do not matter for sums, so everything is worked out with *patterns*,
//! numbers of cards of each rank, of which there are far fewer than sets of
//! cards: [`groups`] lists the patterns that add up to the card, [`finder`]
//! all unions of disjoint ones, [`spread`] the sets of cards of a pattern.
//! [`parting`] decides without any list if one given set can be captured.
//!
//! Different ways to part the same cards into groups are one capture: only the
//! cards captured matter.

mod finder;
mod groups;
mod parting;
mod pattern;
mod richest;
mod spread;

pub use finder::{Captures, Finder, MOST_PATTERNS};
pub use parting::is_capture;
pub use richest::Riches;
pub use spread::Iter;

use crate::{Card, CardSet};

/// Everything that `card` can capture from the table. A [`Finder`] does the
/// same without new memory each time.
///
/// ```
/// use vzetek_tablic::{Card, CardSet, captures};
/// let table: CardSet = ["C10", "D8", "H2"].map(|card| card.parse::<Card>().unwrap()).into_iter().collect();
/// let ten = "S10".parse()?;
/// assert_eq!(captures(ten, table).len(), 3, "the ten, eight and two, or both");
/// # Ok::<(), vzetek_game::NotationError>(())
/// ```
pub fn captures(card: Card, table: CardSet) -> Vec<CardSet> {
    Finder::new().find(card, table).iter().collect()
}
