//! A test that runs only as long as it must.
//!
//! A. Wald's sequential probability ratio test ("Sequential tests of statistical
//! hypotheses", 1945), generalized to families of hypotheses (X. Li, J. Liu,
//! Z. Ying, "Generalized sequential probability ratio test for separate families
//! of hypotheses", 2014): a mean of at most 0 against one of at least the
//! advantage given. The values are taken to be normal, which means over the
//! seatings of a deal nearly are. How much they vary is not known, so the
//! likelihood of a family is the greatest that any of its means and any variance
//! gives. Tests of chess programs do much the same (M. Van den Bergh, "A
//! practical introduction to the GSPRT", 2018).

/// The rate of wrong verdicts, in per cent, if the mean is 0 or the advantage;
/// less if it lies beyond.
pub const ERROR: u32 = 5;

/// The distance from 0 that the logarithm of the likelihood ratio must reach. Wald's bound for
/// single hypotheses would be ln 19 = 2.9; but families choose their likeliest member again after
/// every value, which makes errors likelier the longer a test takes. Four keeps both below 5% as
/// long as values vary by less than 25 times the advantage (standard deviation; simulated).
pub const BOUND: f64 = 4.0;

/// Values before which nothing is decided: fewer do not show how they vary.
const FEWEST: f64 = 20.0;

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is an advantage, rather that given than none.
    Better,
    /// There is no advantage, rather than that given.
    NotBetter,
}

/// A test that is going on.
#[derive(Clone, Copy, Debug)]
pub struct Sequential {
    advantage: f64,
    count: f64,
    mean: f64,
    /// The sum of the squares of the deviations from the mean.
    square: f64,
}

impl Sequential {
    /// A test for this advantage, which must be positive.
    pub fn new(advantage: f64) -> Self {
        Self { advantage, count: 0.0, mean: 0.0, square: 0.0 }
    }

    /// Takes one more value; the verdict once there is one.
    pub fn add(&mut self, value: f64) -> Option<Verdict> {
        self.count += 1.0;
        let deviation = value - self.mean;
        self.mean += deviation / self.count;
        self.square += deviation * (value - self.mean);
        self.verdict()
    }

    /// The logarithm of how many times likelier the values are under the
    /// advantage than under none.
    pub fn log_ratio(&self) -> f64 {
        let variance = self.square / self.count.max(1.0);
        // The distance by which the mean lies outside each family is added.
        let none = variance + self.mean.max(0.0).powi(2);
        let some = variance + (self.mean - self.advantage).min(0.0).powi(2);
        // Where values do not vary at all, a family may be certain.
        if none == some { 0.0 } else { 0.5 * self.count * (none / some).ln() }
    }

    fn verdict(&self) -> Option<Verdict> {
        let ratio = self.log_ratio();
        match () {
            () if self.count < FEWEST => None,
            () if ratio >= BOUND => Some(Verdict::Better),
            () if ratio <= -BOUND => Some(Verdict::NotBetter),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand_core::Rng;

    use super::*;
    use crate::duel::terms::dice;

    /// The number of a thousand tests that find an advantage, and the values
    /// that they take on average, when the mean is this: duplicate deals in
    /// which both of two games are won (50), or one (0), or none (-50).
    fn found(advantage: f64, mean: f64) -> (usize, usize) {
        let (mut better, mut values) = (0, 0);
        for number in 0..1_000 {
            let mut rng = dice(1, number, 0);
            let mut test = Sequential::new(advantage);
            let verdict = loop {
                values += 1;
                let draw = f64::from(rng.next_u32()) / 2f64.powi(32);
                let won = 0.25 + mean / 100.0;
                let value = match draw {
                    draw if draw < won => 50.0,
                    draw if draw < 0.5 => -50.0,
                    _ => 0.0,
                };
                if let Some(verdict) = test.add(value) {
                    break verdict;
                }
            };
            better += usize::from(verdict == Verdict::Better);
        }
        (better, values / 1_000)
    }

    /// At most five in a hundred, and three standard errors of a thousand tests.
    #[test]
    fn it_is_wrong_as_rarely_as_it_says() {
        for (advantage, fixed) in [(10.0, 135), (5.0, 541), (2.5, 2_165)] {
            let (false_alarms, to_none) = found(advantage, 0.0);
            let (found_out, to_some) = found(advantage, advantage);
            assert!(false_alarms <= 70, "{false_alarms} of 1,000");
            assert!(found_out >= 930, "{found_out} of 1,000");
            // A test of fixed length with the same errors takes (1.645 · 2 ·
            // 35.4 / advantage)² values.
            assert!(to_none < fixed * 3 / 4 && to_some < fixed * 3 / 4, "{to_none}, {to_some}");
        }
        // A clear difference is soon found.
        assert_eq!(found(2.5, -20.0).0, 0);
        let (found_out, values) = found(2.5, 20.0);
        assert!(found_out == 1_000 && values < 40, "{found_out}, {values}");
    }

    #[test]
    fn it_waits_for_some_values_and_is_not_put_off_by_equal_ones() {
        for (value, expected) in [(0.0, Verdict::NotBetter), (5.0, Verdict::Better)] {
            let mut test = Sequential::new(5.0);
            assert_eq!((1..20).find_map(|_| test.add(value)), None);
            assert_eq!(test.add(value), Some(expected));
        }
        // Beyond the advantage it does not take it for less.
        let mut beyond = Sequential::new(1.0);
        let values = (0..20).map(|value| if value % 2 == 0 { 30.0 } else { 70.0 });
        assert_eq!(values.filter_map(|value| beyond.add(value)).last(), Some(Verdict::Better));
        let mut between = Sequential::new(5.0);
        assert_eq!((0..1_000).find_map(|_| between.add(2.5)), None);
        assert_eq!(between.log_ratio(), 0.0);
    }

    #[test]
    fn the_ratio_is_that_of_normal_likelihoods() {
        let values = [1.0, 4.0, -2.0, 3.0];
        let mut test = Sequential::new(2.0);
        values.iter().for_each(|&value| assert_eq!(test.add(value), None));
        // With the variance fitted to a mean, the logarithm of the likelihood
        // is -n/2 · ln(mean square), but for what both have in common.
        let likelihood = |mean: f64| {
            let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 4.0;
            -2.0 * square.ln()
        };
        let expected = likelihood(2.0) - likelihood(0.0);
        assert!((test.log_ratio() - expected).abs() < 1e-12);
    }
}
