//! One decision of one player.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Level;
use vzetek_search::Limits;
use vzetek_tablic::{Action, Tablic};

use super::moves::Lister;
use super::{Decision, Question, Settings, Situation, simple, strong};
use crate::decision::searching;
use crate::{Allowance, Engine, PlayedGame};

/// The method of choosing a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// The move that brings most immediately, but often another.
    Gentle,
    /// By a tree over sampled worlds.
    Sampling(Settings),
}

/// A situation, and what lists its moves.
pub type Turn<'a> = (&'a Situation, &'a mut Lister);

impl PlayedGame for Tablic {
    type Carried = ();
    type Method = Method;
    type Situation<'a> = Turn<'a>;

    /// Of a large table the server sends only a part of what is legal.
    const READS_LEGAL: bool = false;

    /// Iterations are sampled worlds.
    fn level(level: Level) -> (Method, Allowance) {
        let (settings, allowance) = match level {
            Level::Gentle => return (Method::Gentle, Allowance::free(Limits::iterations(1))),
            Level::Easy => (Settings::EASY, Allowance::capped(Allowance::within(100, 300))),
            Level::Medium | Level::Natural => {
                (Settings::MEDIUM, Allowance::capped(Allowance::within(1_000, 600)))
            }
            Level::Strong => (Settings::STRONG, Allowance::free(Allowance::within(10_000, 1_000))),
        };
        (Method::Sampling(settings), allowance)
    }

    fn decide_by<R: Rng>(
        question: &Question<'_>,
        rng: &mut R,
        choose: impl FnOnce(Turn<'_>, &mut Xoshiro256PlusPlus) -> Decision,
    ) -> Decision {
        let situation = Situation::new(question.view, question.history);
        decide_in(&situation, &mut searching(rng), choose)
    }

    fn choose(
        method: &Method,
        (situation, lister): Turn<'_>,
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
}

pub(super) fn decide_in(
    situation: &Situation,
    rng: &mut Xoshiro256PlusPlus,
    choose: impl FnOnce(Turn<'_>, &mut Xoshiro256PlusPlus) -> Decision,
) -> Decision {
    let mut lister = Lister::default();
    let (hand, table) = (situation.hand, situation.board.table);
    if let Some(card) = hand.first().filter(|_| hand.len() == 1)
        && lister.finder().find(card, table).is_empty()
    {
        return Decision::unsearched(Action::lay(card), Engine::Forced);
    }
    choose((situation, &mut lister), rng)
}
