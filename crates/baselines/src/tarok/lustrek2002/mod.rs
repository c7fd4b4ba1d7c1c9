//! The program of Luštrek (2002), sections 4.2.1 to 4.2.4: hands are
//! sampled evenly, simulated games decide about everything before the first
//! card, and Luštrek's alpha-beta about the cards.
//!
//! Its constants are those of [`super::constants`]. Ours are what Luštrek (2002) leaves
//! open: kontra (not told of), and how many final combinations fit into a few
//! seconds.
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
mod thresholds;

use std::cell::RefCell;

use rand_core::Rng;
use vzetek_game::{Game, Seat};
use vzetek_search::{Budget, Limits};
use vzetek_tarok::{
    Action, CardSet, Contract, HiddenCards, MOST_PLAYERS, Options, Phase, Side, Tarok, Undertaking,
};

use super::selective::Selective;
use vzetek_players::Engine;
use vzetek_players::tarok::search::{Position, Terms};
use vzetek_players::tarok::{Decision, Question};

pub use thresholds::Thresholds;

thread_local! {
    /// The search, one for every thread: its table is large.
    static OF_THREE: RefCell<Selective> = RefCell::new(Selective::default());
    /// The search of four.
    static OF_FOUR: RefCell<Selective<MOST_PLAYERS>> = RefCell::new(Selective::default());
}

/// Everything that all decisions need.
struct Thinking<'a, const N: usize> {
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

/// The cards that nobody plays, and those that came from the talon.
#[derive(Clone, Copy, Debug, Default)]
struct Exchanged {
    /// The cards that count for the declarer's side.
    discards: CardSet,
    /// The cards that count for the defenders.
    left: CardSet,
    /// The cards that the declarer took.
    taken: CardSet,
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

/// Decides anything among so many players.
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

impl<const N: usize> Thinking<'_, N> {
    /// Returns the number of simulated games that stand for so many of
    /// Luštrek's: in proportion to the samples for a card.
    fn simulations(&self, study: usize) -> usize {
        (study * self.samples).div_ceil(super::constants::play::SAMPLES as usize)
    }

    /// The position before the first card, with these hands.
    fn first_card(
        &self,
        undertaking: &Undertaking,
        hands: [CardSet; N],
        exchanged: &Exchanged,
    ) -> Position<N> {
        let table = &self.question.view.table;
        let (contract, declarer) = (undertaking.contract, undertaking.declarer);
        let leads = self.options.is_led_by_forehand(contract);
        let leader = if leads { table.forehand() } else { declarer };
        let position = Position::new(contract, declarer, leader, hands)
            .with_aside(exchanged.discards, exchanged.left)
            .with_terms(Terms::new(&undertaking.stakes, &self.options));
        match &undertaking.called {
            Some(called) => position.with_called(called.king, exchanged.taken),
            None => position,
        }
    }

    /// Returns true if the thinking seat plays for the declarer's side.
    fn is_declarers(&self, undertaking: &Undertaking) -> bool {
        let hand = self.question.view.hand.unwrap_or_default();
        undertaking.side_with(self.me, hand) == Side::Declarer
    }
}

impl Exchanged {
    /// Returns the exchange of a deal whose first card is to be played.
    fn of(undertaking: &Undertaking, state: &Tarok) -> Self {
        let Some(exchange) = &undertaking.exchange else {
            return Self::closed(undertaking.contract, state);
        };
        let discards = state.buried() | exchange.shown;
        Self { discards, left: exchange.left, taken: exchange.taken }
    }

    /// Returns the exchange of a contract with this talon, which stays closed.
    fn closed(contract: Contract, state: &Tarok) -> Self {
        let counts = matches!(contract, Contract::Solo | Contract::SoloWithout);
        let talon = || state.talon().iter().copied().collect();
        Self { left: if counts { talon() } else { CardSet::EMPTY }, ..Self::default() }
    }
}

/// Returns everybody's cards.
fn hands<const N: usize>(state: &Tarok) -> [CardSet; N] {
    std::array::from_fn(|seat| state.hand(Seat::new(seat as u8)))
}

/// Returns the points that the declarer's side has more than the others at the end.
fn difference<const N: usize>(end: &Position<N>) -> i32 {
    2 * i32::from(end.points(end.declarer())) - i32::from(vzetek_tarok::PACK_POINTS)
}

/// Returns true if the declarer has made the contract at the end.
fn is_made<const N: usize>(end: &Position<N>) -> bool {
    let own = end.tricks(end.declarer());
    match end.contract() {
        contract if contract.counts_points() => difference(end) > 0,
        contract if contract.is_berac() => own == 0,
        _ => own == end.tricks.iter().sum::<u8>(),
    }
}
