//! Waits for a store that does not answer.

use std::time::Duration;

use vzetek_retry::Backoff;

/// The waits before the same question is asked again: soon at first, then about twice a second.
pub const fn store_backoff() -> Backoff {
    Backoff::new(Duration::from_millis(250), Duration::from_secs(1))
}
