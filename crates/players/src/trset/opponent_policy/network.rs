//! The network that gives a card its logit.

use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::Observation;
use super::features::{Features, ROWS, features};
use super::hand::Hand;
use crate::network::{Layout, WeightsError, Width};
use crate::trset::cards::Bits;

/// Units between the features and the output.
pub const UNITS: usize = 32;

/// The largest logit, so that odds stay finite.
const MOST: f32 = 40.0;

/// The learned weights.
pub(super) static TRSET: &[u8] = include_bytes!("trset.bin");
pub(super) static KIFAMENO: &[u8] = include_bytes!("kifameno.bin");

/// The policies of players of tršet and of kifameno.
static LEARNED: [OnceLock<Vec<OpponentPolicy>>; 2] = [OnceLock::new(), OnceLock::new()];

/// The program has weighed hands by its own policies already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the policies of opponents were read already; load habits before the first deal")]
pub struct AlreadyRead;

/// All the weights.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By feature: straight to the output.
    pub straight: [f32; ROWS],
    /// By feature, and last the bias of every unit.
    pub units: [[f32; UNITS]; ROWS + 1],
    /// By unit.
    pub out: [f32; UNITS],
}

impl Weights {
    /// The number of weights.
    pub const COUNT: usize = ROWS + (ROWS + 1) * UNITS + UNITS;

    /// Returns weights of zero: nothing is learned.
    pub fn zero() -> Box<Self> {
        Box::new(Self { straight: [0.0; ROWS], units: [[0.0; UNITS]; ROWS + 1], out: [0.0; UNITS] })
    }

    /// The weights in the order of the file.
    pub fn all(&self) -> impl Iterator<Item = &f32> {
        let Self { straight, units, out } = self;
        straight.iter().chain(units.as_flattened()).chain(out)
    }

    /// The weights in the order of the file, to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let Self { straight, units, out } = self;
        straight.iter_mut().chain(units.as_flattened_mut()).chain(out)
    }
}

/// A policy of a player: the chances of the cards among which they choose.
#[derive(Clone, Debug)]
pub struct OpponentPolicy {
    /// The weights.
    pub weights: Box<Weights>,
}

impl OpponentPolicy {
    /// The number of policies learned for each game.
    pub const COUNT: usize = 3;

    /// Returns the policies learned from players of tršet or kifameno, read only once.
    pub fn learned(kifameno: bool) -> &'static [Self] {
        let file = if kifameno { KIFAMENO } else { TRSET };
        LEARNED[usize::from(kifameno)]
            .get_or_init(|| Self::read(kifameno, file).expect("the program's own weights"))
    }

    /// Lets the program know opponents by these policies instead of its own policies.
    ///
    /// # Errors
    /// If the program's own were asked for before.
    pub(super) fn learned_from(kifameno: bool, policies: Vec<Self>) -> Result<(), AlreadyRead> {
        LEARNED[usize::from(kifameno)].set(policies).map_err(|_| AlreadyRead)
    }

    /// The policy with these weights, in the order of the file.
    pub(super) fn of(numbers: &[f32]) -> Self {
        let mut weights = Weights::zero();
        weights.all_mut().zip(numbers).for_each(|(weight, &number)| *weight = number);
        Self { weights }
    }

    /// Returns the layout of a file of weights.
    const fn layout(kifameno: bool) -> Layout {
        Layout {
            name: if kifameno { "kifameno-opponent-policy" } else { "trset-opponent-policy" },
            version: 1,
            weights: Self::COUNT * Weights::COUNT,
            width: Width::Word,
            parts: 1024.0,
        }
    }

    /// Reads the policies learned for a game from a file.
    ///
    /// # Errors
    /// If the file holds anything else.
    pub fn read(kifameno: bool, file: &[u8]) -> Result<Vec<Self>, WeightsError> {
        let numbers = Self::layout(kifameno).read(file)?;
        Ok(numbers.chunks_exact(Weights::COUNT).map(Self::of).collect())
    }

    /// Makes the file of the policies learned for a game.
    pub fn write(kifameno: bool, policies: &[Self; Self::COUNT]) -> Vec<u8> {
        let weights = policies.iter().flat_map(|policy| policy.weights.all());
        Self::layout(kifameno).write(weights)
    }

    /// The policy as it is read back from a file.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let layout = Self::layout(false);
        self.weights.all_mut().for_each(|weight| *weight = layout.rounded(*weight));
        self
    }

    /// Returns the logit of a card with these features: the logarithm of its
    /// odds, but for what all cards of the observation share.
    #[inline]
    pub fn appeal(&self, features: &Features) -> f32 {
        let units = self.units(features);
        let straight: f32 = features
            .iter()
            .map(|&(row, amount)| self.weights.straight[usize::from(row)] * amount)
            .sum();
        let out = &self.weights.out;
        straight + units.iter().zip(out).map(|(unit, out)| unit.max(0.0) * out).sum::<f32>()
    }

    /// The units, before the negative is cut off.
    #[inline]
    pub fn units(&self, features: &Features) -> [f32; UNITS] {
        let mut units = self.weights.units[ROWS];
        for &(row, amount) in features {
            let weights = &self.weights.units[usize::from(row)];
            units.iter_mut().zip(weights).for_each(|(unit, weight)| *unit += amount * weight);
        }
        units
    }

    /// The odds of every card among which the player chooses.
    pub(in crate::trset) fn odds(&self, observation: &Observation) -> ArrayVec<(u8, f32), 10> {
        let hand = Hand::of(observation);
        let odds = |card| self.odds_of(&features(observation, &hand, card));
        Bits(observation.legal()).map(|card| (card, odds(card))).collect()
    }

    /// The odds of a card with these features.
    #[inline]
    fn odds_of(&self, features: &Features) -> f32 {
        self.appeal(features).clamp(-MOST, MOST).exp()
    }

    /// Returns the card that the policy plays most often.
    ///
    /// # Panics
    /// If the player has no card.
    pub fn likeliest(&self, observation: &Observation) -> u8 {
        let odds = self.odds(observation);
        odds.iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("a card to play").0
    }

    /// Returns the probability that the policy plays the observation's card.
    pub fn chance(&self, observation: &Observation) -> f32 {
        Self::chances(std::slice::from_ref(self), observation)[0]
    }

    /// Returns the probability that each of these policies plays the
    /// observation's card.
    pub(in crate::trset) fn chances(
        policies: &[Self],
        observation: &Observation,
    ) -> ArrayVec<f32, { Self::COUNT }> {
        let mut odds: ArrayVec<_, { Self::COUNT }> = policies.iter().map(|_| (0.0, 0.0)).collect();
        let hand = Hand::of(observation);
        for card in Bits(observation.legal()) {
            let told = features(observation, &hand, card);
            for (policy, (all, played)) in policies.iter().zip(&mut odds) {
                let odds = policy.odds_of(&told);
                *all += odds;
                if card == observation.card {
                    *played = odds;
                }
            }
        }
        odds.iter().map(|(all, played)| played / all).collect()
    }
}
