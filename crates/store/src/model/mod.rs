//! The rows of the store, by concern.

mod accounts;
mod games;
mod promises;
mod ratings;
mod statistics;
mod tables;

pub use accounts::*;
pub use games::*;
pub use promises::*;
pub use ratings::*;
pub use statistics::*;
pub use tables::*;
