//! Waits between tries: exponential backoff with jitter.
#![forbid(unsafe_code)]

use std::time::Duration;

use rand::RngExt;

/// Waits that are randomised, capped and exponential ("full jitter"): clients that lost the same
/// server do not all reconnect at the same moment, nor do tables ask the same store together.
#[derive(Clone, Debug)]
pub struct Backoff {
    least: Duration,
    most: Duration,
    tries: u32,
}

impl Backoff {
    /// Waits that grow from `least` to `most`.
    pub const fn new(least: Duration, most: Duration) -> Self {
        Self { least, most, tries: 0 }
    }

    /// Makes the next wait a short one, after a success.
    pub fn reset(&mut self) {
        self.tries = 0;
    }

    /// Returns the wait after another failure.
    pub fn next_wait(&mut self) -> Duration {
        let ceiling = self.ceiling();
        self.tries += 1;
        rand::rng().random_range(Duration::ZERO..=ceiling)
    }

    /// Returns the longest that the next wait may be.
    fn ceiling(&self) -> Duration {
        self.least.saturating_mul(1 << self.tries.min(16)).min(self.most)
    }
}

/// Returns a short wait before something busy is asked again, about `around`.
pub fn jitter(around: Duration) -> Duration {
    rand::rng().random_range(around / 2..=around * 3 / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_the_cap_and_start_again() {
        let mut backoff = Backoff::new(Duration::from_millis(250), Duration::from_secs(15));
        let mut ceilings = Vec::new();
        for _ in 0..8 {
            ceilings.push(backoff.ceiling().as_millis());
            let limit = backoff.ceiling();
            assert!(backoff.next_wait() <= limit);
        }
        assert_eq!(ceilings, [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
        for _ in 0..100 {
            assert!(backoff.next_wait() <= Duration::from_secs(15));
        }
        backoff.reset();
        assert_eq!(backoff.ceiling().as_millis(), 250);
    }

    #[test]
    fn waits_differ() {
        let mut backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(1));
        let waits: Vec<_> = (0..20).map(|_| backoff.next_wait()).collect();
        assert!(waits.iter().any(|&wait| wait != waits[0]), "{waits:?}");
    }
}
