//! Learning of the network: gradients of the log loss.

use rand_core::Rng;
use vzetek_players::network::dot;
use vzetek_players::trset::value_network::{HIDDEN, Network, Outlook, ROWS, UNITS, Weights};
use vzetek_search::dice;

use super::selfplay::Lesson;
use crate::adam::Adam;

/// The direction in which the weights are better, summed over lessons.
#[derive(Clone, Debug)]
pub struct Gradient {
    sum: Box<Weights>,
    adam: Adam,
}

impl Default for Gradient {
    fn default() -> Self {
        Self { sum: Weights::zero(), adam: Adam::new(Weights::COUNT, 1000.0, 1e-6) }
    }
}

impl Gradient {
    /// Adds the gradient of a lesson.
    pub fn add(&mut self, network: &Network, lesson: &Lesson) {
        let Lesson { afterstate, outlook: Outlook { win, share } } = lesson;
        let weights = &network.weights;
        let rows: [_; 4] = std::array::from_fn(|suit| afterstate.rows(suit));
        let units: [_; 4] = std::array::from_fn(|suit| network.suit(&rows[suit]));
        let total: [f32; UNITS] =
            std::array::from_fn(|unit| units.iter().map(|units| units[unit].max(0.0)).sum());
        let globals = afterstate.globals();
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
        let outward: [f32; UNITS] = std::array::from_fn(|unit| dot(&weights.hidden[unit], &inward));
        for (rows, units) in rows.iter().zip(&units) {
            let slopes: [f32; UNITS] =
                std::array::from_fn(|unit| if units[unit] > 0.0 { outward[unit] } else { 0.0 });
            for row in rows.iter().map(|&row| usize::from(row)).chain([ROWS]) {
                let sums = self.sum.suits[row].iter_mut();
                sums.zip(&slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
        self.adam.lessons += 1;
    }

    /// Moves the weights by about `rate`, and begins a new sum.
    pub fn step(&mut self, network: &mut Network, rate: f32) {
        let sums = self.sum.all_mut();
        self.adam.step(network.weights.all_mut().zip(sums).enumerate(), rate);
    }
}

/// Small random weights to start learning from.
pub fn fresh(rng: &mut impl Rng) -> Network {
    let mut weights = Weights::zero();
    let mut fill = |weights: &mut [f32], size: f64| {
        weights.fill_with(|| (size * (2.0 * dice::unit(rng) - 1.0)) as f32);
    };
    fill(weights.suits.as_flattened_mut(), 0.25);
    fill(weights.hidden.as_flattened_mut(), 0.1);
    fill(weights.out.as_flattened_mut(), 0.2);
    Network { weights }
}
