//! One decision of one player.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_game::BySeat;
use vzetek_search::Limits;
use vzetek_tarok::{Action, View};

use super::{History, Player, Spec, Thresholds, lustrek, random, simple, strong};

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

/// Asks a player, or a level, for a decision.
///
/// The same question, limits in iterations and random numbers give the same
/// decision.
///
/// # Panics
/// If `legal` is empty, or the view is not that of the player to move.
pub fn decide<R: Rng>(
    player: impl Into<Player>,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    answer(&player.into().into(), question, &Thresholds::default(), limits, rng)
}

/// Asks a player with parameters, which may spend what they say, and with what
/// it has learned from earlier deals. Only the seed study's player learns.
///
/// # Panics
/// As [`decide`].
pub fn decide_as<R: Rng>(
    spec: &Spec,
    question: &Question<'_>,
    thresholds: &Thresholds,
    rng: &mut R,
) -> Decision {
    answer(spec, question, thresholds, &spec.limits(), rng)
}

fn answer<R: Rng>(
    spec: &Spec,
    question: &Question<'_>,
    thresholds: &Thresholds,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    let player = spec.player;
    // Searches draw millions of numbers; a fast generator of their own keeps
    // the caller's choice of generator free.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
    let decision = |action, engine| Decision { action, engine, value: None, iterations: 0 };
    if let [only] = question.legal {
        return decision(*only, Engine::Forced);
    }
    let limits = player.limits(limits);
    match player {
        Player::Random => decision(random::choose(question.legal, &mut rng), Engine::Random),
        Player::Gentle => decision(simple::gentle(question, &mut rng), Engine::Rules),
        Player::Simple => decision(simple::choose(question, &mut rng), Engine::Rules),
        Player::Lustrek2002 => lustrek::choose(question, thresholds, &limits, &mut rng),
        Player::Easy | Player::Medium | Player::Strong => {
            strong::choose(question, spec.settings, &limits, &mut rng)
        }
    }
}
