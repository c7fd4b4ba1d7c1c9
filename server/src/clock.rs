//! The time. All parts of the server read it here.

use chrono::{DateTime, SubsecRound as _, Utc};
use tokio::time::Instant;

/// A moment, by both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The moment by the monotonic clock.
    pub instant: Instant,
    /// The moment by the calendar, to the microsecond.
    pub utc: DateTime<Utc>,
}

impl Now {
    /// Reads both clocks.
    pub fn read() -> Self {
        Self { instant: Instant::now(), utc: now() }
    }
}

/// The time by the calendar, to the microsecond that the stores retain.
pub fn now() -> DateTime<Utc> {
    Utc::now().trunc_subsecs(6)
}
