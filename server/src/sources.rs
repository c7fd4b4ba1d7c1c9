//! The time and the random numbers of the server. All its parts are handed the same [`Sources`].
//!
//! The monotonic clock is the runtime's ([`tokio::time`]), which a test can pause.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound as _, Utc};
use parking_lot::Mutex;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use tokio::time::Instant;

/// A moment, by both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The moment by the monotonic clock.
    pub instant: Instant,
    /// The moment by the calendar, to the microsecond that the stores retain.
    pub utc: DateTime<Utc>,
}

/// The calendar and the generator of random numbers.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The moment from which the calendar follows the runtime's clock; `None` for the calendar of
    /// the operating system.
    start: Option<Now>,
    chance: Arc<Mutex<StdRng>>,
}

impl Sources {
    /// The operating system's clock and random numbers.
    #[expect(clippy::disallowed_methods, reason = "the one place that asks for them")]
    pub fn system() -> Self {
        Self { start: None, chance: Arc::new(Mutex::new(rand::make_rng())) }
    }

    /// Sources for tests: random numbers from a seed, and a calendar that starts at `utc` and
    /// follows the runtime's clock, paused or not.
    pub fn simulated(utc: DateTime<Utc>, seed: u64) -> Self {
        let start = Now { instant: Instant::now(), utc: utc.trunc_subsecs(6) };
        Self { start: Some(start), chance: Arc::new(Mutex::new(StdRng::seed_from_u64(seed))) }
    }

    /// Reads both clocks.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads it")]
    pub fn now(&self) -> Now {
        let instant = Instant::now();
        let utc = self.start.map_or_else(Utc::now, |start| start.utc + (instant - start.instant));
        Now { instant, utc: utc.trunc_subsecs(6) }
    }

    /// The time by the calendar, to the microsecond.
    pub fn utc(&self) -> DateTime<Utc> {
        self.now().utc
    }

    /// A generator of its own, fit for secrets: ChaCha with 256 bits from this one's.
    pub fn rng(&self) -> StdRng {
        StdRng::from_rng(&mut *self.chance.lock())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rand::Rng as _;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_simulated_calendar_follows_the_paused_clock() {
        let start = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");
        let sources = Sources::simulated(start, 1);
        assert_eq!(sources.utc(), start);
        tokio::time::advance(Duration::from_secs(86_400)).await;
        assert_eq!(sources.utc(), start + chrono::TimeDelta::days(1));
    }

    #[tokio::test]
    async fn generators_differ_and_repeat_with_the_seed() {
        let of = |seed| {
            let sources = Sources::simulated(DateTime::UNIX_EPOCH, seed);
            [sources.rng().next_u64(), sources.rng().next_u64()]
        };
        assert_eq!(of(1), of(1));
        assert_ne!(of(1), of(2));
        assert_ne!(of(1)[0], of(1)[1]);
    }
}
