//! The choice of a bid, and of the contract to play (section 4.2.2, algorithm 4).

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::{BySeat, Seat};
use vzetek_tarok::{
    Action, Bidding, Called, Card, CardSet, Choosing, Contract, Item, Stake, TALON, Tarok,
    Undertaking,
};

use super::discard::Discarding;
use super::thinking::{Choice, Exchanged, Thinking, difference, hands, is_made};
use crate::tarok::constants::{bidding, exchange};
use crate::tarok::selective::Selective;
use vzetek_players::tarok::king_at_a_glance;

/// The contracts that three try one after the other, ever harder ones.
const LADDER: [Contract; 4] = [Contract::Three, Contract::Two, Contract::One, Contract::Solo];

/// The contracts that four try.
const LADDER_OF_FOUR: [Contract; 7] = [
    Contract::Three,
    Contract::Two,
    Contract::One,
    Contract::SoloThree,
    Contract::SoloTwo,
    Contract::SoloOne,
    Contract::SoloWithout,
];

/// Bids the least that is enough if a contract that is at least as high can be
/// won; passes otherwise.
pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    _: &Bidding,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let (highest, samples) = highest(thinking, search, rng);
    let bid = thinking.question.bids().min().filter(|&lowest| lowest <= highest);
    let action = bid.map_or(Action::Pass, Action::Bid);
    Choice { action, samples }
}

/// Plays the highest contract that can be won, or the least that must be.
pub(super) fn choose_contract<const N: usize>(
    thinking: &Thinking<'_, N>,
    _: &Choosing,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> Choice {
    let contracts = thinking.question.contracts();
    let (highest, samples) = highest(thinking, search, rng);
    let contract = contracts
        .clone()
        .filter(|&contract| contract <= highest)
        .max()
        .or(contracts.min())
        .expect("something must be played");
    Choice { action: Action::Choose(contract), samples }
}

/// The highest contract that simulated games say can be won; klop if none.
fn highest<const N: usize>(
    thinking: &Thinking<'_, N>,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> (Contract, usize) {
    let talons = thinking.simulations(bidding::TALONS);
    let (mut found, mut samples) = (Contract::Klop, 0);
    let is_four = thinking.options.is_four();
    let ladder: &[Contract] = if is_four { &LADDER_OF_FOUR } else { &LADDER };
    for &contract in ladder {
        let undertaking = thinking.undertaking(contract);
        let mut sum = 0.0;
        for _ in 0..talons {
            let state = thinking.hidden.sample(rng);
            let (value, games) = try_out(thinking, &state, &undertaking, search, rng);
            sum += value;
            samples += games;
        }
        if sum / (talons as f64) < f64::from(thinking.thresholds.difference) {
            break;
        }
        found = contract;
        if thinking.budget.is_late() {
            break;
        }
    }
    if found == Contract::Klop {
        let (won, games) = simulate(thinking, Contract::Berac, talons, search, rng);
        samples += games;
        if thinking.thresholds.beraci.is_met(won, games) {
            found = Contract::Berac;
        }
    }
    if is_four {
        let (higher, games) = highest_of_four(thinking, found, search, rng);
        return (higher, samples + games);
    }
    (found, samples)
}

/// Returns the highest contract beyond those of Luštrek (2002), if enough simulated games are won;
/// otherwise the one that was found.
fn highest_of_four<const N: usize>(
    thinking: &Thinking<'_, N>,
    found: Contract,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> (Contract, usize) {
    let games = thinking.simulations(exchange::SIMULATIONS);
    let mut samples = 0;
    for contract in [Contract::Valat, Contract::ColourValat] {
        let (won, games) = simulate(thinking, contract, games, search, rng);
        samples += games;
        if thinking.thresholds.valats.is_met(won, games) {
            return (contract, samples);
        }
    }
    if found == Contract::Berac {
        // Simulated defenders see all cards, as those of an open berač nearly do.
        let (won, games) = simulate(thinking, Contract::OpenBerac, games, search, rng);
        samples += games;
        if won == games {
            return (Contract::OpenBerac, samples);
        }
    }
    (found, samples)
}

/// Plays a number of games of a contract that is won or lost, without the talon; returns the number
/// of those won, and that of all.
pub(super) fn simulate<const N: usize>(
    thinking: &Thinking<'_, N>,
    contract: Contract,
    games: usize,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> (usize, usize) {
    let undertaking = thinking.undertaking(contract);
    let mut won = 0;
    for _ in 0..games {
        let state = thinking.hidden.sample(rng);
        let start = thinking.first_card(&undertaking, hands(&state), &Exchanged::default());
        won += usize::from(is_made(&search.play_out(start)));
    }
    (won, games)
}

/// Takes, discards and plays in a sampled deal: what the declarer's side has more than the
/// others, in points.
pub(super) fn try_out<const N: usize>(
    thinking: &Thinking<'_, N>,
    state: &Tarok,
    undertaking: &Undertaking,
    search: &mut Selective<N>,
    rng: &mut impl Rng,
) -> (f64, usize) {
    let mut talon: ArrayVec<_, TALON> = state.talon().iter().copied().collect();
    talon.reverse();
    let all: CardSet = talon.iter().copied().collect();
    let Some(size) = undertaking.contract.group_size() else {
        let simulations = thinking.simulations(exchange::SIMULATIONS_BIDDING);
        let mut sum = 0;
        for _ in 0..simulations {
            let state = thinking.hidden.sample(rng);
            let exchanged = Exchanged::closed(undertaking.contract, &state);
            let start = thinking.first_card(undertaking, hands(&state), &exchanged);
            sum += difference(&search.play_out(start));
        }
        return (f64::from(sum) / simulations as f64, simulations);
    };
    let hand = thinking.question.view.hand.unwrap_or_default();
    let (mut best, mut samples) = (f64::NEG_INFINITY, 0);
    for group in talon.chunks(size) {
        let taken: CardSet = group.iter().copied().collect();
        let discarding = Discarding {
            undertaking,
            hand: hand | taken,
            count: size,
            taken,
            left: all - taken,
            earlier: CardSet::EMPTY,
            simulations: thinking.simulations(exchange::SIMULATIONS_BIDDING),
        };
        let mut others = |rng: &mut _| redealt(state, thinking.me, rng);
        let found = discarding.search(thinking, &mut others, search, rng);
        samples += found.simulated;
        best = best.max(found.combination);
    }
    (best, samples)
}

/// Returns the hands with those of the others dealt again; the talon stays.
fn redealt<const N: usize>(state: &Tarok, me: Seat, rng: &mut impl Rng) -> [CardSet; N] {
    let mut hands = hands(state);
    let others = || (1..N).map(|steps| me.clockwise(steps, N).index());
    let all = others().fold(CardSet::EMPTY, |all, other| all | hands[other]);
    let mut cards: Vec<_> = all.iter().collect();
    vzetek_game::sharing::shuffle(&mut cards, rng);
    let each = cards.len() / (N - 1);
    for (other, dealt) in others().zip(cards.chunks(each)) {
        hands[other] = dealt.iter().copied().collect();
    }
    hands
}

impl<const N: usize> Thinking<'_, N> {
    /// Returns a contract of the thinking seat of which nothing but the name is known,
    /// and the king that is called at a glance, if one is.
    fn undertaking(&self, contract: Contract) -> Undertaking {
        let hand = self.question.view.hand.unwrap_or_default();
        let stakes = [Stake::new(Item::Game)].into_iter().collect();
        let declarer = self.me;
        let undertaking = Undertaking { declarer, contract, exchange: None, stakes, called: None };
        if self.options.calls_king(contract) {
            return calling::<N>(&undertaking, king_at_a_glance(hand));
        }
        undertaking
    }
}

/// Returns a contract for which this king is called.
pub(super) fn calling<const N: usize>(undertaking: &Undertaking, king: Card) -> Undertaking {
    let called = Some(Called { king, sides: BySeat::filled(N, None) });
    Undertaking { called, ..undertaking.clone() }
}
