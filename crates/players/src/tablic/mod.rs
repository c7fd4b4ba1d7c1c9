//! Players of tablić.
//!
//! [`decide`](crate::decide) is the whole interface: who plays, what they know, how
//! long they may think. See docs/PLAYERS.md for what each player is.

mod beliefs;
mod board;
#[cfg(test)]
mod board_tests;
mod decide;
mod document;
mod exact;
pub mod greedy;
mod memory;
mod merit;
mod moves;
mod prospects;
mod search;
mod simple;
mod situation;
mod strong;
mod value;
mod world;

pub use beliefs::{Offers, presumed};
pub use board::{Board, Undo};
pub use decide::{Method, Turn};
pub use document::{Answer, Document, DocumentError, Request};
pub use merit::Merit;
pub use moves::{Lister, Rated};
pub use simple::random;
pub use situation::{Seen, Situation, moves};
pub use strong::Settings;

/// The events of a deal as a seat receives them.
pub type History = crate::history::History<vzetek_tablic::Event>;

/// The knowledge of a seat that is asked to decide.
pub type Question<'a> = crate::Question<'a, vzetek_tablic::Tablic>;

/// A decision with the player's estimate.
pub type Decision = crate::Decision<vzetek_tablic::Action>;
