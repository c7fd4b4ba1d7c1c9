//! One decision of one player.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Level;
use vzetek_search::Limits;
use vzetek_tarok::{Action, Card, Contract, MatchScore, Phase, Tarok, View};

use super::{Decision, Question, Settings, simple, strong};
use crate::decision::searching;
use crate::{Allowance, Engine, PlayedGame};

/// The method of choosing an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// At a glance, but often something else.
    Gentle,
    /// By trying each choice out in sampled worlds.
    Sampling(Settings),
}

impl PlayedGame for Tarok {
    /// The running score before the deal, with each player's radelci.
    type Carried = MatchScore;
    type Method = Method;
    type Situation<'a> = &'a Question<'a>;

    /// Iterations are sampled worlds.
    fn level(level: Level) -> (Method, Allowance) {
        let (settings, allowance) = match level {
            Level::Gentle => return (Method::Gentle, Allowance::free(Limits::iterations(1))),
            Level::Easy => (Settings::EASY, Allowance::capped(Allowance::within(60, 300))),
            Level::Medium | Level::Natural => {
                (Settings::MEDIUM, Allowance::capped(Allowance::within(400, 600)))
            }
            Level::Strong => (Settings::STRONG, Allowance::free(Allowance::within(6_000, 1_500))),
        };
        (Method::Sampling(settings), allowance)
    }

    fn decide_by<R: Rng>(
        question: &Question<'_>,
        rng: &mut R,
        choose: impl FnOnce(Self::Situation<'_>, &mut Xoshiro256PlusPlus) -> Decision,
    ) -> Decision {
        let mut rng = searching(rng);
        match question.legal {
            [only] => Decision::unsearched(*only, Engine::Forced),
            _ => choose(question, &mut rng),
        }
    }

    fn choose(
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

    fn read_score(carried: &mut MatchScore, score: &MatchScore) {
        *carried = *score;
    }

    /// From the call until the rules have shown who holds the king.
    fn hides_sides(view: &View) -> bool {
        match &view.table.phase {
            Phase::Calling(_) => true,
            phase => {
                let called =
                    phase.undertaking().and_then(|undertaking| undertaking.called.as_ref());
                called.is_some_and(|called| !called.is_settled())
            }
        }
    }

    fn is_secret(action: Action) -> bool {
        matches!(action, Action::Discard(_))
    }
}

impl Question<'_> {
    /// Returns the contracts that may be bid.
    pub fn bids(&self) -> impl Iterator<Item = Contract> + Clone {
        self.legal.iter().filter_map(|action| match action {
            Action::Bid(contract) => Some(*contract),
            _ => None,
        })
    }

    /// Returns the contracts that the winner of the bidding may play.
    pub fn contracts(&self) -> impl Iterator<Item = Contract> + Clone {
        self.legal.iter().filter_map(|action| match action {
            Action::Choose(contract) => Some(*contract),
            _ => None,
        })
    }

    /// Returns the cards that may be played.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> {
        self.legal.iter().filter_map(|action| match action {
            Action::Play(card) => Some(*card),
            _ => None,
        })
    }
}
