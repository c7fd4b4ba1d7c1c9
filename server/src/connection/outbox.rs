//! The messages that wait to be sent on one connection.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use serde::Serialize;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use vzetek_protocol::{ErrorBody, ServerMessage, TableId};

use super::ending::{Ending, Why};
use crate::fault::told;

/// The most messages that may wait for a slow client before its connection is ended. It reconnects,
/// resumes, and has missed no event.
pub const CAPACITY: usize = 256;
/// The most bytes that may wait. A longer message is sent all the same where no other waits: the
/// client requested it.
const MOST_BYTES: usize = 1024 * 1024;

/// Identifies a connection of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(u64);

impl ConnectionId {
    /// A number that no other connection of this process has.
    pub fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The number, by which other servers name the connection.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The connection that another server names.
    pub const fn numbered(number: u64) -> Self {
        Self(number)
    }
}

/// The route to a connection whose socket another server has.
pub trait Forward: Debug + Send + Sync {
    /// Sends a text there. Never waits.
    fn forward(&self, text: Utf8Bytes);
}

/// The sending side of a connection, for tables and all other senders.
#[derive(Clone, Debug)]
pub struct Outbox(Way);

#[derive(Clone, Debug)]
enum Way {
    /// To a socket here.
    Here(Here),
    /// To a socket at another server.
    Elsewhere(Arc<dyn Forward>),
}

#[derive(Clone, Debug)]
struct Here {
    queue: mpsc::Sender<Utf8Bytes>,
    /// The number of bytes that wait in the queue.
    waiting: Arc<AtomicUsize>,
    ending: Ending,
}

/// The receiving side: the texts to be written to the socket.
#[derive(Debug)]
pub struct Queue {
    texts: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
}

impl Queue {
    /// The next text; `None` if there are no senders left.
    pub fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Utf8Bytes>> {
        let next = self.texts.poll_recv(context);
        if let Poll::Ready(Some(text)) = &next {
            self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        }
        next
    }
}

impl Outbox {
    /// An outbox and its queue. Ends its connection if it overflows.
    pub fn new(ending: Ending) -> (Self, Queue) {
        let (queue, texts) = mpsc::channel(CAPACITY);
        let waiting = Arc::<AtomicUsize>::default();
        let here = Here { queue, waiting: waiting.clone(), ending };
        (Self(Way::Here(here)), Queue { texts, waiting })
    }

    /// The outbox of a connection at another server.
    pub fn elsewhere(way: impl Forward + 'static) -> Self {
        Self(Way::Elsewhere(Arc::new(way)))
    }

    /// Sends a message. Never waits: if too much waits already, the client is
    /// too slow and its connection is ended.
    pub fn send(&self, message: &impl Serialize) {
        self.send_text(text(message));
    }

    /// Sends an error, with the type of the message and the table that it is about, if those
    /// are known. Every error of the socket leaves here.
    pub fn send_error(&self, error: ErrorBody, of: Option<&str>, table: Option<TableId>) {
        told(&error);
        self.send(&ServerMessage::Error { error, of: of.map(str::to_owned), table });
    }

    /// Ends the connection, if its socket is here.
    pub fn end(&self, why: Why) {
        if let Way::Here(here) = &self.0 {
            here.ending.end(why);
        }
    }

    /// True if nothing waits to be written to the socket, or the socket is elsewhere.
    pub fn is_read(&self) -> bool {
        match &self.0 {
            Way::Here(here) => here.waiting.load(Ordering::Relaxed) == 0,
            Way::Elsewhere(_) => true,
        }
    }

    /// Sends a text that was made once for many connections.
    pub fn send_text(&self, text: Utf8Bytes) {
        match &self.0 {
            Way::Here(here) => here.send(text),
            Way::Elsewhere(way) => way.forward(text),
        }
    }
}

impl Here {
    fn send(&self, text: Utf8Bytes) {
        let length = text.len();
        // Counted before it can be taken out of the queue.
        let before = self.waiting.fetch_add(length, Ordering::Relaxed);
        let fits = before == 0 || before + length <= MOST_BYTES;
        let sent = if fits { self.queue.try_send(text) } else { Err(TrySendError::Full(text)) };
        if let Err(error) = sent {
            self.waiting.fetch_sub(length, Ordering::Relaxed);
            if matches!(error, TrySendError::Full(_)) {
                self.ending.end(Why::Slow);
            }
        }
    }
}

/// A message in its wire format.
pub fn text(message: &impl Serialize) -> Utf8Bytes {
    /// Most messages are shorter; a text that grows is copied.
    const USUAL: usize = 384;
    let mut text = Vec::with_capacity(USUAL);
    serde_json::to_writer(&mut text, message).expect("wire types always serialise");
    Utf8Bytes::try_from(text).expect("JSON is UTF-8")
}

#[cfg(test)]
mod tests {
    use tokio_util::sync::CancellationToken;

    use super::*;

    fn bytes(count: usize) -> Utf8Bytes {
        "x".repeat(count).into()
    }

    async fn next(queue: &mut Queue) -> Option<usize> {
        let text = std::future::poll_fn(|context| queue.poll_next(context)).await;
        text.map(|text| text.len())
    }

    #[tokio::test]
    async fn what_waits_is_bounded_in_bytes() {
        let ending = Ending::new(CancellationToken::new());
        let (outbox, mut queue) = Outbox::new(ending.clone());
        for _ in 0..10 {
            outbox.send_text(bytes(MOST_BYTES / 2));
            outbox.send_text(bytes(MOST_BYTES / 2));
            assert_eq!(next(&mut queue).await, Some(MOST_BYTES / 2));
            assert_eq!(next(&mut queue).await, Some(MOST_BYTES / 2));
        }
        outbox.send_text(bytes(3 * MOST_BYTES));
        assert_eq!(ending.why(), None, "one long message is no sign of a slow client");
        outbox.send_text(bytes(1));
        assert_eq!(ending.why(), Some(Why::Slow));
        assert_eq!(next(&mut queue).await, Some(3 * MOST_BYTES));
        drop(outbox);
        assert_eq!(next(&mut queue).await, None);
        assert_eq!(queue.waiting.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn what_waits_is_bounded_in_number() {
        let ending = Ending::new(CancellationToken::new());
        let (outbox, _queue) = Outbox::new(ending.clone());
        for _ in 0..CAPACITY {
            outbox.send_text(bytes(1));
        }
        assert_eq!(ending.why(), None);
        outbox.send_text(bytes(1));
        assert_eq!(ending.why(), Some(Why::Slow));
    }
}
