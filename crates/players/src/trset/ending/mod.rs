//! The exact two-player ending: every card known, no stock.

mod answers;
mod general;
mod runs;
mod search;
mod suits;
#[cfg(test)]
mod tests;
mod total;
mod tricks;

pub use general::GeneralEnding;
pub use search::Ending;
