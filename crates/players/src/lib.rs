//! Who decides: each game's evaluation and search put together as named,
//! levelled players. They see a view, never the full state.
#![forbid(unsafe_code)]

pub mod trset;
