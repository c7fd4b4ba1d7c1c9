//! Weights that tell how readily a card is played.

use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::Moment;
use super::features::{Features, ROWS, features};
use super::hand::Hand;
use crate::trset::cards::Bits;
use crate::trset::weights;

/// Units between the features and what is told.
pub const UNITS: usize = 32;

/// No appeal is larger, so that odds stay numbers.
const MOST: f32 = 40.0;

/// What was learned.
static TRSET: &[u8] = include_bytes!("trset.bin");
static KIFAMENO: &[u8] = include_bytes!("kifameno.bin");

/// All the weights.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By feature: straight to what is told.
    pub straight: [f32; ROWS],
    /// By feature, and last what every unit begins with.
    pub units: [[f32; UNITS]; ROWS + 1],
    /// By unit.
    pub out: [f32; UNITS],
}

impl Weights {
    /// Nothing learned.
    pub fn zero() -> Box<Self> {
        Box::new(Self { straight: [0.0; ROWS], units: [[0.0; UNITS]; ROWS + 1], out: [0.0; UNITS] })
    }

    /// The weights in the order of the file.
    pub fn all(&self) -> impl Iterator<Item = &f32> {
        let Self { straight, units, out } = self;
        straight.iter().chain(units.as_flattened()).chain(out)
    }

    /// The same to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let Self { straight, units, out } = self;
        straight.iter_mut().chain(units.as_flattened_mut()).chain(out)
    }
}

/// How somebody plays: the chances of the cards among which they choose.
#[derive(Clone, Debug)]
pub struct Habit {
    /// The weights.
    pub weights: Box<Weights>,
}

impl Habit {
    /// How many are learned of each game.
    pub(in crate::trset) const COUNT: usize = 3;

    /// What was learned of players of tršet or kifameno, read only once.
    pub fn learned(kifameno: bool) -> &'static [Self] {
        static LEARNED: [OnceLock<Vec<Habit>>; 2] = [OnceLock::new(), OnceLock::new()];
        let bytes = if kifameno { KIFAMENO } else { TRSET };
        LEARNED[usize::from(kifameno)]
            .get_or_init(|| bytes.chunks_exact(bytes.len() / Self::COUNT).map(Self::read).collect())
    }

    /// The weights as they are kept in a file; those that are missing are 0.
    pub fn read(bytes: &[u8]) -> Self {
        let mut weights = Weights::zero();
        weights::read(weights.all_mut(), bytes);
        Self { weights }
    }

    /// The weights as they are kept in the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        weights::write(self.weights.all())
    }

    /// How readily a card with these features is played: the logarithm of its
    /// odds, but for what all cards of the moment share.
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
    pub(in crate::trset) fn odds(&self, moment: &Moment) -> ArrayVec<(u8, f32), 10> {
        let hand = Hand::of(moment);
        let odds = |card| self.odds_of(&features(moment, &hand, card));
        Bits(moment.legal()).map(|card| (card, odds(card))).collect()
    }

    /// The odds of a card with these features.
    #[inline]
    fn odds_of(&self, features: &Features) -> f32 {
        self.appeal(features).clamp(-MOST, MOST).exp()
    }

    /// How likely the card of the moment was to be played.
    pub fn chance(&self, moment: &Moment) -> f32 {
        Self::chances(std::slice::from_ref(self), moment)[0]
    }

    /// The same with each of these habits.
    pub(in crate::trset) fn chances(
        habits: &[Self],
        moment: &Moment,
    ) -> ArrayVec<f32, { Self::COUNT }> {
        let mut odds: ArrayVec<_, { Self::COUNT }> = habits.iter().map(|_| (0.0, 0.0)).collect();
        let hand = Hand::of(moment);
        for card in Bits(moment.legal()) {
            let told = features(moment, &hand, card);
            for (habit, (all, played)) in habits.iter().zip(&mut odds) {
                let odds = habit.odds_of(&told);
                *all += odds;
                if card == moment.card {
                    *played = odds;
                }
            }
        }
        odds.iter().map(|(all, played)| played / all).collect()
    }
}
