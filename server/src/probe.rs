//! The last look at the store, cached so that frequent requests cannot make the store write.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

/// The time for which an answer of the store is valid.
const HOLDS: Duration = Duration::from_secs(1);

/// Stores the last answer; callers repeat the look one at a time.
#[derive(Debug, Default)]
pub struct Probe(Mutex<Option<(Instant, Option<&'static str>)>>);

impl Probe {
    /// Returns the answer of the last second, or else the one that `look` gets now. Callers in
    /// between wait for the same answer.
    pub async fn ask(
        &self,
        look: impl AsyncFnOnce() -> Option<&'static str>,
    ) -> Option<&'static str> {
        let mut last = self.0.lock().await;
        if let Some((at, seen)) = *last
            && at.elapsed() < HOLDS
        {
            return seen;
        }
        let seen = look().await;
        *last = Some((Instant::now(), seen));
        seen
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn many_who_ask_look_once() {
        let (probe, looks) = (Probe::default(), AtomicU32::new(0));
        let look = async || {
            looks.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(50)).await;
            Some("ill")
        };
        let answers = join_all((0..100).map(|_| probe.ask(look))).await;
        assert!(answers.iter().all(|answer| *answer == Some("ill")), "{answers:?}");
        assert_eq!(looks.load(Ordering::Relaxed), 1);
        tokio::time::sleep(HOLDS).await;
        assert_eq!(probe.ask(async || None).await, None, "and it is looked again");
    }
}
