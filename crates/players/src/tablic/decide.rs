//! One decision of one player.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_game::Level;
use vzetek_search::Limits;
use vzetek_tablic::{Action, View};

use super::moves::Lister;
use super::{History, Method, Situation, allowance, simple, strong};

/// The knowledge of a seat that is asked to decide.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The deal as the seat sees it.
    pub view: &'a View,
    /// The events of the deal; may be incomplete.
    pub history: &'a History,
}

/// The engine that a decision came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// An exact search: nothing was hidden.
    Exact,
    /// Sampled worlds, each searched.
    Sampling,
    /// A search over all cards that the others may hold.
    Minimax,
    /// The move that brings most at once.
    Greedy,
    /// An even draw.
    Random,
    /// A single legal action.
    Forced,
}

/// A decision with the player's estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The action to take.
    pub action: Action,
    /// The engine that found it.
    pub engine: Engine,
    /// The chance to win the deal, a shared one counting in part, if the player
    /// plays for that and has an opinion.
    pub value: Option<f64>,
    /// Worlds that were sampled, or positions that were searched if none were.
    pub iterations: u64,
}

/// Asks a level for a decision.
///
/// Deterministic: an equal question, limits in iterations and random numbers
/// give an equal decision.
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

/// Returns the decision of a player that chooses a move by `choose`.
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
