//! The players: each game's evaluation and search put together as named players
//! with levels. They see a view, never the full state.
#![forbid(unsafe_code)]

pub mod documents;
mod history;
mod level;
pub mod network;
pub mod tablic;
pub mod tarok;
pub mod trset;

pub use history::History;
pub use level::Allowance;
pub use vzetek_search::StopFlag;
