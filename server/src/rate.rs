//! Limits on how often something may be done: so often at once, and then so
//! many times a second.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::Clock;
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

/// After so many takings, keys that have all their burst back are forgotten. So
/// at most as many are known as came since, and in the seconds before.
const SWEEP: u32 = 4096;

/// A limit for one.
#[derive(Debug)]
pub struct Rate(DefaultDirectRateLimiter);

impl Rate {
    /// Allows so many at once, and so many a second on average.
    pub fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        Self(RateLimiter::direct(Quota::per_second(per_second).allow_burst(burst)))
    }

    /// Takes one.
    ///
    /// # Errors
    /// The wait until there is one, if none is left; then none is taken.
    pub fn take(&self) -> Result<(), Duration> {
        self.0.check().map_err(|not_until| not_until.wait_time_from(self.0.clock().now()))
    }
}

/// A limit for each of many: addresses, accounts.
#[derive(Debug)]
pub struct RateByKey<K: Clone + Eq + Hash> {
    limiter: DefaultKeyedRateLimiter<K>,
    taken: AtomicU32,
}

impl<K: Clone + Eq + Hash> RateByKey<K> {
    /// Allows each so many at once, and so many a second on average.
    pub fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        let quota = Quota::per_second(per_second).allow_burst(burst);
        Self { limiter: RateLimiter::keyed(quota), taken: AtomicU32::new(0) }
    }

    /// Takes one.
    ///
    /// # Errors
    /// The wait until there is one, if none is left for this key; then none is
    /// taken.
    pub fn take(&self, key: &K) -> Result<(), Duration> {
        if self.taken.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        let taken = self.limiter.check_key(key);
        taken.map_err(|not_until| not_until.wait_time_from(self.limiter.clock().now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_have_gone_are_forgotten() {
        let much = NonZeroU32::new(1_000_000).unwrap();
        let rate = RateByKey::new(much, much);
        for number in 0..3 * SWEEP {
            rate.take(&number).unwrap();
        }
        assert!(rate.limiter.len() <= SWEEP as usize, "{}", rate.limiter.len());
    }
}
