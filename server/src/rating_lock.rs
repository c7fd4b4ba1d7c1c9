//! One match at a time of this process changes a player's rating.
//!
//! No rating depends on that: the store accepts a new one only if it follows from the stored one,
//! regardless of its writer, and otherwise has the match rated again
//! ([`NotRecorded::Overtaken`](crate::recorder::NotRecorded::Overtaken)). But a bot of the house
//! may end a dozen matches at once. All of them would be queued for the same commit, which accepts
//! the first of them at best, and so on, with one commit each and all the others in vain. The lock
//! makes them wait for each other before they read the rating, so that only servers overtake each
//! other.
//!
//! Players are identified by a hash, so that the locks need no bookkeeping: at worst two unrelated
//! players wait for each other.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

/// The number of players that can be rated side by side.
const LOCKS: usize = 256;

/// All locks.
#[derive(Debug)]
pub struct RatingLocks {
    locks: Vec<Arc<Mutex<()>>>,
    hasher: RandomState,
}

/// While this is held, no other task of this process rates the same players.
#[derive(Debug)]
pub struct RatingLock {
    _guards: Vec<OwnedMutexGuard<()>>,
}

impl Default for RatingLocks {
    fn default() -> Self {
        Self { locks: (0..LOCKS).map(|_| Arc::default()).collect(), hasher: RandomState::new() }
    }
}

impl RatingLocks {
    /// Waits until no other task of this process rates any of these accounts.
    pub async fn lock(&self, accounts: &[String]) -> RatingLock {
        let place = |account: &String| (self.hasher.hash_one(account) % LOCKS as u64) as usize;
        let mut places: Vec<usize> = accounts.iter().map(place).collect();
        // All tasks lock in the same order, so that there is no deadlock.
        places.sort_unstable();
        places.dedup();
        let mut guards = Vec::with_capacity(places.len());
        for place in places {
            guards.push(self.locks[place].clone().lock_owned().await);
        }
        RatingLock { _guards: guards }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn one_at_a_time() {
        let locks = RatingLocks::default();
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let held = locks.lock(&names(&["ana", "bor", "ana"])).await;
        let wait = Duration::from_millis(20);
        let (ana, bor) = (names(&["ana"]), names(&["bor", "cene"]));
        assert!(tokio::time::timeout(wait, locks.lock(&ana)).await.is_err());
        assert!(tokio::time::timeout(wait, locks.lock(&bor)).await.is_err());
        drop(held);
        locks.lock(&ana).await;
        locks.lock(&bor).await;
    }
}
