//! Means and how far they may be off.

use std::fmt;

/// A mean of independent trials.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of its 95% interval.
    pub margin: f64,
    /// The number of trials.
    pub trials: u64,
}

impl Estimate {
    /// The mean of any values.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().collect();
        let count = values.len() as f64;
        // From 0 on: an empty sum is -0, and would be shown so.
        let mean = values.iter().fold(0.0, |sum, value| sum + value) / count.max(1.0);
        let squares = values.iter().fold(0.0, |sum, value| sum + (value - mean).powi(2));
        let margin = 1.96 * (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt();
        Self { mean, margin, trials: values.len() as u64 }
    }

    /// The mean of shares from 0 to 1, such as games won. The interval counts
    /// one more trial at each end, so that it does not shrink to nothing where
    /// every game is won (after A. Agresti, B. Coull, "Approximate is better
    /// than 'exact' for interval estimation of binomial proportions", 1998).
    pub fn share(values: impl IntoIterator<Item = f64>) -> Self {
        let values: Vec<f64> = values.into_iter().collect();
        let margin = Self::of(values.iter().copied().chain([0.0, 1.0])).margin;
        Self { margin, ..Self::of(values) }
    }

    /// A share in per cent, as in "64.2% ± 1.9".
    pub fn percent(&self) -> String {
        format!("{:.1}% ± {:.1}", 100.0 * self.mean, 100.0 * self.margin)
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().unwrap_or(2);
        let (mean, margin) = (self.mean, self.margin);
        if f.sign_plus() {
            write!(f, "{mean:+.places$} ± {margin:.places$}")
        } else {
            write!(f, "{mean:.places$} ± {margin:.places$}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_mean() {
        let estimate = Estimate::of([1.0, 3.0, 5.0, 7.0]);
        assert_eq!(estimate.mean, 4.0);
        // Standard deviation sqrt(20/3), over the root of four values.
        let expected = 1.96 * (20.0f64 / 3.0 / 4.0).sqrt();
        assert!((estimate.margin - expected).abs() < 1e-12, "{estimate}");
        assert_eq!(format!("{estimate:.1}"), "4.0 ± 2.5");
        assert_eq!(format!("{estimate:+.1}"), "+4.0 ± 2.5");
    }

    #[test]
    fn before_the_first_trial_nothing_has_a_sign() {
        assert_eq!(Estimate::of([]).to_string(), "0.00 ± 0.00");
        assert_eq!(format!("{:+.1}", Estimate::of([])), "+0.0 ± 0.0");
    }

    #[test]
    fn a_share_that_never_varied_is_still_uncertain() {
        let all = Estimate::share([1.0; 50]);
        assert_eq!((all.mean, all.trials), (1.0, 50));
        assert!(all.margin > 0.02 && all.margin < 0.06, "{all}");
        let half = Estimate::share((0..1000).map(|game| f64::from(game % 2)));
        assert!((half.margin - 0.031).abs() < 0.001, "{half}");
    }
}
