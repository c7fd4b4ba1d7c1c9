//! Searching tarok's card play when all cards are known.
//!
//! * [`Position`]: the state that searches copy, and what it is worth; [`Terms`]
//!   say what it is played for.
//! * [`Selective`]: the seed study's search to a limited depth. [`Judged`] and
//!   [`StudyGuide`]: its positions, and what it knows of them, for the general
//!   search, to experiment with.
//! * [`Exact`]: true values. Its parts are hands by relative rank
//!   (`relative`), bounds without search (`sure`), the order of cards
//!   (`order`), what is remembered (`proofs`) and for which positions it holds
//!   (`ranks`), the search for points and tricks (`solver`), and that for the
//!   full score (`full`).

mod bits;
mod exact;
#[cfg(test)]
mod exact_tests;
mod full;
mod kernel;
#[cfg(test)]
mod kernel_tests;
mod order;
mod proofs;
#[cfg(test)]
mod random;
mod ranks;
mod relative;
mod scoring;
mod selective;
mod solver;
mod sure;
mod terms;
mod trick;

pub use exact::{Exact, Objective};
pub use kernel::Position;
pub use selective::{
    CardValues, Cards, Enhancements, Essentials, Everything, Judged, Keys, Selective, StudyGuide,
};
pub use terms::Terms;
