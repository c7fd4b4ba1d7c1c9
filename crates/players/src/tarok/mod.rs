//! Players of tarok.
//!
//! [`decide`] is the whole interface: who plays, what they know, how long they
//! may think. See docs/PLAYERS.md for what each player is.

pub mod appraisal;
mod begin;
pub mod berac;
mod bids;
pub mod card_policy;
mod decide;
mod ending;
mod exchange;
mod fitness;
mod hand_posterior;
mod level;
mod random;
pub mod search;
mod simple;
mod solvers;
mod strong;
mod utility;

pub use begin::Beginning;
pub use decide::{Decision, Engine, Question, choose, decide, decide_by};
pub use fitness::fitness;
pub use level::{Method, allowance};
pub use simple::choose as choose_at_a_glance;
pub use strong::Settings;
pub use vzetek_search::{Limits, StopFlag};

/// The events of a deal as told to a seat.
pub type History = crate::history::History<vzetek_tarok::Event>;
