//! The exact two-player ending: every card known, no stock.

mod answers;
mod node;
mod perfect;
mod runs;
mod search;
mod suits;
#[cfg(test)]
mod tests;
mod total;
mod trick;

pub use search::Ending;
