//! One decision of one player.

use std::time::Instant;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_game::Level;
use vzetek_search::Limits;
use vzetek_trset::{Action, View};

use super::cards::{card, index};
use super::{History, Method, OpponentModel, Situation, allowance, exact, flat, simple, strong};

/// The knowledge of a seat that is asked to decide.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The deal as the seat sees it.
    pub view: &'a View,
    /// The events of the deal; may be incomplete.
    pub history: &'a History,
    /// The knowledge about the opponent in a two-player game, from earlier deals.
    pub opponent_model: &'a OpponentModel,
    /// The legal actions of the seat.
    pub legal: &'a [Action],
}

impl<'a> Question<'a> {
    /// Returns a question about a deal with an opponent never met before.
    pub fn new(view: &'a View, history: &'a History, legal: &'a [Action]) -> Self {
        Self { view, history, opponent_model: &OpponentModel::NONE, legal }
    }
}

/// The engine that a decision came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// An exact search: nothing was hidden.
    AlphaBeta,
    /// Monte Carlo search over the hidden cards.
    Mcts,
    /// An even draw.
    Random,
    /// A weighted draw.
    Weighted,
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
    /// Expected final thirds of the own side, those already taken included.
    pub value: f64,
    /// Playouts spent, or positions if the search was exact.
    pub iterations: u64,
}

/// Asks a level for a decision.
///
/// Deterministic: an equal question, limits in iterations and random numbers
/// give an equal decision.
///
/// # Panics
/// As [`decide_by`].
pub fn decide<R: Rng>(
    level: Level,
    question: &Question<'_>,
    limits: &Limits,
    rng: &mut R,
) -> Decision {
    let limits = allowance(level).limits(limits);
    decide_by(question, rng, |situation, rng| choose(&level.into(), situation, &limits, rng))
}

/// Returns the decision of a player that chooses a card by `choose`.
///
/// Combinations that may be declared always are, the best first: declaring
/// costs nothing that a player of these levels could keep secret.
///
/// # Panics
/// If nothing is legal, or the view is not that of the player to move.
pub fn decide_by<R: Rng>(
    question: &Question<'_>,
    rng: &mut R,
    choose: impl FnOnce(&Situation, &mut Xoshiro256PlusPlus) -> Decision,
) -> Decision {
    let Question { view, history, opponent_model, legal } = *question;
    let situation = Situation::new(view, history, opponent_model);
    let declarations = legal.iter().filter_map(|action| match action {
        Action::Declare(declaration) => Some((declaration.thirds(), *action)),
        Action::Play(_) => None,
    });
    if let Some((_, action)) = declarations.max_by_key(|&(thirds, _)| thirds) {
        let value = f64::from(situation.thirds());
        return Decision { action, engine: Engine::Forced, value, iterations: 0 };
    }
    let cards = legal.iter().filter_map(|action| match action {
        Action::Play(card) => Some(1u64 << index(*card)),
        Action::Declare(_) => None,
    });
    let playable = cards.fold(0, |all, card| all | card);
    assert_eq!(playable, situation.playable(), "the legal actions are not those of this view");
    choose(&situation, &mut searching(rng))
}

/// Searches draw millions of numbers; a fast generator of their own keeps the
/// caller's choice of generator free.
pub(super) fn searching(rng: &mut impl Rng) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(rng.next_u64())
}

/// Chooses a card by a method, which may spend the limits.
///
/// # Panics
/// If there is no card to play.
pub fn choose(
    method: &Method,
    situation: &Situation,
    limits: &Limits,
    rng: &mut Xoshiro256PlusPlus,
) -> Decision {
    // Half the time for an exact search that may fail, the rest for what has
    // to be done then.
    let start = Instant::now();
    let exact_limits = Limits { time: limits.time.map(|time| time / 2), ..limits.clone() };
    // If a hand is only deduced, a search over sampled worlds has one world to
    // sample, and nothing tells more about that than an exact search.
    if method.solves_endings()
        && let Some(world) = situation.certain()
        && let Some(found) = exact::choose(&world, &exact_limits)
    {
        return Decision {
            action: Action::Play(card(found.card)),
            engine: Engine::AlphaBeta,
            value: f64::from(found.thirds),
            iterations: found.nodes,
        };
    }
    let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
    let limits = Limits { time, ..limits.clone() };
    let has_choice = situation.playable().count_ones() > 1;
    let choice = match method {
        Method::Flat { parameters, .. } if has_choice => {
            flat::choose(situation, parameters, &limits, rng)
        }
        Method::Strong(settings) if has_choice => strong::choose(situation, settings, &limits, rng),
        _ => return draw(situation, Engine::Weighted, rng, |rng| simple::gentle(situation, rng)),
    };
    Decision {
        action: Action::Play(card(choice.card)),
        engine: Engine::Mcts,
        value: choice.thirds,
        iterations: choice.iterations,
    }
}

/// Draws a card by `draw`, without a search: a few playouts tell only what it is
/// worth.
///
/// # Panics
/// If there is no card to play.
pub fn draw(
    situation: &Situation,
    engine: Engine,
    rng: &mut Xoshiro256PlusPlus,
    draw: impl FnOnce(&mut Xoshiro256PlusPlus) -> u8,
) -> Decision {
    let playable = situation.playable();
    assert!(playable != 0, "there is no card to play");
    let (chosen, engine) = match playable.count_ones() {
        1 => (playable.trailing_zeros() as u8, Engine::Forced),
        _ => (draw(rng), engine),
    };
    let value = flat::estimate(situation, chosen, 64, rng);
    Decision { action: Action::Play(card(chosen)), engine, value, iterations: 0 }
}
