//! Searching any game; knows no rules.
//!
//! * [`Window`], [`Bound`], [`Score`]: what a search is asked and what it says.
//! * [`Limits`] and [`Budget`]: how long it may take, and who watches.
//! * [`alphabeta`]: perfect information, with a [`table`] of transpositions.
//! * [`minimax`]: the plain truth the others are tested against.
//! * [`uct`]: first-level Monte Carlo tree search, as in the seed study.
//! * [`ismcts`]: Monte Carlo tree search over information sets.
//! * [`dice`]: fast, small random choices for playouts.
#![forbid(unsafe_code)]

pub mod alphabeta;
pub mod dice;
pub mod ismcts;
pub mod limits;
pub mod minimax;
pub mod perfect;
pub mod table;
pub mod uct;
pub mod window;

pub use limits::{Budget, Limits, StopFlag};
pub use perfect::Perfect;
pub use window::{Bound, Score, Window};
