//! A card face down: the smallest game in which something is hidden.

use rand_core::Rng;

use crate::dice;
use crate::ismcts::{Information, Payoffs, World};

/// The number of suits.
pub const SUITS: usize = 4;

/// A game in which the player names a suit, and wins if the card face down is of it.
#[derive(Clone, Copy, Debug)]
pub struct Trump {
    hidden: usize,
    named: Option<usize>,
}

impl World for Trump {
    type Move = usize;

    fn side(&self) -> Option<usize> {
        self.named.is_none().then_some(0)
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        moves.extend(0..SUITS);
    }

    fn play(&mut self, suit: usize) {
        self.named = Some(suit);
    }

    fn rollout(mut self, rng: &mut impl Rng) -> Payoffs {
        let named = *self.named.get_or_insert_with(|| dice::below(rng, SUITS as u32) as usize);
        let first = if named == self.hidden { 1.0 } else { 0.0 };
        [first, 1.0 - first, 0.0, 0.0]
    }
}

/// The information: the number of cards of each suit that are left.
#[derive(Clone, Copy, Debug)]
pub struct Left(pub [f64; SUITS]);

impl Information for Left {
    type World = Trump;

    fn sample(&mut self, rng: &mut impl Rng) -> Trump {
        Trump { hidden: dice::weighted(rng, &self.0), named: None }
    }
}
