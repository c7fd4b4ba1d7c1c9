//! Policies of players while there is a stock, learned from their games: the
//! evidence that a card gives about the hand that it was played from.
//!
//! Players play no card without a reason, so the chance of a card depends on what else was in the
//! hand. A policy gives every card of a hand its chance, from the features that are visible to the
//! holder of the hand. There is one of the agent of the tršet thesis, one of our strongest player,
//! and one of both together: `vzetek-lab train trset-opponent-policy`. [`Habits`] are learned from
//! a record instead, may take their place, and are what the level `natural` plays by: with a
//! quantal response once nothing is hidden.

mod features;
mod habits;
mod hand;
mod network;
mod observation;
mod quantal;
mod seen;
#[cfg(test)]
mod tests;

pub use features::Features;
pub use habits::{Chances, Habits, LoadError, Source};
pub use network::{AlreadyRead, OpponentPolicy, UNITS, Weights};
pub use observation::Observation;
pub use quantal::{EndingChoice, Precision, merits};
pub use seen::Seen;
