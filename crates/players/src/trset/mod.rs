//! Players of tršet and kifameno.
//!
//! [`decide`] is the whole interface: who plays, what they see, what they may
//! do, how long they may think. See docs/PLAYERS.md for what each player is.

mod acquaintance;
mod cards;
mod decide;
mod document;
mod ending;
mod exact;
mod flat;
pub mod habits;
mod hand_posterior;
mod kernel;
#[cfg(test)]
mod kernel_tests;
pub mod leaf;
mod level;
mod open;
mod opponent;
mod partners;
mod rules;
mod simple;
mod situation;
mod strong;
mod world;

pub use acquaintance::Acquaintance;
pub use cards::{Bits, representatives};
pub use decide::{Decision, Engine, Question, choose, decide, decide_by, draw};
pub use document::{Answer, Document, DocumentError, Request};
pub use ending::Ending;
pub use hand_posterior::Settings as PosteriorSettings;
pub use kernel::Playouts;
pub use level::{Method, allowance};
pub use rules::Rules;
pub use simple::random;
pub use situation::Situation;
pub use strong::Settings;
pub use vzetek_search::{Limits, StopFlag};
pub use world::World;

pub use crate::{Level, UnknownName};

/// What a seat was told of a deal; everything that happens is public.
pub type History = crate::history::History<vzetek_trset::Event>;
