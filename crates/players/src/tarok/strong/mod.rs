//! The strongest player: every decision is tried out in worlds drawn as they
//! probably are, and played on by the card policy; endings are solved.

mod announce;
mod berac;
mod bid;
mod call;
mod card;
mod company;
mod contract;
mod discard;
mod group;
mod racing;
mod raise;
mod settings;

use std::ops::ControlFlow;

use rand_core::Rng;
use vzetek_game::{BySeat, Seat};
use vzetek_search::{Budget, Limits};
use vzetek_tarok::{Action, MOST_PLAYERS, Options, Phase, SEATS, View};

use super::card_policy::CardPolicy;
use super::hand_posterior::{HandPosterior, World};
use super::{Decision, Question};
use crate::Engine;

use company::{Company, Of};
pub use settings::Settings;

/// Worlds drawn at a time: few enough for time to be kept.
const BATCH: usize = 64;

/// The data that all decisions need.
struct Thinking<'a, const N: usize = SEATS> {
    question: &'a Question<'a>,
    view: &'a View,
    options: Options,
    me: Seat,
    radelci: BySeat<u8>,
    policy: &'static CardPolicy,
    worlds: HandPosterior<'a, N>,
    settings: Settings,
    /// Worlds that may be looked at, when time does not end it before.
    iterations: usize,
    budget: Budget,
}

/// A choice with its value, and the number of worlds that it was tried in.
struct Choice {
    action: Action,
    value: f64,
    worlds: usize,
    exact: bool,
}

/// Decides anything.
pub(super) fn choose(
    question: &Question<'_>,
    settings: Settings,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Decision {
    if question.view.table.options.is_four() {
        choose_of::<MOST_PLAYERS>(question, settings, limits, rng)
    } else {
        choose_of::<SEATS>(question, settings, limits, rng)
    }
}

/// Decides anything among so many players.
fn choose_of<const N: usize>(
    question: &Question<'_>,
    settings: Settings,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Decision
where
    Company: Of<N>,
{
    let policy = CardPolicy::shared(N);
    let view = question.view;
    let thinking = Thinking::<N> {
        question,
        view,
        options: view.table.options,
        me: view.observer.expect("only a seat can be asked for a decision"),
        radelci: question.carried.radelci,
        policy,
        settings,
        worlds: HandPosterior::new(question, policy, settings.infers, settings.trust),
        iterations: limits.iterations.map_or(usize::MAX, |most| most.max(1) as usize),
        budget: limits.start(),
    };
    let choice = match &view.table.phase {
        Phase::Bidding(bidding) => bid::choose(&thinking, bidding, rng),
        Phase::Choosing(choosing) => contract::choose(&thinking, choosing, rng),
        Phase::Taking(taking) => group::choose(&thinking, taking, rng),
        Phase::Discarding(undertaking) => discard::choose(&thinking, undertaking, rng),
        Phase::Announcing(_) => announce::choose(&thinking, rng),
        Phase::Doubling(doubling) => raise::choose(&thinking, doubling, rng),
        Phase::Playing(playing) => card::choose(&thinking, playing, rng),
        Phase::Calling(undertaking) => call::choose(&thinking, undertaking, rng),
        Phase::Finished(_) => unreachable!("nobody is asked when the deal is over"),
    };
    let engine = if choice.exact { Engine::Exact } else { Engine::Sampling };
    let value = Some(choice.value);
    Decision { action: choice.action, engine, value, iterations: choice.worlds as u64 }
}

impl<const N: usize> Thinking<'_, N> {
    /// Worlds to look at for something that takes `cost` playouts in each, so
    /// that all decisions take about as long as each other.
    fn worlds_for(&self, cost: usize) -> usize {
        (self.iterations / cost.max(1)).clamp(8, 4_000)
    }

    /// Looks at up to `most` worlds, each the likeliest of about so many
    /// candidates, until time is over or `look` has seen enough and says so.
    fn for_worlds<R: Rng>(
        &self,
        most: usize,
        candidates: usize,
        rng: &mut R,
        mut look: impl FnMut(&World<N>, &mut R) -> ControlFlow<()>,
    ) {
        for first in (0..most).step_by(BATCH) {
            for world in self.worlds.draw(BATCH.min(most - first), candidates, rng) {
                if look(&world, rng).is_break() || self.budget.is_late() {
                    return;
                }
            }
        }
    }
}
