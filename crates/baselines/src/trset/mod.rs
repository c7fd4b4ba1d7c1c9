//! Players of tršet and kifameno: the agent of the tršet thesis, its parts, and
//! the levels.

mod draws;
pub mod neighbours;
mod player;

pub use player::{Player, Settings, Spec};
