//! Players of tarok: the program of Luštrek (2002), the one at a glance, and the
//! levels.

mod constants;
mod lustrek2002;
mod player;
pub mod selective;

pub use constants::play::DIFFERENCE;
pub use lustrek2002::Thresholds;
pub use player::{Player, Spec};
