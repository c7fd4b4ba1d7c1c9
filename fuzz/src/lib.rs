//! The work of the fuzz targets on the bytes they are given.
//!
//! Each function takes anything at all, panics where something does not hold
//! that must, and returns how far it came, so that tests can tell a sample that
//! leads somewhere from one that is refused at the door.
#![forbid(unsafe_code)]

mod deal;
mod message;
mod notation;
mod record;

pub use deal::{Played, deal};
pub use message::message;
pub use notation::notation;
pub use record::record;
