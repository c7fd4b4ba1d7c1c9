//! One decision of one player.

use std::time::Instant;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use vzetek_search::Limits;
use vzetek_trset::{Action, View};

use super::cards::{card, index};
use super::{Acquaintance, History, Player, Situation, Spec, exact, flat, simple, strong};

/// What a seat knows when it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The deal as the seat sees it.
    pub view: &'a View,
    /// What happened in it; may be incomplete.
    pub history: &'a History,
    /// What is known of the other of two from earlier deals.
    pub acquaintance: &'a Acquaintance,
    /// What the seat may do.
    pub legal: &'a [Action],
}

impl<'a> Question<'a> {
    /// A question about a deal with somebody never met before.
    pub fn new(view: &'a View, history: &'a History, legal: &'a [Action]) -> Self {
        Self { view, history, acquaintance: &Acquaintance::NONE, legal }
    }
}

/// What a decision came from.
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
    /// Expected final thirds of the own side, those already taken included.
    pub value: f64,
    /// Playouts spent, or positions if the search was exact.
    pub iterations: u64,
}

/// Asks a player, or a level, for a decision.
///
/// The same question, limits in iterations and random numbers give the same
/// decision. Combinations that may be declared always are, the best first:
/// declaring costs nothing that a player of these levels could keep secret.
///
/// # Panics
/// If nothing is legal, or the view is not that of the player to move.
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
    let Question { view, history, acquaintance, legal } = *question;
    let situation = Situation::new(view, history, acquaintance);
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
    let open = situation.certain().is_some();
    decide_card(spec, &situation, limits, rng, open)
}

/// Asks for a card in a situation that need not come from a whole deal. `open`
/// tells whether whoever asks says that nothing is hidden.
///
/// # Panics
/// If there is no card to play.
pub(super) fn decide_card<R: Rng>(
    spec: &Spec,
    situation: &Situation,
    limits: &Limits,
    rng: &mut R,
    open: bool,
) -> Decision {
    let Spec { player, settings, .. } = spec;
    // Searches draw millions of numbers; a fast generator of their own keeps
    // the caller's choice of generator free.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
    let playable = situation.playable();
    assert!(playable != 0, "there is no card to play");
    let mut limits = player.limits(limits);
    // Half the time for an exact search that may fail, the rest for what has
    // to be done then.
    let start = Instant::now();
    let exact_limits = Limits { time: limits.time.map(|time| time / 2), ..limits.clone() };
    let drawn = |chosen: u8, engine, rng: &mut Xoshiro256PlusPlus| {
        let value = flat::estimate(situation, chosen, 64, rng);
        Decision { action: Action::Play(card(chosen)), engine, value, iterations: 0 }
    };
    // Where a hand is only deduced, a search over sampled worlds has one world
    // to sample, and nothing tells more about that than an exact search.
    if player.solves_endings()
        && let Some(world) = situation.certain()
        && let Some(found) = exact::choose(&world, &exact_limits)
    {
        return Decision {
            action: Action::Play(card(found.card)),
            engine: if open { Engine::AlphaBeta } else { Engine::Mcts },
            value: f64::from(found.thirds),
            iterations: found.nodes,
        };
    }
    limits.time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
    if playable.count_ones() == 1 {
        return drawn(playable.trailing_zeros() as u8, Engine::Forced, &mut rng);
    }
    match player {
        Player::Random => drawn(simple::random(playable, &mut rng), Engine::Random, &mut rng),
        Player::Weighted => drawn(simple::weighted(playable, &mut rng), Engine::Weighted, &mut rng),
        Player::Gentle => drawn(simple::gentle(situation, &mut rng), Engine::Weighted, &mut rng),
        _ => {
            let choice = match player {
                Player::Strong => strong::choose(situation, &settings.strong, &limits, &mut rng),
                _ => flat::choose(situation, &settings.flat, &limits, &mut rng),
            };
            Decision {
                action: Action::Play(card(choice.card)),
                engine: Engine::Mcts,
                value: choice.thirds,
                iterations: choice.iterations,
            }
        }
    }
}
