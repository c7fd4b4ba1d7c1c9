//! The other servers of the database: which are alive, and the messages between them and this one
//! (see [`crate::cluster`]).
//!
//! * [`post`]: the task that sends and receives; `intake`: effects of messages; `noise`: messages
//!   that are not understood.
//! * [`members`]: the servers that are alive, and the take-over of a dead server's tables.
//! * [`drain`]: leaving without interruption of play.

pub mod drain;
mod intake;
pub mod members;
mod noise;
pub mod post;
