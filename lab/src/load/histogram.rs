//! Counting durations in buckets that grow with them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Buckets in each power of two: durations are told apart to 1 in 32.
const STEPS: u64 = 32;

/// Enough powers of two for microseconds up to hours.
const BUCKETS: usize = 32 * STEPS as usize;

/// Counts durations, in microseconds, from many tasks at once.
#[derive(Debug)]
pub struct Histogram {
    buckets: Vec<AtomicU64>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { buckets: (0..BUCKETS).map(|_| AtomicU64::new(0)).collect() }
    }
}

impl Histogram {
    /// Counts a duration.
    pub fn record(&self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let bucket = bucket(micros).min(BUCKETS - 1);
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
    }

    /// The duration that this share (0 to 1) of those counted does not exceed,
    /// in microseconds, up to the bucket's width; `None` if there are none.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let counts: Vec<u64> =
            self.buckets.iter().map(|count| count.load(Ordering::Relaxed)).collect();
        let total: u64 = counts.iter().sum();
        let wanted = ((total as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        counts.iter().enumerate().find_map(|(bucket, count)| {
            seen += count;
            (seen >= wanted).then(|| upper(bucket))
        })
    }
}

/// The bucket that a number belongs to: small ones have one each.
fn bucket(micros: u64) -> usize {
    if micros < STEPS {
        return micros as usize;
    }
    let power = micros.ilog2() - STEPS.ilog2();
    let step = (micros >> power) - STEPS;
    ((u64::from(power) + 1) * STEPS + step) as usize
}

/// The largest number in a bucket.
fn upper(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < STEPS {
        return bucket;
    }
    let power = bucket / STEPS - 1;
    ((bucket % STEPS + STEPS + 1) << power) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_in_its_bucket() {
        for micros in (0..5_000).chain([1 << 20, (1 << 30) - 1, 12_345_678]) {
            let bucket = bucket(micros);
            assert!(micros <= upper(bucket), "{micros} above bucket {bucket}");
            assert!(bucket == 0 || micros > upper(bucket - 1), "{micros} below bucket {bucket}");
            assert!(upper(bucket) as f64 <= micros as f64 * 1.04 + 1.0);
        }
    }

    #[test]
    fn quantiles_are_those_of_the_numbers() {
        let histogram = Histogram::default();
        assert_eq!(histogram.quantile(0.5), None);
        for micros in 1..=1000 {
            histogram.record(Duration::from_micros(micros));
        }
        let near = |share, expected: f64| {
            let found = histogram.quantile(share).unwrap() as f64;
            assert!((found / expected - 1.0).abs() < 0.04, "{found} instead of {expected}");
        };
        near(0.5, 500.0);
        near(0.99, 990.0);
        near(1.0, 1000.0);
    }
}
