//! Counting durations from many tasks in parallel.

use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

/// The longest duration that is distinguished from longer ones, in microseconds: an hour.
const LONGEST: u64 = 3_600_000_000;

/// Decimal digits to which durations are distinguished.
const DIGITS: u8 = 3;

/// Counts durations, in microseconds.
#[derive(Debug)]
pub struct Histogram(Mutex<hdrhistogram::Histogram<u64>>);

impl Default for Histogram {
    fn default() -> Self {
        let counts = hdrhistogram::Histogram::new_with_bounds(1, LONGEST, DIGITS);
        Self(Mutex::new(counts.expect("sensible bounds")))
    }
}

impl Histogram {
    /// Counts a duration.
    pub fn record(&self, duration: Duration) {
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.lock().saturating_record(micros);
    }

    /// The duration that this share (0 to 1) of those counted does not exceed,
    /// in microseconds; `None` if there are none.
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let counts = self.lock();
        (!counts.is_empty()).then(|| counts.value_at_quantile(share))
    }

    fn lock(&self) -> MutexGuard<'_, hdrhistogram::Histogram<u64>> {
        self.0.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
