//! The value of a two-player deal while cards are still to be drawn.
//!
//! A playout with random cards up to the exact ending is a weak signal, and makes early decisions
//! look alike. A small network looks at both hands and the stock between two tricks instead, and
//! gives the probability that the leader wins the deal, and the share of thirds that the leader can
//! expect. It is learned by self-play of two players who see each other's cards and choose by it,
//! up to the exact ending: `vzetek-lab train trset-value-network`.

mod afterstate;
mod lookahead;
mod network;
#[cfg(test)]
mod tests;

pub use afterstate::{Afterstate, Outlook};
pub use lookahead::{Taken, best_reply, reply};
pub use network::{HIDDEN, Network, ROWS, UNITS, Weights};
