//! Searching tarok's card play when all cards are known.
//!
//! * [`Position`]: the state that searches copy, and what it is worth; [`Terms`]
//!   say what it is played for.
//! * [`Exact`]: true scores of ordinary contracts. Its parts are hands by relative
//!   rank (`relative`), the order of cards (`order`), and the search itself
//!   (`full`).

pub mod bits;
mod exact;
#[cfg(test)]
mod exact_tests;
mod full;
mod kernel;
#[cfg(test)]
mod kernel_tests;
mod order;
pub mod random;
mod relative;
mod scoring;
mod terms;
mod trick;

pub use exact::Exact;
pub use kernel::{Position, highest_tarok};
pub(super) use scoring::MOND_LOST;
pub use terms::Terms;

/// Cards, each with its value.
pub type CardValues<V> = arrayvec::ArrayVec<(vzetek_tarok::Card, V), 16>;
