//! Players of tarok.
//!
//! [`decide`](crate::decide) is the whole interface: who plays, what they know, how
//! long they may think. See docs/PLAYERS.md for what each player is.

pub mod appraisal;
mod begin;
pub mod berac;
mod bids;
pub mod card_policy;
mod decide;
mod ending;
mod exchange;
mod fitness;
#[cfg(test)]
mod four_tests;
mod hand_posterior;
pub mod search;
mod simple;
mod solvers;
mod strong;
mod utility;

pub use begin::Beginning;
pub use decide::Method;
pub use exchange::best_king as king_at_a_glance;
pub use fitness::fitness;
pub use simple::{choose as choose_at_a_glance, random};
pub use strong::Settings;

/// The events of a deal as a seat receives them.
pub type History = crate::history::History<vzetek_tarok::Event>;

/// The knowledge of a seat that is asked to decide.
pub type Question<'a> = crate::Question<'a, vzetek_tarok::Tarok>;

/// A decision with the player's estimate.
pub type Decision = crate::Decision<vzetek_tarok::Action>;
