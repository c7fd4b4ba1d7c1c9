//! One decision of one player.

use std::time::Instant;

use arrayvec::ArrayVec;
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Level;
use vzetek_search::{Limits, dice, uct};
use vzetek_trset::{Action, Options, Trset, View};

use super::cards::{card, index};
use super::opponent_policy::{Chances, Habits};
use super::{
    Decision, History, OpponentModel, PlayoutPolicy, Question, Settings, Situation, exact, flat,
    simple, strong,
};
use crate::decision::searching;
use crate::{Allowance, Engine, PlayedGame};

/// The method of choosing a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// By feel, without a search.
    Gentle,
    /// By first-level Monte Carlo tree search with UCT while cards are hidden.
    Flat {
        /// The constants of the search.
        parameters: uct::Parameters,
        /// True if alpha-beta takes over as soon as nothing is hidden.
        solves_endings: bool,
    },
    /// By one tree over information sets, and exactly once nothing is hidden.
    Strong(Settings),
    /// By the [`Habits`] of players of a strength, without a search while cards are
    /// hidden; as medium where more than two play.
    Habits {
        /// The strength, in units of [`Habits::UNIT`] above the average.
        strength: f32,
    },
}

impl Method {
    /// True if it searches exactly once nothing is hidden.
    const fn solves_endings(&self) -> bool {
        match self {
            Self::Gentle | Self::Habits { .. } => false,
            Self::Flat { solves_endings, .. } => *solves_endings,
            Self::Strong(_) => true,
        }
    }
}

impl PlayedGame for Trset {
    type Carried = OpponentModel;
    type Method = Method;
    type Situation<'a> = &'a Situation;

    /// Habits are those of two players.
    fn has_level(level: Level, options: &Options) -> bool {
        level != Level::Natural || options.seats() == 2
    }

    /// Iterations are playouts.
    fn level(level: Level) -> (Method, Allowance) {
        let flat = |solves_endings, playouts| {
            let method = Method::Flat { parameters: uct::Parameters::default(), solves_endings };
            (method, Allowance::capped(Limits::iterations(playouts)))
        };
        match level {
            Level::Gentle => (Method::Gentle, Allowance::free(Limits::iterations(64))),
            Level::Easy => flat(false, 300),
            Level::Medium => flat(true, 3_000),
            Level::Strong => {
                let allowance = Allowance::free(Allowance::within(60_000, 1_000));
                (Method::Strong(Settings::default()), allowance)
            }
            Level::Natural => {
                (Method::Habits { strength: 0.0 }, Allowance::free(Limits::iterations(64)))
            }
        }
    }

    /// Combinations that may be declared always are, the best first: declaring
    /// costs nothing that a player of these levels could keep secret.
    fn decide_by<R: Rng>(
        question: &Question<'_>,
        rng: &mut R,
        choose: impl FnOnce(&Situation, &mut Xoshiro256PlusPlus) -> Decision,
    ) -> Decision {
        let Question { view, history, carried, legal } = question;
        let situation = Situation::new(view, history, carried);
        let declarations = legal.iter().filter_map(|action| match action {
            Action::Declare(declaration) => Some((declaration.thirds(), *action)),
            Action::Play(_) => None,
        });
        if let Some((_, action)) = declarations.max_by_key(|&(thirds, _)| thirds) {
            let value = Some(f64::from(situation.thirds()));
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

    fn choose(
        method: &Method,
        situation: &Situation,
        limits: &Limits,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Decision {
        if let Method::Habits { strength } = method {
            let habits = Habits::learned(situation.rules().kifameno);
            let Some(chances) = habits.chances(*strength, situation) else {
                return Self::choose(&Self::level(Level::Medium).0, situation, limits, rng);
            };
            return draw(situation, Engine::Weighted, rng, |rng| drawn(&chances, rng));
        }
        let limits = match solve(method.solves_endings(), situation, limits) {
            Ok(solved) => return solved,
            Err(left) => left,
        };
        let has_choice = situation.playable().count_ones() > 1;
        let choice = match method {
            Method::Flat { parameters, .. } if has_choice => {
                flat::choose(situation, parameters, &limits, rng)
            }
            Method::Strong(settings) if has_choice => {
                strong::choose(situation, settings, &limits, rng)
            }
            _ => {
                let gentle = |rng: &mut _| simple::gentle(situation, rng);
                return draw(situation, Engine::Weighted, rng, gentle);
            }
        };
        searched(&choice)
    }

    fn learn(carried: &mut OpponentModel, view: &View, history: &History) {
        carried.learn(view, history);
    }
}

/// Draws a card by the chances of each.
fn drawn(chances: &Chances, rng: &mut Xoshiro256PlusPlus) -> u8 {
    let weights: ArrayVec<f64, 10> = chances.iter().map(|&(_, chance)| chance.into()).collect();
    chances[dice::weighted(rng, &weights)].0
}

/// Chooses as [`Method::Flat`] with an exact ending, the cards of its playouts drawn
/// by a policy.
///
/// # Panics
/// If there is no card to play, or the limits bound neither playouts nor time.
pub fn choose_by(
    policy: &mut impl PlayoutPolicy,
    parameters: &uct::Parameters,
    situation: &Situation,
    limits: &Limits,
    rng: &mut Xoshiro256PlusPlus,
) -> Decision {
    let limits = match solve(true, situation, limits) {
        Ok(solved) => return solved,
        Err(left) => left,
    };
    if situation.playable().count_ones() == 1 {
        return draw(situation, Engine::Forced, rng, |_| unreachable!("one card is not drawn"));
    }
    searched(&flat::choose_by(situation, policy, parameters, &limits, rng))
}

/// Searches exactly if that is wanted and nothing is hidden; otherwise returns the
/// limits that are left.
fn solve(wanted: bool, situation: &Situation, limits: &Limits) -> Result<Decision, Limits> {
    // Half the time for an exact search that may fail, the rest for what has
    // to be done then.
    let start = Instant::now();
    let exact_limits = Limits { time: limits.time.map(|time| time / 2), ..limits.clone() };
    // If a hand is only deduced, a search over sampled worlds has one world to sample, and an exact
    // search is the best that can be done with it.
    if wanted
        && let Some(world) = situation.certain()
        && let Some(found) = exact::choose(&world, &exact_limits)
    {
        return Ok(Decision {
            action: Action::Play(card(found.card)),
            engine: Engine::AlphaBeta,
            value: Some(f64::from(found.thirds)),
            iterations: found.nodes,
        });
    }
    let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
    Err(Limits { time, ..limits.clone() })
}

/// The decision that a Monte Carlo search has come to.
fn searched(choice: &flat::Choice) -> Decision {
    Decision {
        action: Action::Play(card(choice.card)),
        engine: Engine::Mcts,
        value: Some(choice.thirds),
        iterations: choice.iterations,
    }
}

/// Draws a card by `draw`, without a search: a few playouts show only what it is worth.
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
    let value = Some(flat::estimate(situation, chosen, 64, rng));
    Decision { action: Action::Play(card(chosen)), engine, value, iterations: 0 }
}
