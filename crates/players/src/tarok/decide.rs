//! One decision of one player.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_game::BySeat;
use vzetek_search::Limits;
use vzetek_tarok::{Action, View};

use super::{History, Method, allowance, simple, strong};
use crate::Level;

/// What a seat knows when it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The deal as the seat sees it.
    pub view: &'a View,
    /// What happened in it; may be incomplete.
    pub history: &'a History,
    /// Open radelci of all seats, as the running score shows them.
    pub radelci: BySeat<u8>,
    /// What may be done.
    pub legal: &'a [Action],
}

/// What a decision came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// An exact search: nothing was hidden that matters.
    Exact,
    /// Sampled worlds, each searched or played out.
    Sampling,
    /// Rules of thumb.
    Rules,
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
    /// The expected score of the deal for the own seat, in points, if the
    /// player has an opinion.
    pub value: Option<f64>,
    /// Worlds that were sampled.
    pub iterations: u64,
}

/// Asks a level for a decision.
///
/// The same question, limits in iterations and random numbers give the same
/// decision.
///
/// # Panics
/// If `legal` is empty, or the view is not that of the player to move.
pub fn decide<R: Rng>(
    level: Level,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    let limits = allowance(level).limits(limits);
    decide_by(question, rng, |rng| choose(&level.into(), question, &limits, rng))
}

/// Asks whoever chooses by `choose` for a decision, if there is a choice.
pub fn decide_by<R: Rng>(
    question: &Question<'_>,
    rng: &mut R,
    choose: impl FnOnce(&mut Xoshiro256PlusPlus) -> Decision,
) -> Decision {
    // Searches draw millions of numbers; a fast generator of their own keeps
    // the caller's choice of generator free.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
    match question.legal {
        [only] => Decision::unsearched(*only, Engine::Forced),
        _ => choose(&mut rng),
    }
}

/// Chooses an action by a method, which may spend the limits.
///
/// # Panics
/// As [`decide`].
pub fn choose(
    method: &Method,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut Xoshiro256PlusPlus,
) -> Decision {
    match method {
        Method::Gentle => Decision::unsearched(simple::gentle(question, rng), Engine::Rules),
        Method::Sampling(settings) => strong::choose(question, *settings, limits, rng),
    }
}

impl Decision {
    /// A decision without a search, and without an opinion of it.
    pub const fn unsearched(action: Action, engine: Engine) -> Self {
        Self { action, engine, value: None, iterations: 0 }
    }
}
