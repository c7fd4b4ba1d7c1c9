//! The program of Luštrek (2002), sections 4.2.1 to 4.2.4: hands are
//! sampled evenly, simulated games decide about everything before the first
//! card, and Luštrek's alpha-beta about the cards.
//!
//! Its constants are those of [`super::constants`]. Ours are what Luštrek (2002) leaves
//! open: kontra (not told of), and how many final combinations fit into a few
//! seconds.

mod announce;
mod bid;
mod card;
mod discard;
mod raise;
mod thresholds;

use std::cell::RefCell;

use rand_core::Rng;
use vzetek_game::{Game, Seat};
use vzetek_search::{Budget, Limits};
use vzetek_tarok::{
    Action, CardSet, Contract, HiddenCards, Options, Phase, SEATS, Tarok, Undertaking,
};

use super::selective::Selective;
use vzetek_players::Engine;
use vzetek_players::tarok::search::{Position, Terms};
use vzetek_players::tarok::{Decision, Question};

pub use thresholds::Thresholds;

thread_local! {
    /// The search, one for every thread: its table is large.
    static SEARCH: RefCell<Selective> = RefCell::new(Selective::default());
}

/// Everything that all decisions need.
struct Thinking<'a> {
    question: &'a Question<'a>,
    options: Options,
    me: Seat,
    thresholds: &'a Thresholds,
    hidden: HiddenCards<'a>,
    /// Sampled hands for a card.
    samples: usize,
    budget: Budget,
}

/// A choice, and how many sampled hands it looked at.
struct Choice {
    action: Action,
    samples: usize,
}

/// Decides anything. Limits in iterations are sampled hands for a card; what
/// is simulated before the first card grows and shrinks with them.
pub(super) fn choose(
    question: &Question<'_>,
    thresholds: &Thresholds,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Decision {
    let view = question.view;
    let samples =
        limits.iterations.unwrap_or(super::constants::play::SAMPLES.into()).clamp(1, 1_000);
    let thinking = Thinking {
        question,
        options: view.table.options,
        me: view.observer.expect("only a seat can be asked for a decision"),
        thresholds,
        hidden: HiddenCards::new(view),
        samples: samples as usize,
        budget: limits.start(),
    };
    let choice = SEARCH.with_borrow_mut(|search| match &view.table.phase {
        Phase::Bidding(bidding) => bid::choose(&thinking, bidding, search, rng),
        Phase::Choosing(choosing) => bid::choose_contract(&thinking, choosing, search, rng),
        Phase::Taking(taking) => discard::choose_group(&thinking, taking, search, rng),
        Phase::Discarding(undertaking) => discard::choose(&thinking, undertaking, search, rng),
        Phase::Announcing(undertaking) => announce::choose(&thinking, undertaking, search, rng),
        Phase::Doubling(doubling) => raise::choose(&thinking, doubling, search, rng),
        Phase::Playing(_) => card::choose(&thinking, search, rng),
        Phase::Calling(_) => unreachable!("three call no king"),
        Phase::Finished(_) => unreachable!("nobody is asked when the deal is over"),
    });
    Decision {
        action: choice.action,
        engine: Engine::Sampling,
        value: None,
        iterations: choice.samples as u64,
    }
}

impl Thinking<'_> {
    /// Returns the number of simulated games that stand for so many of
    /// Luštrek's: in proportion to the samples for a card.
    fn simulations(&self, study: usize) -> usize {
        (study * self.samples).div_ceil(super::constants::play::SAMPLES as usize)
    }

    /// The position before the first card, with these hands.
    fn first_card(
        &self,
        undertaking: &Undertaking,
        hands: [CardSet; SEATS],
        discards: CardSet,
        left: CardSet,
    ) -> Position {
        let table = &self.question.view.table;
        let (contract, declarer) = (undertaking.contract, undertaking.declarer);
        let leads = contract == Contract::Klop || self.options.forehand_leads;
        let leader = if leads { table.forehand() } else { declarer };
        Position::new(contract, declarer, leader, hands)
            .with_aside(discards, left)
            .with_terms(Terms::new(&undertaking.stakes, &self.options))
    }
}

/// Returns everybody's cards.
fn hands(state: &Tarok) -> [CardSet; SEATS] {
    std::array::from_fn(|seat| state.hand(Seat::new(seat as u8)))
}

/// Returns the points that the declarer has more than the others at the end.
fn difference(end: &Position) -> i32 {
    2 * i32::from(end.points(end.declarer())) - i32::from(vzetek_tarok::PACK_POINTS)
}
