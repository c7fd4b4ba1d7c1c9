//! Who decides: each game's evaluation and search put together as named,
//! levelled players. They see a view, never the full state.
#![forbid(unsafe_code)]

mod history;
mod level;
mod lines;
mod spec;
pub mod tablic;
pub mod tarok;
pub mod trset;

pub use history::History;
pub use spec::{Slot, Spec, SpecError, Tunable};
