//! Ending a connection from outside its task.

use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

/// The reason why another part of the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its outbox overflowed.
    Slow,
    /// The session that it was opened with has ended.
    SignedOut,
    /// The server leaves; others are running.
    Leaving,
}

/// Ends a connection, and stores the reason. Clones end the same one.
#[derive(Clone, Debug)]
pub struct Ending {
    set_off: CancellationToken,
    why: Arc<OnceLock<Why>>,
}

impl Ending {
    /// The ending of an open connection. `set_off` may be cancelled without a reason here, when the
    /// server is to stop.
    pub fn new(set_off: CancellationToken) -> Self {
        Self { set_off, why: Arc::default() }
    }

    /// Ends the connection; the first reason counts.
    pub fn end(&self, why: Why) {
        // Before the token, so that the tasks that it wakes find the reason.
        let _ = self.why.set(why);
        self.set_off.cancel();
    }

    /// Returns the reason why it was ended; `None` if it was not, or because the server stops.
    pub fn why(&self) -> Option<Why> {
        self.why.get().copied()
    }

    /// Set off when the connection is to end.
    pub const fn token(&self) -> &CancellationToken {
        &self.set_off
    }
}
