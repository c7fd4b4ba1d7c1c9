//! The searches that players use, for any game; knows no rules.
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
//! * [`mtd`]: a series of questions that close in on the value.
//! * [`maxn`]: with more than two players.
//!
//! Hidden information
//! * [`uct`]: first-level Monte Carlo tree search, as in the tršet thesis.
//! * [`ismcts`]: Monte Carlo tree search over information sets.
//!
//! `games`, behind the feature of that name: small games to test and to show
//! searches with.
#![forbid(unsafe_code)]

pub mod alphabeta;
pub mod dice;
#[cfg(feature = "games")]
pub mod games;
pub mod ismcts;
pub mod limits;
pub mod maxn;
pub mod minimax;
pub mod mtd;
pub mod perfect;
pub mod table;
pub mod uct;
pub mod window;

pub use limits::{Budget, Limits, StopFlag};
pub use perfect::Perfect;
pub use window::{Bound, Score, Window};
