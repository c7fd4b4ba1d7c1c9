//! The socket itself: reads the client's messages and, meanwhile, writes the queue of the outbox.
//!
//! Both in one task: a move wakes as few tasks as it can, and reading never
//! waits for a client that does not read.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::time::{Instant, Sleep};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use vzetek_protocol::MAX_MESSAGE_BYTES;

use super::meter::{Meter, Metered};
use crate::connection::{Ending, Queue, Why};

/// The length of silence after which a connection counts as dead. Clients ping.
pub const SILENCE: Duration = Duration::from_secs(90);
/// The time that the last messages to a client may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// A message was longer than the server reads.
const TOO_LARGE: End = End::Close(CloseCode::Size, "too_large");
/// The client sent far more than the limit allows.
const FLOODED: End = End::Close(CloseCode::Policy, "flood");

/// The end of the connection after an error of reading. The client receives its own mistakes;
/// anything else is the network's fault.
fn fault_of(error: &Error) -> End {
    match error {
        Error::Capacity(_) => TOO_LARGE,
        Error::Utf8(_) => End::Close(CloseCode::Invalid, "bad_frame"),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => End::Gone,
        Error::Protocol(_) => End::Close(CloseCode::Protocol, "bad_frame"),
        _ => End::Gone,
    }
}

/// A client's socket.
pub type Socket = WebSocketStream<Metered<TokioIo<Upgraded>>>;

/// A message of a client.
pub struct Heard {
    /// The text.
    pub text: Utf8Bytes,
    /// The wait before the next one, if this one arrived too early.
    pub wait: Option<Duration>,
}

/// The reason why a connection ends.
pub enum End {
    /// The client closed it, or the network did.
    Gone,
    /// The server closes it, with a reason for the client.
    Close(CloseCode, &'static str),
}

/// A connection's socket, with everything that can end it.
pub struct Line {
    socket: Socket,
    /// The messages in the outbox.
    queue: Queue,
    /// Out of the queue, not yet accepted by the socket.
    next: Option<Utf8Bytes>,
    /// True if the socket has accepted a text that is not flushed yet.
    unflushed: bool,
    /// Fires when another part of the server ends the connection, or the server is to stop.
    ended: Pin<Box<WaitForCancellationFutureOwned>>,
    ending: Ending,
    shutdown: CancellationToken,
    /// The time of the client's last frame.
    heard: Instant,
    /// Fires when the silence may be too long; reset only then, because that costs more than a look
    /// at a clock.
    silence: Pin<Box<Sleep>>,
}

impl Line {
    /// A line whose outbox holds `queue`.
    pub fn new(socket: Socket, queue: Queue, ending: Ending, shutdown: CancellationToken) -> Self {
        Self {
            socket,
            queue,
            next: None,
            unflushed: false,
            ended: Box::pin(ending.token().clone().cancelled_owned()),
            ending,
            shutdown,
            heard: Instant::now(),
            silence: Box::pin(tokio::time::sleep(SILENCE)),
        }
    }

    /// The next text, or the reason why there is none. Writes while it waits, and is cancellation
    /// safe.
    pub async fn next(&mut self) -> Result<Heard, End> {
        std::future::poll_fn(|context| self.poll_next(context)).await
    }

    /// From now on the limit for clients that have said hello applies; `house` for the house's bots.
    pub fn greeted(&mut self, house: bool) {
        self.meter().greeted(house);
    }

    fn meter(&mut self) -> &mut Meter {
        self.socket.get_mut().meter()
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Result<Heard, End>> {
        if let Poll::Ready(Err(_)) = self.poll_write(context) {
            return Poll::Ready(Err(End::Gone));
        }
        if self.ended.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(self.end()));
        }
        while self.meter().poll_pause(context).is_ready() {
            let frame = self.socket.poll_next_unpin(context);
            // First: a flooded meter stops reading, and nothing would wake it again.
            if self.meter().is_flooded() {
                return Poll::Ready(Err(FLOODED));
            }
            let Poll::Ready(frame) = frame else { break };
            self.heard = Instant::now();
            match frame {
                None | Some(Ok(Message::Close(_))) => return Poll::Ready(Err(End::Gone)),
                Some(Ok(Message::Text(text))) => return Poll::Ready(self.hear(text)),
                Some(Ok(Message::Binary(_))) => {
                    return Poll::Ready(Err(End::Close(CloseCode::Unsupported, "text_only")));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Poll::Ready(Err(fault_of(&error))),
            }
        }
        while self.silence.as_mut().poll(context).is_ready() {
            let until = self.heard + SILENCE;
            if until <= Instant::now() {
                return Poll::Ready(Err(End::Close(CloseCode::Policy, "idle")));
            }
            self.silence.as_mut().reset(until);
        }
        Poll::Pending
    }

    /// Counts a message.
    fn hear(&mut self, text: Utf8Bytes) -> Result<Heard, End> {
        if text.len() > MAX_MESSAGE_BYTES {
            return Err(TOO_LARGE);
        }
        let wait = self.meter().count().err();
        if self.meter().is_flooded() { Err(FLOODED) } else { Ok(Heard { text, wait }) }
    }

    /// Returns the reason why another part of the server ended the connection.
    fn end(&self) -> End {
        match self.ending.why() {
            _ if self.shutdown.is_cancelled() => End::Close(CloseCode::Restart, "restart"),
            Some(Why::Leaving) => End::Close(CloseCode::Restart, "restart"),
            Some(Why::SignedOut) => End::Close(CloseCode::Policy, "signed_out"),
            Some(Why::Slow) | None => End::Close(CloseCode::Policy, "slow"),
        }
    }

    /// Writes the queued texts, as many at a time as are present.
    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        loop {
            if self.next.is_none() {
                let Poll::Ready(Some(text)) = self.queue.poll_next(context) else { break };
                self.next = Some(text);
            }
            ready!(self.socket.poll_ready_unpin(context))?;
            if let Some(text) = self.next.take() {
                self.socket.start_send_unpin(Message::Text(text))?;
                self.unflushed = true;
            }
        }
        if self.unflushed {
            ready!(self.socket.poll_flush_unpin(context))?;
            self.unflushed = false;
        }
        Poll::Ready(Ok(()))
    }

    /// Writes the rest of the queue and the server's goodbye, then closes. It does not wait for a
    /// client that no longer reads.
    ///
    /// The goodbye does not go through the outbox, which is full when a slow client receives that
    /// error.
    pub async fn close(mut self, goodbye: Utf8Bytes, frame: CloseFrame) {
        let last_words = async {
            std::future::poll_fn(|context| self.poll_write(context)).await?;
            self.socket.feed(Message::Text(goodbye)).await?;
            self.socket.send(Message::Close(Some(frame))).await?;
            self.socket.get_mut().part();
            // A socket that is closed with unread input discards what the client has not read yet,
            // including the last messages.
            while let Some(Ok(_)) = self.socket.next().await {}
            Ok::<_, Error>(())
        };
        let _ = tokio::time::timeout(FAREWELL, last_words).await;
    }

    /// Answers a client that has closed the connection, if it still reads: without an answer it
    /// would see the end as a network error.
    pub async fn hang_up(mut self) {
        let _ = tokio::time::timeout(FAREWELL, self.socket.flush()).await;
    }
}
