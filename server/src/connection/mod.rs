//! One connection for its senders: its number, its outbox and its ending.

mod ending;
mod outbox;

pub use ending::{Ending, Why};
pub use outbox::{ConnectionId, Forward, Outbox, Queue, text};
