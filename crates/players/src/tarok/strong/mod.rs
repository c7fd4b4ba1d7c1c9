//! The strongest player: every decision is tried out in worlds drawn as they
//! probably are, and played on by the card policy; endings are solved.

mod announce;
mod berac;
mod bid;
mod call;
mod card;
mod contract;
mod discard;
mod group;
mod player_count;
mod racing;
mod raise;
mod settings;
mod thinking;

use rand_core::Rng;
use vzetek_search::Limits;
use vzetek_tarok::{MOST_PLAYERS, Phase, SEATS};

use super::card_policy::CardPolicy;
use super::hand_posterior::HandPosterior;
use super::{Decision, Question};
use crate::Engine;

use player_count::{Of, PlayerCount};
pub use settings::Settings;
use thinking::Thinking;

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

/// Decides anything among `N` players.
fn choose_of<const N: usize>(
    question: &Question<'_>,
    settings: Settings,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Decision
where
    PlayerCount: Of<N>,
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
