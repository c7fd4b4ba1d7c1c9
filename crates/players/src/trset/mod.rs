//! Players of tršet and kifameno.
//!
//! [`decide`](crate::decide) is the whole interface: who plays, what they see, what
//! they may do, how long they may think. See docs/PLAYERS.md for what each player is.

mod cards;
mod decide;
mod document;
mod ending;
mod exact;
mod flat;
mod hand_posterior;
mod kernel;
#[cfg(test)]
mod kernel_tests;
mod open;
mod opponent_model;
pub mod opponent_policy;
mod partners;
mod rules;
mod simple;
mod situation;
mod strong;
mod tree_opponent;
pub mod value_network;
mod world;
#[cfg(test)]
mod world_tests;

pub use cards::{Bits, representatives};
pub use decide::{Method, choose_by, draw};
pub use document::{Answer, Document, DocumentError, Request};
pub use ending::Ending;
pub use flat::PlayoutPolicy;
pub use hand_posterior::Settings as PosteriorSettings;
pub use kernel::Playouts;
pub use opponent_model::OpponentModel;
pub use rules::Rules;
pub use simple::random;
pub use situation::Situation;
pub use strong::Settings;
pub use world::World;

/// The events of a deal as a seat receives them; everything that happens is public.
pub type History = crate::history::History<vzetek_trset::Event>;

/// The knowledge of a seat that is asked to decide.
pub type Question<'a> = crate::Question<'a, vzetek_trset::Trset>;

/// A decision with the player's estimate.
pub type Decision = crate::Decision<vzetek_trset::Action>;
