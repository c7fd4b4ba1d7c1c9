//! Searching tarok's card play when all cards are known.
//!
//! * [`Position`]: the state that searches copy, and what it is worth; [`Terms`]
//!   say what it is played for.
//! * [`Exact`]: true values. Its parts are hands by relative rank
//!   (`relative`), bounds without search (`quick_tricks`), the order of cards
//!   (`order`), what is remembered (`proofs`) and for which positions it holds
//!   (`ranks`), the search for points and tricks (`solver`), and that for the
//!   full score (`full`).

pub mod bits;
mod exact;
#[cfg(test)]
mod exact_tests;
mod full;
mod kernel;
#[cfg(test)]
mod kernel_tests;
mod order;
mod proofs;
mod quick_tricks;
pub mod random;
mod ranks;
mod relative;
mod scoring;
mod solver;
mod terms;
mod trick;

pub use exact::{Exact, Objective};
pub use kernel::{Position, highest_tarok};
pub use terms::Terms;

/// Cards, each with its value.
pub type CardValues<V> = arrayvec::ArrayVec<(vzetek_tarok::Card, V), 16>;
