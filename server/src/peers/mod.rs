//! The other servers of the database: their life, and the messages between them and this one
//! (see [`crate::cluster`]).
//!
//! * [`post`]: the task that sends and receives; `intake`: what follows from messages;
//!   `noise`: those that are not understood.
//! * [`members`]: the servers that are alive, and taking over the tables of one that is not.
//! * [`drain`]: leaving, so that nothing stops.

pub mod drain;
mod intake;
pub mod members;
mod noise;
pub mod post;
