//! A coin hidden in one of two hands: the smallest game in which a move is made
//! face down.

use rand_core::Rng;

use crate::observers::Observed;
use vzetek_search::dice;
use vzetek_search::ismcts::{Information, Payoffs, World};

/// Instead of hiding the coin, the first player may stop.
pub const STOP: u8 = 2;

/// What stopping is worth: less than even chances.
pub const SURE: f32 = 0.25;

/// The first player hides a coin in hand 0 or 1, and wins if the second looks
/// into the other; or stops.
#[derive(Clone, Copy, Debug)]
pub struct Coin {
    hidden: Option<u8>,
    guess: Option<u8>,
}

impl World for Coin {
    type Move = u8;

    fn side(&self) -> Option<usize> {
        match (self.hidden, self.guess) {
            (None, _) => Some(0),
            (Some(STOP), _) | (_, Some(_)) => None,
            _ => Some(1),
        }
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend(if self.hidden.is_none() { 0..=STOP } else { 0..=1 });
    }

    fn play(&mut self, action: u8) {
        if self.hidden.is_none() {
            self.hidden = Some(action);
        } else {
            self.guess = Some(action);
        }
    }

    fn rollout(mut self, rng: &mut impl Rng) -> Payoffs {
        while let Some(side) = self.side() {
            let count = if side == 0 { 3 } else { 2 };
            self.play(dice::below(rng, count) as u8);
        }
        let first = match self.hidden {
            Some(STOP) => SURE,
            hidden if hidden == self.guess => 0.0,
            _ => 1.0,
        };
        [first, 1.0 - first, 0.0, 0.0]
    }
}

impl Observed for Coin {
    type Seen = Option<u8>;

    fn sides(&self) -> usize {
        2
    }

    /// That the coin was hidden is seen; in which hand, is not.
    fn seen(&self, observer: usize, action: u8) -> Option<u8> {
        let is_own = self.side() == Some(observer);
        (is_own || action == STOP).then_some(action)
    }
}

/// The first player's view before hiding the coin: there is one world.
#[derive(Clone, Copy, Debug)]
pub struct Hand;

impl Information for Hand {
    type World = Coin;

    fn sample(&mut self, _: &mut impl Rng) -> Coin {
        Coin { hidden: None, guess: None }
    }
}
