//! Players of tablić: those of Penzar's tablić, and the levels.

mod minimax;
mod player;

pub use player::{Player, Spec};
