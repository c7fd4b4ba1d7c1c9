//! The other servers of the database: which are alive, and the messages between them and this one
//! (see [`crate::cluster`]).
//!
//! * [`task`]: the task that sends and receives; `messages`: effects of messages; `rejected`: messages
//!   that are not understood.
//! * [`members`]: the servers that are alive, and the take-over of a dead server's tables.
//! * [`drain`]: leaving without interruption of play.

pub mod drain;
pub mod members;
mod messages;
mod rejected;
pub mod task;
