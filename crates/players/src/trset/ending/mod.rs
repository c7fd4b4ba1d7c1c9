//! The exact two-player ending: every card known, no stock.

mod runs;
mod search;
mod suits;
#[cfg(test)]
mod tests;
mod tricks;

pub use search::Ending;
