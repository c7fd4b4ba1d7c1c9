//! The rows of the store, by concern.

mod accounts;
mod games;
mod promises;
mod ratings;
mod tables;

pub use accounts::*;
pub use games::*;
pub use promises::*;
pub use ratings::*;
pub use tables::*;
