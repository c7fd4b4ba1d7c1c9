//! The time. Everything asks here.

use chrono::{DateTime, SubsecRound as _, Utc};
use tokio::time::Instant;

/// A moment, as it is measured and as it is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The moment by the clock that never goes back.
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

/// The time by the calendar, to the microsecond that the stores keep.
pub fn now() -> DateTime<Utc> {
    Utc::now().trunc_subsecs(6)
}
