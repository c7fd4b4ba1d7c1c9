//! The program of Luštrek (2002), sections 4.2.1 to 4.2.4: hands are
//! sampled evenly, simulated games decide about everything before the first
//! card, and Luštrek's alpha-beta about the cards.
//!
//! Its constants are those of [`super::constants`]. Ours are what Luštrek (2002) leaves open:
//! kontra (not described), and how many final combinations fit into a few seconds.
//!
//! It plays three. Carried over to four *(ours)*, it does everything in the same way: in a
//! sampled world the holder of the called king is the declarer's partner, and both search
//! and simulated games play for the sides of that world. Beyond that it calls a king, bids
//! the contracts for every trick, may make a solo a colour valat, and announces as a
//! partner or a defender too, all by simulated games.

mod announce;
mod bid;
mod call;
mod card;
mod discard;
mod raise;
mod thinking;
mod thresholds;

use std::cell::RefCell;

use rand_core::Rng;
use vzetek_search::Limits;
use vzetek_tarok::{HiddenCards, MOST_PLAYERS, Phase};

use super::selective::Selective;
use vzetek_players::Engine;
use vzetek_players::tarok::{Decision, Question};

use thinking::{Choice, Thinking};
pub use thresholds::Thresholds;

thread_local! {
    /// The search, one for every thread: its table is large.
    static OF_THREE: RefCell<Selective> = RefCell::new(Selective::default());
    /// The search of four.
    static OF_FOUR: RefCell<Selective<MOST_PLAYERS>> = RefCell::new(Selective::default());
}

/// Decides anything. Limits in iterations are sampled hands for a card; what
/// is simulated before the first card grows and shrinks with them.
pub(super) fn choose(
    question: &Question<'_>,
    thresholds: &Thresholds,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Decision {
    let choice = if question.view.table.options.is_four() {
        OF_FOUR.with_borrow_mut(|search| choose_by(question, thresholds, limits, search, rng))
    } else {
        OF_THREE.with_borrow_mut(|search| choose_by(question, thresholds, limits, search, rng))
    };
    Decision {
        action: choice.action,
        engine: Engine::Sampling,
        value: None,
        iterations: choice.samples as u64,
    }
}

/// Decides anything among `N` players.
fn choose_by<const N: usize>(
    question: &Question<'_>,
    thresholds: &Thresholds,
    limits: &Limits,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let view = question.view;
    let samples =
        limits.iterations.unwrap_or(super::constants::play::SAMPLES.into()).clamp(1, 1_000);
    let thinking = Thinking::<N> {
        question,
        options: view.table.options,
        me: view.observer.expect("only a seat can be asked for a decision"),
        thresholds,
        hidden: HiddenCards::new(view),
        samples: samples as usize,
        budget: limits.start(),
    };
    match &view.table.phase {
        Phase::Bidding(bidding) => bid::choose(&thinking, bidding, search, rng),
        Phase::Choosing(choosing) => bid::choose_contract(&thinking, choosing, search, rng),
        Phase::Calling(undertaking) => call::choose(&thinking, undertaking, search, rng),
        Phase::Taking(taking) => discard::choose_group(&thinking, taking, search, rng),
        Phase::Discarding(undertaking) => discard::choose(&thinking, undertaking, search, rng),
        Phase::Announcing(undertaking) => announce::choose(&thinking, undertaking, search, rng),
        Phase::Doubling(doubling) => raise::choose(&thinking, doubling, search, rng),
        Phase::Playing(_) => card::choose(&thinking, search, rng),
        Phase::Finished(_) => unreachable!("nobody is asked when the deal is over"),
    }
}
