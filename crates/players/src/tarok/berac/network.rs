//! The network: one hidden layer over rows of a table.

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_tarok::{Card, CardSet};

use super::features::{Observation, ROWS, Rows};
use super::play::Play;
use crate::network::{Layout, WeightsError, Width, add_rows, dot, positive, softmax};
use crate::tarok::card_policy::Chances;

/// Units of the hidden layer.
pub const HIDDEN: usize = 32;

/// The layout of the file of weights.
const LAYOUT: Layout = Layout {
    name: "tarok-berac-policy",
    version: 1,
    weights: ALL * HIDDEN,
    width: Width::Byte,
    parts: 32.0,
};

/// The first row of the weights, by role, with which hidden units speak for a card.
pub const SPEAKING: usize = ROWS;
/// The first row of the weights, by role, for the expected success of the own side.
pub const EXPECTING: usize = SPEAKING + 2;
/// The number of rows of weights.
pub const ALL: usize = EXPECTING + 2;

/// The learned weights.
static LEARNED: &[u8] = include_bytes!("weights.bin");

/// A weight, or an activity, for each hidden unit.
pub type Units = [f32; HIDDEN];

/// The learned weights. The features of a situation and of a card each add a
/// row to the hidden units, and these, as far as they are positive, speak for
/// the card.
#[derive(Clone, Debug)]
pub struct Network {
    /// The weights: by row of features, and then by role those that speak for a
    /// card and those of the expected result.
    pub rows: Vec<Units>,
}

impl Network {
    /// Returns the network learned by self-play, read only once.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Network> = OnceLock::new();
        SHARED.get_or_init(|| Self::read(LEARNED).expect("the program's own weights"))
    }

    /// Reads the network from a file.
    ///
    /// # Errors
    /// If the file holds anything else.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let numbers = LAYOUT.read(file)?;
        Ok(Self { rows: numbers.as_chunks().0.to_vec() })
    }

    /// Makes the network's file.
    pub fn write(&self) -> Vec<u8> {
        LAYOUT.write(self.rows.as_flattened())
    }

    /// Returns the probability with which the network plays each legal card.
    #[inline]
    pub fn chances(&self, observation: &Observation, legal: CardSet) -> Chances {
        let mut rows = Rows::new();
        observation.tell(&mut rows);
        let situation = self.activity(&[0.0; HIDDEN], &rows);
        let mut cards = ArrayVec::new();
        let mut chances = ArrayVec::new();
        for card in legal {
            rows.clear();
            observation.tell_card(card, &mut rows);
            cards.push(card);
            chances.push(self.speaks(observation.role(), &self.activity(&situation, &rows)));
        }
        softmax(&mut chances);
        Chances { cards, chances }
    }

    /// The hidden units with some rows more.
    #[inline]
    pub fn activity(&self, before: &Units, rows: &[u16]) -> Units {
        let mut units = *before;
        add_rows(&mut units, &self.rows, rows.iter().map(|&row| usize::from(row)));
        units
    }

    /// Returns the logit of a card from the hidden units.
    #[inline]
    pub fn speaks(&self, role: usize, units: &Units) -> f32 {
        dot(&positive(units), &self.rows[SPEAKING + role])
    }

    /// Returns the expected result of the own side, 1 for success and -1 for failure.
    #[inline]
    pub fn expects(&self, role: usize, units: &Units) -> f32 {
        dot(&positive(units), &self.rows[EXPECTING + role])
    }
}

impl Play {
    /// Draws a card, each as likely as the network would play it.
    #[inline]
    pub fn draw(&self, network: &Network, rng: &mut impl Rng) -> Card {
        let legal = self.position.legal();
        if legal.len() == 1 {
            return legal.first().expect("one card");
        }
        network.chances(&Observation::new(self), legal).draw(rng)
    }

    /// Plays to the end with cards drawn by the network, and returns whether the berač is made.
    pub fn play_out(mut self, network: &Network, rng: &mut impl Rng) -> bool {
        while !self.is_over() {
            let card = self.draw(network, rng);
            self.play(card);
        }
        self.is_made()
    }
}

const _: () = assert!(ALL <= u16::MAX as usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_whole_and_comes_back() {
        let network = Network::shared();
        assert_eq!(network.write(), LEARNED);
        assert_eq!(network.rows.len(), ALL);
        assert!(Network::read(&LEARNED[1..]).is_err());
    }
}
