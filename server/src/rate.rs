//! Rate limits: a burst, and then a number of times each second.
//!
//! The generic cell rate algorithm (ITU-T I.371): for each key a single moment is stored, at which
//! its whole burst is restored. A cost that is known only afterwards may be charged then, and may
//! move that moment further ahead than the burst allows. (governor refuses costs above the burst.)

use std::collections::HashMap;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// The number of calls after which keys with a whole burst are removed. So at most as many are
/// stored as were used since, and in the seconds before.
const SWEEP: u32 = 4096;

#[derive(Clone, Copy, Debug)]
struct Quota {
    /// The time in which one unit is restored.
    each: Duration,
    /// The time in which the whole burst is restored.
    burst: Duration,
}

impl Quota {
    fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        let each = Duration::from_secs(1) / per_second.get();
        Self { each, burst: each.saturating_mul(burst.get()) }
    }

    fn take(&self, full: &mut Instant, now: Instant) -> Result<(), Duration> {
        let then = now.max(*full) + self.each;
        match (then - now).checked_sub(self.burst) {
            None | Some(Duration::ZERO) => {
                *full = then;
                Ok(())
            }
            Some(wait) => Err(wait),
        }
    }
}

/// A limit for a single key.
#[derive(Debug)]
pub struct Rate {
    quota: Quota,
    full: Instant,
}

impl Rate {
    /// Allows a burst of `burst`, and `per_second` each second on average.
    pub fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        Self { quota: Quota::new(per_second, burst), full: Instant::now() }
    }

    /// Takes one unit.
    ///
    /// # Errors
    /// The wait until there is one, if none is left; then none is taken.
    pub fn take(&mut self) -> Result<(), Duration> {
        self.quota.take(&mut self.full, Instant::now())
    }
}

/// A limit for each of many keys: addresses, accounts.
#[derive(Debug)]
pub struct RateByKey<K> {
    quota: Quota,
    known: Mutex<Known<K>>,
}

#[derive(Debug)]
struct Known<K> {
    full: HashMap<K, Instant>,
    taken: u32,
}

impl<K: Eq + Hash> RateByKey<K> {
    /// Allows each key a burst of `burst`, and `per_second` each second on average.
    pub fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        let known = Known { full: HashMap::new(), taken: 0 };
        Self { quota: Quota::new(per_second, burst), known: Mutex::new(known) }
    }

    /// Takes one unit.
    ///
    /// # Errors
    /// The wait until there is one, if none is left for this key; then none is
    /// taken.
    pub fn take(&self, key: K) -> Result<(), Duration> {
        self.change(key, |quota, full, now| quota.take(full, now))
    }

    /// Takes `number` even if fewer are left; until the debt is made up for, [`RateByKey::take`]
    /// refuses this key.
    pub fn charge(&self, key: K, number: f64) {
        self.change(key, |quota, full, now| *full = now.max(*full) + quota.each.mul_f64(number));
    }

    /// Takes one unit even if none is left, but owes what `most` restores at most. Returns the time
    /// until the debt is made up for.
    pub fn owe(&self, key: K, most: Duration) -> Duration {
        self.change(key, |quota, full, now| {
            *full = (now.max(*full) + quota.each).min(now + quota.burst + most);
            (*full - now).saturating_sub(quota.burst)
        })
    }

    fn change<T>(&self, key: K, change: impl FnOnce(&Quota, &mut Instant, Instant) -> T) -> T {
        let now = Instant::now();
        let mut known = self.known.lock();
        known.taken = known.taken.wrapping_add(1);
        if known.taken.is_multiple_of(SWEEP) {
            known.full.retain(|_, full| *full > now);
            known.full.shrink_to_fit();
        }
        change(&self.quota, known.full.entry(key).or_insert(now), now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).unwrap()
    }

    #[test]
    fn so_many_at_once_and_then_so_many_a_second() {
        let quota = Quota::new(number(10), number(4));
        let (start, mut full) = (Instant::now(), Instant::now());
        let mut taken = |after| quota.take(&mut full, start + Duration::from_millis(after));
        for _ in 0..4 {
            taken(1000).unwrap();
        }
        assert_eq!(taken(1000), Err(Duration::from_millis(100)));
        assert_eq!(taken(1070), Err(Duration::from_millis(30)));
        taken(1100).unwrap();
        assert_eq!(taken(1100), Err(Duration::from_millis(100)));
        // A long pause restores the burst, but not more.
        assert_eq!((0..9).filter(|_| taken(9000).is_ok()).count(), 4);
    }

    #[tokio::test(start_paused = true)]
    async fn a_debt_is_bounded() {
        let rate = RateByKey::new(number(10), number(4));
        let most = Duration::from_secs(1);
        let debts: Vec<_> = (0..40).map(|_| rate.owe("ana", most).as_millis()).collect();
        assert_eq!(debts[..6], [0, 0, 0, 0, 100, 200]);
        assert_eq!(debts[13..], [1000; 27]);
        assert_eq!(rate.owe("bor", most), Duration::ZERO);
    }

    #[test]
    fn what_is_charged_is_made_up_for() {
        let rate = RateByKey::new(number(10), number(4));
        rate.take("ana").unwrap();
        rate.charge("ana", 13.5);
        let wait = rate.take("ana").unwrap_err();
        assert!(
            wait > Duration::from_millis(1100) && wait <= Duration::from_millis(1150),
            "{wait:?}"
        );
        rate.take("bor").unwrap();
    }

    #[test]
    fn those_that_have_gone_are_forgotten() {
        let much = number(1_000_000);
        let rate = RateByKey::new(much, much);
        for number in 0..3 * SWEEP {
            rate.take(number).unwrap();
        }
        let known = rate.known.lock().full.len();
        assert!(known <= SWEEP as usize, "{known}");
    }
}
