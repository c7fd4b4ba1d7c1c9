//! The data of a decision, sampled deals, and what simulated games come to.

use rand_core::Rng;
use vzetek_game::{Game, Seat};
use vzetek_players::tarok::search::{Position, Terms};
use vzetek_players::tarok::{Question, fitness};
use vzetek_search::Budget;
use vzetek_tarok::{Action, CardSet, Contract, HiddenCards, Options, Side, Tarok, Undertaking};

use super::thresholds::Thresholds;
use crate::tarok::constants;

/// The number of sampled hands of which the one is taken that fits the declarer's contract best
/// *(ours)*: players do not bid on just any hand.
const HANDS: usize = 12;

/// A sampled deal, with the fittest of some hands for the declarer.
pub(super) fn sample<const N: usize>(
    thinking: &Thinking<'_, N>,
    undertaking: &Undertaking,
    rng: &mut impl Rng,
) -> Tarok {
    let declarer = undertaking.declarer;
    let hands = if declarer == thinking.me { 1 } else { HANDS };
    let states = (0..hands).map(|_| thinking.hidden.sample(rng));
    let fitting = states.max_by_key(|state| fitness(undertaking.contract, state.hand(declarer)));
    fitting.expect("some hands were sampled")
}

/// Everything that all decisions need.
pub(super) struct Thinking<'a, const N: usize> {
    pub question: &'a Question<'a>,
    pub options: Options,
    pub me: Seat,
    pub thresholds: &'a Thresholds,
    pub hidden: HiddenCards<'a>,
    /// Sampled hands for a card.
    pub samples: usize,
    pub budget: Budget,
}

/// A choice, and how many sampled hands it looked at.
pub(super) struct Choice {
    pub action: Action,
    pub samples: usize,
}

/// The cards that are not played, and those that came from the talon.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exchanged {
    /// The cards that count for the declarer's side.
    pub discards: CardSet,
    /// The cards that count for the defenders.
    pub left: CardSet,
    /// The cards that the declarer took.
    pub taken: CardSet,
}

impl<const N: usize> Thinking<'_, N> {
    /// Returns the number of simulated games that stand for `study` of Luštrek's: in proportion to
    /// the samples for a card.
    pub fn simulations(&self, study: usize) -> usize {
        (study * self.samples).div_ceil(constants::play::SAMPLES as usize)
    }

    /// The position before the first card, with these hands.
    pub fn first_card(
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
    pub fn is_declarers(&self, undertaking: &Undertaking) -> bool {
        let hand = self.question.view.hand.unwrap_or_default();
        undertaking.side_with(self.me, hand) == Side::Declarer
    }
}

impl Exchanged {
    /// Returns the exchange of a deal whose first card is to be played.
    pub fn of(undertaking: &Undertaking, state: &Tarok) -> Self {
        let Some(exchange) = &undertaking.exchange else {
            return Self::closed(undertaking.contract, state);
        };
        let discards = state.buried() | exchange.shown;
        Self { discards, left: exchange.left, taken: exchange.taken }
    }

    /// Returns the exchange of a contract with this talon, which stays closed.
    pub fn closed(contract: Contract, state: &Tarok) -> Self {
        let counts = matches!(contract, Contract::Solo | Contract::SoloWithout);
        let talon = || state.talon().iter().copied().collect();
        Self { left: if counts { talon() } else { CardSet::EMPTY }, ..Self::default() }
    }
}

/// Returns the cards of all players.
pub(super) fn hands<const N: usize>(state: &Tarok) -> [CardSet; N] {
    std::array::from_fn(|seat| state.hand(Seat::new(seat as u8)))
}

/// Returns the points that the declarer's side has more than the others at the end.
pub(super) fn difference<const N: usize>(end: &Position<N>) -> i32 {
    2 * i32::from(end.points(end.declarer())) - i32::from(vzetek_tarok::PACK_POINTS)
}

/// Returns true if the declarer has made the contract at the end.
pub(super) fn is_made<const N: usize>(end: &Position<N>) -> bool {
    let own = end.tricks(end.declarer());
    match end.contract() {
        contract if contract.counts_points() => difference(end) > 0,
        contract if contract.is_berac() => own == 0,
        _ => own == end.tricks.iter().sum::<u8>(),
    }
}
