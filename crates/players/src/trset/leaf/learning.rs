//! How the network learns: gradients of the log loss, with the steps of
//! D. Kingma and J. Ba, "Adam: a method for stochastic optimization" (2015).

use super::network::{HIDDEN, Network, ROWS, UNITS, Weights, product};
use super::{Lesson, Outlook};

/// Adam's means reach back over so many steps, and its squares' over so many.
const MEAN_STEPS: f32 = 10.0;
const SQUARE_STEPS: f32 = 1000.0;

/// In which direction the weights are better, summed over lessons, and Adam's
/// memory of earlier steps.
#[derive(Clone, Debug)]
pub struct Gradient {
    sum: Box<Weights>,
    mean: Box<Weights>,
    square: Box<Weights>,
    lessons: u32,
    steps: i32,
}

impl Default for Gradient {
    fn default() -> Self {
        let [sum, mean, square] = std::array::from_fn(|_| Weights::zero());
        Self { sum, mean, square, lessons: 0, steps: 0 }
    }
}

impl Gradient {
    /// Adds what a lesson teaches.
    pub fn add(&mut self, network: &Network, lesson: &Lesson) {
        let Lesson { pause, outlook: Outlook { win, share } } = lesson;
        let weights = &network.weights;
        let rows: [_; 4] = std::array::from_fn(|suit| pause.rows(suit));
        let units: [_; 4] = std::array::from_fn(|suit| network.suit(&rows[suit]));
        let total: [f32; UNITS] =
            std::array::from_fn(|unit| units.iter().map(|units| units[unit].max(0.0)).sum());
        let globals = pause.globals();
        let hidden = network.second(&total, &globals);
        let found = network.conclude(&hidden);
        let slopes = [win - found.win, share - found.share];
        let mut inward = [0.0; HIDDEN];
        for (at, slope) in slopes.into_iter().enumerate() {
            self.sum.bias[at] += slope;
            for unit in 0..HIDDEN {
                if hidden[unit] > 0.0 {
                    self.sum.out[at][unit] += slope * hidden[unit];
                    inward[unit] += slope * weights.out[at][unit];
                }
            }
        }
        let inputs = total.iter().chain(&globals).chain(&[1.0]);
        for (sums, input) in self.sum.hidden.iter_mut().zip(inputs) {
            sums.iter_mut().zip(&inward).for_each(|(sum, slope)| *sum += slope * input);
        }
        let outward: [f32; UNITS] =
            std::array::from_fn(|unit| product(&weights.hidden[unit], &inward));
        for (rows, units) in rows.iter().zip(&units) {
            let slopes: [f32; UNITS] =
                std::array::from_fn(|unit| if units[unit] > 0.0 { outward[unit] } else { 0.0 });
            for row in rows.iter().map(|&row| usize::from(row)).chain([ROWS]) {
                let sums = self.sum.suits[row].iter_mut();
                sums.zip(&slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
        self.lessons += 1;
    }

    /// Moves the weights by about `rate`, and starts to sum anew.
    pub fn step(&mut self, network: &mut Network, rate: f32) {
        self.steps += 1;
        let count = 1.0 / self.lessons.max(1) as f32;
        let grown = |steps: f32| 1.0 - (1.0 - 1.0 / steps).powi(self.steps);
        let (mean_grown, square_grown) = (grown(MEAN_STEPS), grown(SQUARE_STEPS));
        let memory = self.mean.all_mut().zip(self.square.all_mut());
        let sums = self.sum.all_mut().zip(memory);
        for (weight, (sum, (mean, square))) in network.weights.all_mut().zip(sums) {
            let slope = count * std::mem::take(sum);
            *mean += (slope - *mean) / MEAN_STEPS;
            *square += (slope * slope - *square) / SQUARE_STEPS;
            *weight += rate * *mean / mean_grown / ((*square / square_grown).sqrt() + 1e-6);
        }
        self.lessons = 0;
    }
}
