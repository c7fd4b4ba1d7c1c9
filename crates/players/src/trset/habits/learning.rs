//! How habits are learned from cards that were played.

use rand_core::Rng;
use vzetek_search::dice;

use super::Moment;
use super::features::{Features, features};
use super::hand::Hand;
use super::network::{Habit, UNITS, Weights};
use crate::trset::adam::Adam;
use crate::trset::cards::Bits;

/// By how much of its size a weight shrinks, against what a lesson says.
const DECAY: f32 = 2e-4;

/// In which direction the weights are better, summed over lessons.
#[derive(Clone, Debug)]
pub struct Gradient {
    sum: Box<Weights>,
    adam: Adam,
    lessons: u32,
}

impl Default for Gradient {
    fn default() -> Self {
        let sum = Weights::zero();
        let adam = Adam::new(sum.all().count());
        Self { sum, adam, lessons: 0 }
    }
}

impl Gradient {
    /// Adds what a card teaches that was played: the gradient of the logarithm
    /// of its chance.
    pub fn add(&mut self, habit: &Habit, moment: &Moment) {
        let hand = Hand::of(moment);
        let cards: Vec<(u8, Features)> =
            Bits(moment.legal()).map(|card| (card, features(moment, &hand, card))).collect();
        let odds: Vec<f32> = cards.iter().map(|(_, told)| habit.appeal(told).exp()).collect();
        let all: f32 = odds.iter().sum();
        for ((card, told), odds) in cards.iter().zip(&odds) {
            let played = if *card == moment.card { 1.0 } else { 0.0 };
            self.favour(habit, told, played - odds / all);
        }
        self.lessons += 1;
    }

    /// The gradient of the appeal of these features, times `slope`.
    fn favour(&mut self, habit: &Habit, told: &Features, slope: f32) {
        let units = habit.units(told);
        let mut inward = [0.0; UNITS];
        for (unit, inward) in inward.iter_mut().enumerate() {
            if units[unit] > 0.0 {
                self.sum.out[unit] += slope * units[unit];
                *inward = slope * habit.weights.out[unit];
            }
        }
        let bias = (habit.weights.straight.len() as u16, 1.0);
        for &(row, amount) in told.iter().chain([&bias]) {
            let row = usize::from(row);
            if let Some(straight) = self.sum.straight.get_mut(row) {
                *straight += slope * amount;
            }
            let sums = self.sum.units[row].iter_mut();
            sums.zip(&inward).for_each(|(sum, slope)| *sum += slope * amount);
        }
    }

    /// Moves the weights by about `rate`, and starts to sum anew.
    pub fn step(&mut self, habit: &mut Habit, rate: f32) {
        let shrink = DECAY * self.lessons as f32;
        for (sum, weight) in self.sum.all_mut().zip(habit.weights.all()) {
            *sum -= shrink * weight;
        }
        self.adam.step(habit.weights.all_mut(), self.sum.all_mut(), self.lessons, rate);
        self.lessons = 0;
    }
}

impl Habit {
    /// Small random weights to start learning from.
    pub fn fresh(rng: &mut impl Rng) -> Self {
        let mut weights = Weights::zero();
        let mut fill = |weights: &mut [f32]| {
            weights.fill_with(|| (0.2 * (2.0 * dice::unit(rng) - 1.0)) as f32);
        };
        fill(weights.units.as_flattened_mut());
        fill(&mut weights.out);
        Self { weights }
    }
}
