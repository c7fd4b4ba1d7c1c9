//! Players of tablić.
//!
//! [`decide`] is the whole interface: who plays, what they know, how long they
//! may think. See docs/PLAYERS.md for what each player is.

mod beliefs;
mod board;
mod decide;
mod document;
mod exact;
pub mod greedy;
mod history;
mod level;
mod memory;
mod merit;
mod moves;
mod prospects;
mod search;
mod simple;
mod situation;
mod strong;
mod value;

pub use beliefs::{Offers, presumed};
pub use board::{Board, Undo};
pub use decide::{Decision, Engine, Question, choose, decide, decide_by};
pub use document::{Answer, Document, DocumentError, Request};
pub use history::History;
pub use level::{Method, allowance};
pub use merit::Merit;
pub use moves::{Lister, Rated};
pub use simple::random;
pub use situation::{Seen, Situation};
pub use strong::Settings;
pub use vzetek_search::{Limits, StopFlag};

pub use crate::{Level, UnknownName};
