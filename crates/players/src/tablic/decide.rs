//! One decision of one player.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_search::Limits;
use vzetek_tablic::{Action, View};

use super::moves::Lister;
use super::{History, Player, Situation, Spec, greedy, minimax, simple, strong};

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
    /// The seed study's search over all cards that the others may hold.
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

/// Asks a player, or a level, for a decision.
///
/// The same question, limits in iterations and random numbers give the same
/// decision.
///
/// # Panics
/// If the view is not that of the player to move.
pub fn decide<R: Rng>(
    player: impl Into<Player>,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    answer(&player.into().into(), question, limits, rng)
}

/// Asks a player with parameters, which may spend what they say.
///
/// # Panics
/// As [`decide`].
pub fn decide_as<R: Rng>(spec: &Spec, question: &Question<'_>, rng: &mut R) -> Decision {
    answer(spec, question, &spec.limits(), rng)
}

fn answer<R: Rng>(spec: &Spec, question: &Question<'_>, limits: &Limits, rng: &mut R) -> Decision {
    // Searches draw many numbers; a fast generator of their own keeps the
    // caller's choice of generator free.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
    let situation = Situation::new(question.view, question.history);
    decide_in(spec, &situation, limits, &mut rng)
}

pub(super) fn decide_in(
    spec: &Spec,
    situation: &Situation,
    limits: &Limits,
    rng: &mut Xoshiro256PlusPlus,
) -> Decision {
    let decision = |action, engine| Decision { action, engine, value: None, iterations: 0 };
    let mut lister = Lister::default();
    let lister = &mut lister;
    let (hand, table) = (situation.hand, situation.board.table);
    if let Some(card) = hand.first().filter(|_| hand.len() == 1)
        && lister.finder().find(card, table).is_empty()
    {
        return decision(Action::lay(card), Engine::Forced);
    }
    let limits = spec.player.limits(limits);
    match spec.player {
        Player::Random => decision(simple::random(situation, lister, rng), Engine::Random),
        Player::Gentle => decision(simple::gentle(situation, lister, rng), Engine::Greedy),
        Player::Greedy => {
            let action = greedy::choose(situation, lister);
            decision(greedy::hide_suit(action, hand, rng), Engine::Greedy)
        }
        Player::Minimax => minimax::choose(situation, lister, &limits, rng),
        Player::Easy | Player::Medium | Player::Strong => {
            strong::choose(situation, lister, &spec.settings, &limits, rng)
        }
    }
}
