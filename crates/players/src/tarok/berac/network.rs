//! The network: one hidden layer over rows of a table.

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use vzetek_tarok::CardSet;

use super::Sight;
use super::features::{ROWS, Rows};
use crate::tarok::instinct::Chances;

/// Units of the hidden layer.
pub const HIDDEN: usize = 32;

/// Weights are kept as whole numbers of this size in the file.
const STEP: f32 = 1.0 / 32.0;

/// Where, by role, the weights begin with which hidden units speak for a card.
pub const SPEAKING: usize = ROWS;
/// The same for the expected success of the own side.
pub const EXPECTING: usize = SPEAKING + 2;
/// How many rows of weights there are.
pub const ALL: usize = EXPECTING + 2;

/// What was learned.
static LEARNED: &[u8] = include_bytes!("weights.bin");

/// A weight, or an activity, for each hidden unit.
pub type Units = [f32; HIDDEN];

/// The learned weights. What is seen of a situation and of a card each adds a
/// row to the hidden units, and these, as far as they are positive, speak for
/// the card.
#[derive(Clone, Debug)]
pub struct Network {
    /// The weights: by row of what is seen, and then by role those that speak
    /// for a card and those of what is expected.
    pub rows: Vec<Units>,
}

impl Network {
    /// What was learned by self-play, read only once.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Network> = OnceLock::new();
        SHARED.get_or_init(|| Self::read(LEARNED))
    }

    /// The weights as they are kept in a file; those that are missing are 0.
    pub fn read(bytes: &[u8]) -> Self {
        let mut rows = vec![[0.0; HIDDEN]; ALL];
        for (weight, &byte) in rows.as_flattened_mut().iter_mut().zip(bytes) {
            *weight = f32::from(byte as i8) * STEP;
        }
        Self { rows }
    }

    /// The weights as they are kept in the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let byte = |weight: &f32| (weight / STEP).round().clamp(-127.0, 127.0) as i8 as u8;
        self.rows.as_flattened().iter().map(byte).collect()
    }

    /// How likely the network plays each legal card.
    #[inline]
    pub fn chances(&self, sight: &Sight, legal: CardSet) -> Chances {
        let mut rows = Rows::new();
        sight.tell(&mut rows);
        let situation = self.activity(&[0.0; HIDDEN], &rows);
        let mut cards = ArrayVec::new();
        let mut chances = ArrayVec::new();
        for card in legal {
            rows.clear();
            sight.tell_card(card, &mut rows);
            cards.push(card);
            chances.push(self.speaks(sight.role(), &self.activity(&situation, &rows)));
        }
        softmax(&mut chances);
        Chances { cards, chances }
    }

    /// The hidden units with some rows more.
    #[inline]
    pub fn activity(&self, before: &Units, rows: &[u16]) -> Units {
        let mut units = *before;
        for &row in rows {
            for (unit, weight) in units.iter_mut().zip(&self.rows[usize::from(row)]) {
                *unit += weight;
            }
        }
        units
    }

    /// How much the hidden units speak for a card.
    #[inline]
    pub fn speaks(&self, role: usize, units: &Units) -> f32 {
        told(units, &self.rows[SPEAKING + role])
    }

    /// What the own side can expect, 1 for success and -1 for failure.
    #[inline]
    pub fn expects(&self, role: usize, units: &Units) -> f32 {
        told(units, &self.rows[EXPECTING + role])
    }
}

#[inline]
fn told(units: &Units, weights: &Units) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    for at in (0..HIDDEN).step_by(LANES) {
        for lane in 0..LANES {
            sums[lane] += units[at + lane].max(0.0) * weights[at + lane];
        }
    }
    sums.iter().sum()
}

/// Makes chances of what speaks for each card.
pub fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        total += *score;
    }
    for score in scores {
        *score /= total;
    }
}

const _: () = assert!(ALL <= u16::MAX as usize);
