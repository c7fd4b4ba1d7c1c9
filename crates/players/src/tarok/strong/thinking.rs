//! The data of a decision, and the worlds that are looked at.

use std::ops::ControlFlow;

use rand_core::Rng;
use vzetek_game::{BySeat, Seat};
use vzetek_search::Budget;
use vzetek_tarok::{Action, Options, SEATS, View};

use super::settings::Settings;
use crate::tarok::Question;
use crate::tarok::card_policy::CardPolicy;
use crate::tarok::hand_posterior::{HandPosterior, World};

/// Worlds drawn at a time: few enough to stop in time.
const BATCH: usize = 64;

/// The data that all decisions need.
pub(super) struct Thinking<'a, const N: usize = SEATS> {
    pub question: &'a Question<'a>,
    pub view: &'a View,
    pub options: Options,
    pub me: Seat,
    pub radelci: BySeat<u8>,
    pub policy: &'static CardPolicy,
    pub worlds: HandPosterior<'a, N>,
    pub settings: Settings,
    /// Worlds that may be looked at, when time does not end it before.
    pub iterations: usize,
    pub budget: Budget,
}

/// A choice with its value, and the number of worlds that it was tried in.
pub(super) struct Choice {
    pub action: Action,
    pub value: f64,
    pub worlds: usize,
    pub exact: bool,
}

impl<const N: usize> Thinking<'_, N> {
    /// Worlds to look at for something that takes `cost` playouts in each, so
    /// that all decisions take about as long as each other.
    pub fn worlds_for(&self, cost: usize) -> usize {
        (self.iterations / cost.max(1)).clamp(8, 4_000)
    }

    /// Looks at up to `most` worlds, each the likeliest of a number of candidates, until time is
    /// over or `look` has seen enough and says so.
    pub fn for_worlds<R: Rng>(
        &self,
        most: usize,
        candidates: usize,
        rng: &mut R,
        mut look: impl FnMut(&World<N>, &mut R) -> ControlFlow<()>,
    ) {
        for first in (0..most).step_by(BATCH) {
            for world in self.worlds.draw(BATCH.min(most - first), candidates, rng) {
                if look(&world, rng).is_break() || self.budget.is_late() {
                    return;
                }
            }
        }
    }
}
