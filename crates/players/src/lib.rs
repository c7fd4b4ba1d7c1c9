//! Who decides: each game's evaluation and search put together as named,
//! levelled players. They see a view, never the full state.
#![forbid(unsafe_code)]

pub mod documents;
mod history;
mod level;
mod named;
pub mod network;
pub mod tablic;
pub mod tarok;
pub mod trset;

pub use history::History;
pub use level::{Allowance, Level};
pub use named::UnknownName;
