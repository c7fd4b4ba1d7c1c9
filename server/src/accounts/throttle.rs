//! Limits on the number of tries in a stretch of time.
//!
//! A try that did not fail is given back, several keys are taken together or not at all, and the
//! caller passes the time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use chrono::{DateTime, Duration, Utc};
use parking_lot::{Mutex, MutexGuard};

/// The most keys that are stored; beyond that those with a single try are removed.
pub(super) const MOST_REMEMBERED: usize = 50_000;

/// The number of servers that share a limit. Each counts for itself, and allows its share.
#[derive(Clone, Debug)]
pub struct Servers(Arc<AtomicU32>);

impl Default for Servers {
    /// One server, for now.
    fn default() -> Self {
        Self(Arc::new(AtomicU32::new(1)))
    }
}

impl Servers {
    /// Sets the number of servers.
    pub fn set(&self, servers: usize) {
        self.0.store(u32::try_from(servers).unwrap_or(u32::MAX).max(1), Ordering::Relaxed);
    }

    /// Returns the share of each server in a limit, which is at least 1.
    pub(super) fn share(&self, most: u32) -> u32 {
        (most / self.0.load(Ordering::Relaxed)).max(1)
    }
}

/// Counts tries by key. A stretch begins with the first try in it.
#[derive(Debug)]
pub struct Throttle<K> {
    most: u32,
    servers: Servers,
    stretch: Duration,
    tries: Mutex<HashMap<K, Tries>>,
}

#[derive(Clone, Copy, Debug)]
struct Tries {
    since: DateTime<Utc>,
    count: u32,
}

impl<K: Clone + Eq + Hash> Throttle<K> {
    /// Allows `most` tries in each stretch, at all these servers together.
    pub fn new(most: u32, stretch: Duration, servers: &Servers) -> Self {
        Self { most, servers: servers.clone(), stretch, tries: Mutex::default() }
    }

    /// Takes one try for each of the keys. Taken before it is known whether the try fails, so that
    /// parallel tries get no more than consecutive ones; [`Throttle::give_back`] undoes it.
    ///
    /// # Errors
    /// If one of them has none left: the wait until it has one again. Then none
    /// is taken.
    pub fn take(&self, keys: &[K], now: DateTime<Utc>) -> Result<(), Duration> {
        let most = self.servers.share(self.most);
        let mut tries = self.lock();
        let wait = keys
            .iter()
            .filter_map(|key| tries.get(key))
            .filter(|tries| tries.count >= most)
            .map(|tries| tries.since + self.stretch - now)
            .max();
        if let Some(wait) = wait.filter(|wait| *wait > Duration::zero()) {
            return Err(wait);
        }
        if tries.len() >= MOST_REMEMBERED {
            tries.retain(|_, tries| now - tries.since < self.stretch);
        }
        if tries.len() >= MOST_REMEMBERED {
            tries.retain(|_, tries| tries.count > 1);
        }
        for key in keys {
            let entry = tries.entry(key.clone()).or_insert(Tries { since: now, count: 0 });
            if now - entry.since >= self.stretch {
                *entry = Tries { since: now, count: 0 };
            }
            entry.count = entry.count.saturating_add(1);
        }
        Ok(())
    }

    /// Undoes a [`Throttle::take`]: the try did not fail.
    pub fn give_back(&self, keys: &[K]) {
        let mut tries = self.lock();
        for key in keys {
            let Some(entry) = tries.get_mut(key) else { continue };
            entry.count = entry.count.saturating_sub(1);
            if entry.count == 0 {
                tries.remove(key);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Tries>> {
        self.tries.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::minutes(minutes)
    }

    #[test]
    fn after_too_many_tries_one_waits_for_the_rest_of_the_stretch() {
        let throttle = Throttle::new(2, Duration::minutes(15), &Servers::default());
        throttle.take(&["ana"], at(0)).unwrap();
        throttle.take(&["ana", "bor"], at(5)).unwrap();
        assert_eq!(throttle.take(&["ana"], at(6)), Err(Duration::minutes(9)));
        assert_eq!(throttle.take(&["bor", "ana"], at(6)), Err(Duration::minutes(9)));
        throttle.take(&["bor"], at(6)).unwrap();
        throttle.take(&["ana"], at(15)).unwrap();
    }

    #[test]
    fn a_try_that_did_not_fail_does_not_count() {
        let throttle = Throttle::new(1, Duration::minutes(15), &Servers::default());
        for _ in 0..10 {
            throttle.take(&["ana"], at(0)).unwrap();
            throttle.give_back(&["ana"]);
        }
        assert!(throttle.lock().is_empty());
    }

    #[test]
    fn servers_share_a_limit() {
        let servers = Servers::default();
        let throttle = Throttle::new(5, Duration::minutes(15), &servers);
        servers.set(2);
        throttle.take(&["ana"], at(0)).unwrap();
        throttle.take(&["ana"], at(0)).unwrap();
        assert!(throttle.take(&["ana"], at(0)).is_err(), "the others are the other's to give");
        servers.set(1);
        throttle.take(&["ana"], at(0)).unwrap();
        servers.set(100);
        throttle.take(&["bor"], at(0)).expect("one each at least");
        assert!(throttle.take(&["bor"], at(0)).is_err());
    }

    #[test]
    fn memory_is_bounded() {
        let throttle = Throttle::new(10, Duration::minutes(15), &Servers::default());
        throttle.take(&[u32::MAX], at(0)).unwrap();
        throttle.take(&[u32::MAX], at(0)).unwrap();
        for key in 0..MOST_REMEMBERED as u32 + 10 {
            throttle.take(&[key], at(0)).unwrap();
        }
        assert!(throttle.lock().len() <= MOST_REMEMBERED);
        assert!(throttle.lock().contains_key(&u32::MAX), "those who fail again stay known");
    }
}
