//! One decision of one player.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Level};
use vzetek_search::Limits;
use vzetek_tarok::{Action, View};

use super::{History, Method, allowance, simple, strong};

/// The knowledge of a seat that is asked to decide.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The deal as the seat sees it.
    pub view: &'a View,
    /// The events of the deal; may be incomplete.
    pub history: &'a History,
    /// Open radelci of all seats, as the running score shows them.
    pub radelci: BySeat<u8>,
    /// The legal actions.
    pub legal: &'a [Action],
}

/// The engine that a decision came from.
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
    /// The expected score of the deal for the own seat, in points, if the
    /// player has an opinion.
    pub value: Option<f64>,
    /// Worlds that were sampled.
    pub iterations: u64,
}

/// Asks a level for a decision.
///
/// Deterministic: an equal question, limits in iterations and random numbers
/// give an equal decision.
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

/// Returns the decision of a player that chooses by `choose`, if there is a choice.
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
