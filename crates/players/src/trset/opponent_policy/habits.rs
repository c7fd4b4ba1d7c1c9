//! Habits: policies learned from a record, with the strength of whoever played as
//! a trait, so that few games serve every strength (as Tang and others, 2024, do for
//! chess).

use vzetek_trset::Variant;

use super::network::{AlreadyRead, OpponentPolicy, Weights};
use crate::network::{Layout, WeightsError, Width};

/// The reason that a program cannot go by the habits in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The file holds no habits, or not whole ones.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// It is too late.
    #[error(transparent)]
    AlreadyRead(#[from] AlreadyRead),
}

/// The habits of players of any strength while there is a stock.
///
/// Each weight is that of the average player of the record, and its change with
/// strength.
#[derive(Clone, Debug)]
pub struct Habits {
    /// The policy of average strength.
    pub average: OpponentPolicy,
    /// The change of each weight for [`Habits::UNIT`] points of rating.
    pub slope: OpponentPolicy,
}

impl Habits {
    /// The points of an Elo rating that make one unit of strength; 0 is the average
    /// of the record.
    pub const UNIT: f64 = 200.0;

    /// The strengths of the policies by which hidden hands are weighed, all of the
    /// record's players first.
    pub const WEIGHED: [f32; OpponentPolicy::COUNT] = [0.0, -1.0, 1.0];

    /// The policy of players of this strength, in units above the average.
    pub fn at(&self, strength: f32) -> OpponentPolicy {
        let mut policy = self.average.clone();
        for (weight, slope) in policy.weights.all_mut().zip(self.slope.weights.all()) {
            *weight += strength * slope;
        }
        policy
    }

    /// The policies by which hidden hands are weighed.
    pub fn policies(&self) -> Vec<OpponentPolicy> {
        Self::WEIGHED.map(|strength| self.at(strength)).into()
    }

    /// Returns the layout of a file of habits.
    const fn layout(kifameno: bool) -> Layout {
        Layout {
            name: if kifameno { "kifameno-habits" } else { "trset-habits" },
            version: 1,
            weights: 2 * Weights::COUNT,
            width: Width::Word,
            parts: 1024.0,
        }
    }

    /// Reads the habits of players of a game from a file.
    ///
    /// # Errors
    /// If the file holds anything else.
    pub fn read(kifameno: bool, file: &[u8]) -> Result<Self, WeightsError> {
        let numbers = Self::layout(kifameno).read(file)?;
        let (average, slope) = numbers.split_at(Weights::COUNT);
        Ok(Self { average: OpponentPolicy::of(average), slope: OpponentPolicy::of(slope) })
    }

    /// Lets the program know opponents of two by the habits in this file instead of the
    /// policies that it was built with. Returns the game that they are of.
    ///
    /// # Errors
    /// [`LoadError`] if the file holds anything else, or hands were weighed before.
    pub fn load(file: &[u8]) -> Result<Variant, LoadError> {
        let of_kifameno = Self::layout(true).name;
        let (variant, habits) = match Self::read(false, file) {
            Err(WeightsError::Name { found, .. }) if found == of_kifameno => {
                (Variant::Kifameno, Self::read(true, file)?)
            }
            read => (Variant::Trset, read?),
        };
        OpponentPolicy::learned_from(variant == Variant::Kifameno, &habits)?;
        Ok(variant)
    }

    /// Makes the file of the habits of players of a game.
    pub fn write(&self, kifameno: bool) -> Vec<u8> {
        let Self { average, slope } = self;
        Self::layout(kifameno).write(average.weights.all().chain(slope.weights.all()))
    }

    /// The habits as they come back from a file.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let layout = Self::layout(false);
        for policy in [&mut self.average, &mut self.slope] {
            policy.weights.all_mut().for_each(|weight| *weight = layout.rounded(*weight));
        }
        self
    }
}
