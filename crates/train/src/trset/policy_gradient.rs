//! Learning of policies from cards that were played.

use rand_core::Rng;
use vzetek_search::dice;

use vzetek_players::trset::opponent_policy::{
    Features, Observation, OpponentPolicy, UNITS, Weights,
};

use crate::adam::Adam;

/// The share of its size by which a weight shrinks, against what a lesson says.
const DECAY: f32 = 2e-4;

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
    /// Adds what a card teaches that was played: the gradient of the logarithm
    /// of its chance.
    pub fn add(&mut self, policy: &OpponentPolicy, observation: &Observation) {
        let cards: Vec<(u8, Features)> = observation.features().collect();
        let odds: Vec<f32> = cards.iter().map(|(_, told)| policy.appeal(told).exp()).collect();
        let all: f32 = odds.iter().sum();
        for ((card, told), odds) in cards.iter().zip(&odds) {
            let played = if *card == observation.card { 1.0 } else { 0.0 };
            self.favour(policy, told, played - odds / all);
        }
        self.adam.lessons += 1;
    }

    /// Adds the gradient of the appeal of these features, times `slope`.
    fn favour(&mut self, policy: &OpponentPolicy, told: &Features, slope: f32) {
        let units = policy.units(told);
        let mut inward = [0.0; UNITS];
        for (unit, inward) in inward.iter_mut().enumerate() {
            if units[unit] > 0.0 {
                self.sum.out[unit] += slope * units[unit];
                *inward = slope * policy.weights.out[unit];
            }
        }
        let bias = (policy.weights.straight.len() as u16, 1.0);
        for &(row, amount) in told.iter().chain([&bias]) {
            let row = usize::from(row);
            if let Some(straight) = self.sum.straight.get_mut(row) {
                *straight += slope * amount;
            }
            let sums = self.sum.units[row].iter_mut();
            sums.zip(&inward).for_each(|(sum, slope)| *sum += slope * amount);
        }
    }

    /// Adds what another gradient has summed up so far, times `share`.
    pub fn add_share(&mut self, other: &Self, share: f32) {
        let sums = self.sum.all_mut().zip(other.sum.all());
        sums.for_each(|(sum, more)| *sum += share * more);
        self.adam.lessons += other.adam.lessons;
    }

    /// Forgets what was summed up.
    pub fn clear(&mut self) {
        self.sum.all_mut().for_each(|sum| *sum = 0.0);
        self.adam.lessons = 0;
    }

    /// Moves the weights by about `rate`, and begins a new sum.
    pub fn step(&mut self, policy: &mut OpponentPolicy, rate: f32) {
        let shrink = DECAY * self.adam.lessons as f32;
        for (sum, weight) in self.sum.all_mut().zip(policy.weights.all()) {
            *sum -= shrink * weight;
        }
        let sums = self.sum.all_mut();
        self.adam.step(policy.weights.all_mut().zip(sums).enumerate(), rate);
    }
}

/// Small random weights to start learning from.
pub fn fresh(rng: &mut impl Rng) -> OpponentPolicy {
    let mut weights = Weights::zero();
    let mut fill = |weights: &mut [f32]| {
        weights.fill_with(|| (0.2 * (2.0 * dice::unit(rng) - 1.0)) as f32);
    };
    fill(weights.units.as_flattened_mut());
    fill(&mut weights.out);
    OpponentPolicy { weights }
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use vzetek_game::{Game, HiddenInformation, Observer, Seat};
    use vzetek_players::trset::History;
    use vzetek_trset::{Options, Trset, Variant};

    use super::*;

    /// Every observation of both players in a deal that is played at random.
    fn observations() -> Vec<Observation> {
        let options = Options::new(Variant::Trset, 2).unwrap();
        let (mut rng, mut history) = (Xoshiro256PlusPlus::seed_from_u64(7), History::new());
        let mut pack = <Trset as Game>::pack(&options);
        vzetek_game::sharing::shuffle(&mut pack, &mut rng);
        let mut deal = Trset::deal(&options, Seat::new(1), &pack).unwrap();
        while deal.current_player().is_some() {
            let legal = deal.legal_actions();
            let action = legal[dice::below(&mut rng, legal.len() as u32) as usize];
            deal.apply(action).unwrap().iter().for_each(|event| history.observe(event));
        }
        let views = Seat::all(2).map(|seat| deal.view(Observer::Seat(seat)));
        let observations: Vec<_> =
            views.flat_map(|view| Observation::past(&view, &history)).collect();
        assert_eq!(observations.len(), 20);
        observations
    }

    #[test]
    fn what_is_played_again_and_again_becomes_a_policy() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut policy = fresh(&mut rng);
        let mut gradient = Gradient::default();
        let observations = observations();
        let loss = |policy: &OpponentPolicy| -> f32 {
            observations.iter().map(|observation| -policy.chance(observation).ln()).sum()
        };
        let before = loss(&policy);
        for _ in 0..200 {
            observations.iter().for_each(|observation| gradient.add(&policy, observation));
            gradient.step(&mut policy, 0.01);
        }
        assert!(loss(&policy) < 0.2 * before, "{} after {before}", loss(&policy));
    }
}
