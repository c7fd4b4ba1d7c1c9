//! Players of tarok.
//!
//! [`decide`] is the whole interface: who plays, what they know, how long they
//! may think. See docs/PLAYERS.md for what each player is.

pub mod appraisal;
mod begin;
pub mod berac;
mod bids;
mod decide;
mod ending;
mod exchange;
mod fitness;
pub mod instinct;
mod level;
mod lustrek;
mod random;
pub mod search;
pub mod seed;
mod simple;
mod solvers;
mod strong;
mod utility;
mod worlds;

pub use begin::Beginning;
pub use decide::{Decision, Engine, Question, decide, decide_as};
pub use fitness::fitness;
pub use level::{Player, Spec};
pub use lustrek::Thresholds;
pub use strong::Settings;
pub use vzetek_search::{Limits, StopFlag};

pub use crate::SpecError;

/// What a seat was told of a deal.
pub type History = crate::history::History<vzetek_tarok::Event>;
