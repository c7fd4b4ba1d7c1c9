//! What waits to be sent on one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

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
    slow: Arc<CancellationToken>,
}

impl Outbox {
    /// An outbox, what comes out of it, and the signal that it overflowed.
    pub fn new() -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<CancellationToken>) {
        let (queue, out) = mpsc::channel(CAPACITY);
        let slow = Arc::new(CancellationToken::new());
        (Self { queue, slow: slow.clone() }, out, slow)
    }

    /// Sends a message. Never waits: if too much waits already, the client is
    /// too slow and its connection is ended.
    pub fn send(&self, message: &impl Serialize) {
        self.send_text(text(message));
    }

    /// Sends a text that was made once for many.
    pub fn send_text(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(text) {
            self.slow.cancel();
        }
    }
}

/// A message as it travels.
pub fn text(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).expect("wire types always serialise").into()
}
