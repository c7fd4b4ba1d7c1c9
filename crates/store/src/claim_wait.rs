//! Waiting for the claim of another server to end.

use std::time::{Duration, Instant};

use crate::error::StoreError;

/// The pause between two tries while another process has the claim.
pub(crate) const RETRY: Duration = Duration::from_millis(200);

/// The reason that a database cannot be claimed.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// Another process has it.
    #[error(
        "another server runs on this database; stop that one, or give this one \
         a database of its own"
    )]
    Taken,
    /// Another process is the server of this name.
    #[error("another server of this database is called {0:?}; give this one a name of its own")]
    NameTaken(String),
    /// The database has one server, always.
    #[error("only servers on Postgres can share a database, and this is a file")]
    Unshared,
    /// The database cannot be reached, or is none.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The time left to wait for another server's end. The first wait is logged.
#[derive(Debug)]
pub(crate) struct ClaimWait {
    until: Instant,
    said: bool,
}

impl ClaimWait {
    pub(crate) fn new(timeout: Duration) -> Self {
        Self { until: Instant::now() + timeout, said: false }
    }

    /// For our own end, of which nothing is said.
    pub(crate) fn silent(timeout: Duration) -> Self {
        Self { said: true, ..Self::new(timeout) }
    }

    /// Waits a little.
    ///
    /// # Errors
    /// [`ClaimError::Taken`] if the time is over.
    pub(crate) async fn wait(&mut self) -> Result<(), ClaimError> {
        if Instant::now() >= self.until {
            return Err(ClaimError::Taken);
        }
        if !std::mem::replace(&mut self.said, true) {
            tracing::info!("another server still runs on this database; waiting for its end");
        }
        tokio::time::sleep(RETRY).await;
        Ok(())
    }
}
