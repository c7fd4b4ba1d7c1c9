//! What waits to be sent on one connection.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

use super::ending::{Ending, Why};

/// How many messages may wait for a slow client before it is cut off. It comes
/// back, resumes, and has lost nothing.
pub const CAPACITY: usize = 256;

/// Tells connections of this process apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(u64);

impl ConnectionId {
    /// A number that no other connection of this process has.
    pub fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// The sending side of a connection, for tables and everybody else.
#[derive(Clone, Debug)]
pub struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    ending: Ending,
}

impl Outbox {
    /// An outbox, and what comes out of it. Ends its connection if it overflows.
    pub fn new(ending: Ending) -> (Self, mpsc::Receiver<Utf8Bytes>) {
        let (queue, out) = mpsc::channel(CAPACITY);
        (Self { queue, ending }, out)
    }

    /// Sends a message. Never waits: if too much waits already, the client is
    /// too slow and its connection is ended.
    pub fn send(&self, message: &impl Serialize) {
        self.send_text(text(message));
    }

    /// Sends a text that was made once for many.
    pub fn send_text(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(text) {
            self.ending.end(Why::Slow);
        }
    }
}

/// A message as it travels.
pub fn text(message: &impl Serialize) -> Utf8Bytes {
    /// Most messages are shorter; a text that grows is copied.
    const USUAL: usize = 384;
    let mut text = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut text, message).expect("wire types always serialise");
    Utf8Bytes::try_from(text).expect("JSON is UTF-8")
}
