//! Players of tablić.
//!
//! [`decide`] is the whole interface: who plays, what they know, how long they
//! may think. See docs/PLAYERS.md for what each player is.

mod beliefs;
mod board;
mod decide;
mod document;
mod exact;
mod greedy;
mod history;
mod level;
mod memory;
mod merit;
mod minimax;
mod moves;
mod prospects;
mod search;
pub mod seed;
mod service;
mod simple;
mod situation;
mod strong;
mod value;

pub use decide::{Decision, Engine, Question, decide, decide_as};
pub use document::{Answer, Document, DocumentError, LONGEST_LINE, Request};
pub use history::History;
pub use level::{Player, Spec};
pub use service::Service;
use situation::Situation;
pub use strong::Settings;
pub use vzetek_search::{Limits, StopFlag};

pub use crate::SpecError;
