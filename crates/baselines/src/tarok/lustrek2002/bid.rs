//! The choice of a bid, and of the contract to play (section 4.2.2, algorithm 4).

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_game::{Game, Seat};
use vzetek_tarok::{
    Action, Bidding, CardSet, Choosing, Contract, Item, SEATS, Stake, TALON, Tarok, Undertaking,
};

use super::discard::Discarding;
use super::{Choice, Thinking, difference, hands};
use crate::tarok::constants::{bidding, exchange};
use crate::tarok::selective::Selective;

/// Bids the least that is enough if a contract that is at least as high can be
/// won; passes otherwise.
pub(super) fn choose(
    thinking: &Thinking<'_>,
    _: &Bidding,
    search: &mut Selective,
    rng: &mut impl Rng,
) -> Choice {
    let (highest, samples) = highest(thinking, search, rng);
    let bid = thinking.question.bids().min().filter(|&lowest| lowest <= highest);
    let action = bid.map_or(Action::Pass, Action::Bid);
    Choice { action, samples }
}

/// Plays the highest contract that can be won, or the least that must be.
pub(super) fn choose_contract(
    thinking: &Thinking<'_>,
    _: &Choosing,
    search: &mut Selective,
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
fn highest(
    thinking: &Thinking<'_>,
    search: &mut Selective,
    rng: &mut impl Rng,
) -> (Contract, usize) {
    let talons = thinking.simulations(bidding::TALONS);
    let (mut found, mut samples) = (Contract::Klop, 0);
    for contract in [Contract::Three, Contract::Two, Contract::One, Contract::Solo] {
        let mut sum = 0.0;
        for _ in 0..talons {
            let (value, games) = try_out(thinking, contract, search, rng);
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
        let undertaking = undertaking(thinking.me, Contract::Berac);
        let won = (0..talons).filter(|_| {
            let state = thinking.hidden.sample(rng);
            let start =
                thinking.first_card(&undertaking, hands(&state), CardSet::EMPTY, CardSet::EMPTY);
            search.play_out(start).tricks(thinking.me) == 0
        });
        let won = won.count();
        samples += talons;
        if thinking.thresholds.beraci.is_met(won, talons) {
            found = Contract::Berac;
        }
    }
    (found, samples)
}

/// Deals talon and hands, takes, discards and plays: what the declarer has
/// more than the others, in points.
fn try_out(
    thinking: &Thinking<'_>,
    contract: Contract,
    search: &mut Selective,
    rng: &mut impl Rng,
) -> (f64, usize) {
    let state = thinking.hidden.sample(rng);
    let undertaking = undertaking(thinking.me, contract);
    let mut talon: ArrayVec<_, TALON> = state.talon().iter().copied().collect();
    talon.reverse();
    let all: CardSet = talon.iter().copied().collect();
    let Some(size) = contract.group_size() else {
        let simulations = thinking.simulations(exchange::SIMULATIONS_BIDDING);
        let mut sum = 0;
        for _ in 0..simulations {
            let state = thinking.hidden.sample(rng);
            let talon = state.talon().iter().copied().collect();
            let start = thinking.first_card(&undertaking, hands(&state), CardSet::EMPTY, talon);
            sum += difference(&search.play_out(start));
        }
        return (f64::from(sum) / simulations as f64, simulations);
    };
    let hand = thinking.question.view.hand.unwrap_or_default();
    let (mut best, mut samples) = (f64::NEG_INFINITY, 0);
    for group in talon.chunks(size) {
        let taken: CardSet = group.iter().copied().collect();
        let discarding = Discarding {
            undertaking: &undertaking,
            hand: hand | taken,
            count: size,
            left: all - taken,
            earlier: CardSet::EMPTY,
            simulations: thinking.simulations(exchange::SIMULATIONS_BIDDING),
        };
        let mut others = |rng: &mut _| redealt(&state, thinking.me, rng);
        let found = discarding.search(thinking, &mut others, search, rng);
        samples += found.simulated;
        best = best.max(found.combination);
    }
    (best, samples)
}

/// Returns the hands with those of the other two dealt anew; the talon stays.
fn redealt(state: &Tarok, me: Seat, rng: &mut impl Rng) -> [CardSet; SEATS] {
    let [left, right] = [1, 2].map(|steps| me.clockwise(steps, SEATS));
    let mut cards: Vec<_> = (state.hand(left) | state.hand(right)).iter().collect();
    vzetek_game::sharing::shuffle(&mut cards, rng);
    let mut hands = hands(state);
    let half = cards.len() / 2;
    hands[left.index()] = cards[..half].iter().copied().collect();
    hands[right.index()] = cards[half..].iter().copied().collect();
    hands
}

/// A contract of which nothing but the name is known.
fn undertaking(declarer: Seat, contract: Contract) -> Undertaking {
    let stakes = [Stake::new(Item::Game)].into_iter().collect();
    Undertaking { declarer, contract, exchange: None, stakes, called: None }
}
