//! Studied searches, on the small games.

mod deepening;
mod expectiminimax;
mod given;
mod observers;
mod parallel;
mod partition;
mod pimc;
mod proof;
mod trioomph;
mod worlds;
