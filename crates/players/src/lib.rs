//! The players: each game's evaluation and search put together as named players
//! with levels. They see a view, never the full state.
#![forbid(unsafe_code)]

mod decision;
pub mod documents;
mod history;
mod level;
pub mod network;
mod play;
pub mod tablic;
pub mod tarok;
pub mod trset;

pub use decision::{Decision, Engine, PlayedGame, Question, decide};
pub use history::History;
pub use level::Allowance;
pub use play::Play;
pub use vzetek_search::{Limits, StopFlag};
