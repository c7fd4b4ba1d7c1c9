//! The weights, how likely they make each card, and how they are learned.

use std::sync::OnceLock;

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, HAND, MOST_PLAYERS, SEATS};

use super::features::Situation;
use super::game::Game;
use crate::network::{Layout, WeightsError, Width, softmax};
use crate::tarok::search::Position;

/// The layout of the file of weights of three or four players.
const fn layout(seats: usize) -> Layout {
    let (name, weights) = if seats == SEATS {
        ("tarok-card-policy", Situation::<SEATS>::WEIGHTS)
    } else {
        ("tarok-four-card-policy", Situation::<MOST_PLAYERS>::WEIGHTS)
    };
    Layout { name, version: 1, weights, width: Width::Byte, parts: 16.0 }
}

/// The learned weights of three players, and of four.
static LEARNED: [&[u8]; 2] = [include_bytes!("weights.bin"), include_bytes!("weights_four.bin")];

/// A table of weights.
#[derive(Clone, Debug)]
pub struct CardPolicy {
    seats: usize,
    /// The weights.
    pub weights: Vec<f32>,
}

/// The probabilities of the legal cards.
#[derive(Clone, Debug)]
pub struct Chances {
    /// The legal cards.
    pub cards: ArrayVec<Card, 19>,
    /// Their chances, in the same order; together 1.
    pub chances: ArrayVec<f32, 19>,
}

impl CardPolicy {
    /// Returns the policy learned by self-play with `seats` players, read only once.
    pub fn shared(seats: usize) -> &'static Self {
        static SHARED: [OnceLock<CardPolicy>; 2] = [const { OnceLock::new() }; 2];
        let place = usize::from(seats != SEATS);
        let read = || Self::read(seats, LEARNED[place]).expect("the program's own weights");
        SHARED[place].get_or_init(read)
    }

    /// Reads the weights of `seats` players from a file.
    ///
    /// # Errors
    /// If the file holds anything else.
    pub fn read(seats: usize, file: &[u8]) -> Result<Self, WeightsError> {
        Ok(Self { seats, weights: layout(seats).read(file)? })
    }

    /// All cards equally likely.
    pub fn blank(seats: usize) -> Self {
        Self { seats, weights: vec![0.0; layout(seats).weights] }
    }

    /// Makes the file of the weights.
    pub fn write(&self) -> Vec<u8> {
        layout(self.seats).write(&self.weights)
    }

    /// Returns the probability of each legal card.
    #[inline]
    pub fn chances<const N: usize>(&self, situation: &Situation<N>, legal: CardSet) -> Chances {
        let mut cards = ArrayVec::new();
        let mut chances: ArrayVec<f32, 19> = ArrayVec::new();
        for card in legal {
            let mut sum = 0.0;
            situation.places(card, legal.bits(), &mut |place| sum += self.weights[place]);
            cards.push(card);
            chances.push(sum);
        }
        softmax(&mut chances);
        Chances { cards, chances }
    }
}

impl<const N: usize> Game<N> {
    /// Draws a card by the card policy.
    #[inline]
    pub fn draw(&self, policy: &CardPolicy, rng: &mut impl Rng) -> Card {
        let legal = self.position.legal();
        if legal.len() == 1 {
            return legal.first().expect("one card");
        }
        policy.chances(&self.situation(), legal).draw(rng)
    }

    /// Plays to the end by the card policy. Of four players the declarer of a berač plays
    /// the likeliest card each time: one slip, as chance makes them, loses what cannot be
    /// lost.
    pub fn play_out(mut self, policy: &CardPolicy, rng: &mut impl Rng) -> Position<N> {
        let is_careful = N > SEATS && self.position.contract.is_berac();
        while !self.is_over() {
            let card = if is_careful && self.seat() == self.position.declarer() {
                policy.chances(&self.situation(), self.position.legal()).likeliest()
            } else {
                self.draw(policy, rng)
            };
            self.play(card);
        }
        self.position
    }
}

impl Chances {
    /// Draws a card.
    pub fn draw(&self, rng: &mut impl Rng) -> Card {
        let mut target = dice::unit(rng) as f32;
        for (card, chance) in self.cards.iter().zip(&self.chances) {
            target -= chance;
            if target < 0.0 {
                return *card;
            }
        }
        self.likeliest()
    }

    /// The card that is most likely.
    pub fn likeliest(&self) -> Card {
        let cards = self.cards.iter().zip(&self.chances);
        let (card, _) = cards.max_by(|a, b| a.1.total_cmp(b.1)).expect("a legal card");
        *card
    }

    /// Returns the probability of this card; 0 if it is not legal.
    pub fn of(&self, card: Card) -> f32 {
        let at = self.cards.iter().position(|&other| other == card);
        at.map_or(0.0, |at| self.chances[at])
    }
}

const _: () = assert!(HAND + 3 <= 19);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_whole_and_comes_back() {
        for (seats, file) in (SEATS..).zip(LEARNED) {
            let policy = CardPolicy::shared(seats);
            assert_eq!(policy.write(), file);
            assert!(CardPolicy::read(seats, &file[..file.len() - 1]).is_err());
            assert!(CardPolicy::read(SEATS + MOST_PLAYERS - seats, file).is_err());
        }
    }
}
