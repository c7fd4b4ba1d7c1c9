//! Searching any game; knows no rules.
//!
//! What all share
//! * [`Window`], [`Bound`], [`Score`]: what a search is asked and what it says.
//! * [`Limits`] and [`Budget`]: how long it may take, and who watches.
//! * [`dice`]: fast, small random choices for playouts.
//!
//! Perfect information
//! * [`Perfect`]: a game for two sides that see everything.
//! * [`minimax`]: the plain truth the others are tested against.
//! * [`alphabeta`]: one alpha-beta with parts to switch on and off, and a
//!   [`table`] of transpositions.
//! * [`aspiration`], [`mtd`], [`deepening`]: which questions it is asked.
//! * [`partition`]: alpha-beta with a table of whole sets of positions.
//! * [`proof`]: proof-number search, for goals that are reached or not.
//! * [`bstar`]: B*, which only wants to know the best move.
//! * [`expectiminimax`]: with chance. [`maxn`]: with more than two players.
//!
//! Hidden information
//! * [`pimc`]: any of these in sampled worlds.
//! * [`uct`]: first-level Monte Carlo tree search, as in the seed study.
//! * [`ismcts`]: Monte Carlo tree search over information sets; [`observers`]:
//!   with a tree for each observer.
//! * [`parallel`]: Monte Carlo searches on several threads.
//!
//! [`study`]: games to test and to show searches with, and searches too slow to
//! play with.
#![forbid(unsafe_code)]

pub mod alphabeta;
pub mod aspiration;
pub mod bstar;
pub mod deepening;
pub mod dice;
pub mod expectiminimax;
pub mod ismcts;
pub mod limits;
pub mod maxn;
pub mod minimax;
pub mod mtd;
pub mod observers;
pub mod parallel;
pub mod partition;
pub mod perfect;
pub mod pimc;
pub mod proof;
pub mod study;
pub mod table;
pub mod uct;
pub mod window;

pub use limits::{Budget, Limits, StopFlag};
pub use perfect::Perfect;
pub use window::{Bound, Score, Window};
