//! Racing: the search for the best of some choices, when the value of each
//! differs from world to world. All are tried in the same worlds, and those that
//! fall behind are given up early.

use std::ops::ControlFlow;

/// Worlds that every choice is tried in before any is given up.
const FIRST: usize = 24;

/// A choice is given up when its mean is behind the best by this many standard errors of the
/// difference.
const BEHIND: f64 = 2.8;

/// Some choices, and their values so far.
#[derive(Clone, Debug)]
pub(super) struct Race {
    /// By choice, true if it is still tried.
    open: Vec<bool>,
    /// By choice, its value in each world that it was tried in.
    values: Vec<Vec<f64>>,
}

impl Race {
    pub fn new(choices: usize) -> Self {
        Self { open: vec![true; choices], values: vec![Vec::new(); choices] }
    }

    /// Returns true if further worlds cannot change the result.
    pub fn is_decided(&self) -> bool {
        self.open.iter().filter(|&&open| open).count() <= 1
    }

    /// Goes on as long as more worlds could change anything.
    pub fn until_decided(&self) -> ControlFlow<()> {
        if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Tries every choice that is left in a world.
    pub fn try_world(&mut self, mut value: impl FnMut(usize) -> f64) {
        for choice in 0..self.open.len() {
            if self.open[choice] {
                self.values[choice].push(value(choice));
            }
        }
        let tried = self.values[self.best()].len();
        if tried >= FIRST && tried.is_multiple_of(8) {
            self.give_up();
        }
    }

    /// The best choice so far.
    pub fn best(&self) -> usize {
        let open = (0..self.open.len()).filter(|&choice| self.open[choice]);
        open.max_by(|&a, &b| self.mean(a).total_cmp(&self.mean(b))).unwrap_or_default()
    }

    /// Returns the mean value of a choice.
    pub fn mean(&self, choice: usize) -> f64 {
        let values = &self.values[choice];
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }

    /// Returns the number of worlds in which the best choice was tried.
    pub fn worlds(&self) -> usize {
        self.values[self.best()].len()
    }

    fn give_up(&mut self) {
        let best = self.best();
        for choice in 0..self.open.len() {
            if choice != best && self.open[choice] {
                let pairs = self.values[best].iter().zip(&self.values[choice]);
                let count = self.values[choice].len() as f64;
                let (mut sum, mut square) = (0.0, 0.0);
                for (better, worse) in pairs {
                    let difference = better - worse;
                    sum += difference;
                    square += difference * difference;
                }
                let mean = sum / count;
                let variance = (square / count - mean * mean).max(1e-9);
                self.open[choice] = mean <= BEHIND * (variance / count).sqrt();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_choice_is_found_and_the_others_given_up() {
        let mut race = Race::new(3);
        for world in 0..200 {
            let luck = f64::from((world * 7919) % 101);
            race.try_world(|choice| luck + [1.0, 4.0, 2.0][choice] + f64::from(world % 5));
        }
        assert_eq!(race.best(), 1);
        assert!(race.is_decided());
    }
}
