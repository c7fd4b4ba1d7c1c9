//! One decision of one player.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_search::Limits;
use vzetek_tablic::{Action, View};

use super::moves::Lister;
use super::{History, Method, Situation, allowance, simple, strong};
use crate::Level;

/// What a seat knows when it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The deal as the seat sees it.
    pub view: &'a View,
    /// What happened in it; may be incomplete.
    pub history: &'a History,
}

/// What a decision came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// An exact search: nothing was hidden.
    Exact,
    /// Sampled worlds, each searched.
    Sampling,
    /// A search over all cards that the others may hold.
    Minimax,
    /// What brings most at once.
    Greedy,
    /// An even draw.
    Random,
    /// There was nothing to choose.
    Forced,
}

/// A decision, and what the player thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// What to do.
    pub action: Action,
    /// How it was found.
    pub engine: Engine,
    /// The chance to win the deal, a shared one counting in part, if the player
    /// plays for that and has an opinion.
    pub value: Option<f64>,
    /// Worlds that were sampled, or positions that were searched if none were.
    pub iterations: u64,
}

/// Asks a level for a decision.
///
/// The same question, limits in iterations and random numbers give the same
/// decision.
///
/// # Panics
/// If the view is not that of the player to move.
pub fn decide<R: Rng>(
    level: Level,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    let limits = allowance(level).limits(limits);
    decide_by(question, rng, |situation, lister, rng| {
        choose(&level.into(), situation, lister, &limits, rng)
    })
}

/// Asks whoever chooses a move by `choose` for a decision.
///
/// # Panics
/// As [`decide`].
pub fn decide_by<R: Rng>(
    question: &Question<'_>,
    rng: &mut R,
    choose: impl FnOnce(&Situation, &mut Lister, &mut Xoshiro256PlusPlus) -> Decision,
) -> Decision {
    // Searches draw many numbers; a fast generator of their own keeps the
    // caller's choice of generator free.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
    decide_in(&Situation::new(question.view, question.history), &mut rng, choose)
}

pub(super) fn decide_in(
    situation: &Situation,
    rng: &mut Xoshiro256PlusPlus,
    choose: impl FnOnce(&Situation, &mut Lister, &mut Xoshiro256PlusPlus) -> Decision,
) -> Decision {
    let mut lister = Lister::default();
    let (hand, table) = (situation.hand, situation.board.table);
    if let Some(card) = hand.first().filter(|_| hand.len() == 1)
        && lister.finder().find(card, table).is_empty()
    {
        return Decision::unsearched(Action::lay(card), Engine::Forced);
    }
    choose(situation, &mut lister, rng)
}

/// Chooses a move by a method, which may spend the limits.
pub fn choose(
    method: &Method,
    situation: &Situation,
    lister: &mut Lister,
    limits: &Limits,
    rng: &mut Xoshiro256PlusPlus,
) -> Decision {
    match method {
        Method::Gentle => {
            Decision::unsearched(simple::gentle(situation, lister, rng), Engine::Greedy)
        }
        Method::Sampling(settings) => strong::choose(situation, lister, settings, limits, rng),
    }
}

impl Decision {
    /// A decision without a search, and without an opinion of it.
    pub const fn unsearched(action: Action, engine: Engine) -> Self {
        Self { action, engine, value: None, iterations: 0 }
    }
}
