//! The choice of a bid.

use std::ops::ControlFlow;

use rand_core::Rng;
use vzetek_game::{BySeat, Game, Seat};
use vzetek_tarok::{Action, Bidding, CardSet, Contract, TALON, Tarok};

use super::player_count::{Of, PlayerCount};
use super::thinking::{Choice, Thinking};
use crate::tarok::Beginning;
use crate::tarok::appraisal::{appraise, appraise_passing};
use crate::tarok::bids::{above, appraised};
use crate::tarok::utility::utility;

/// Points by which bidding must be better than passing.
const MARGIN: f64 = 0.0;

/// Candidates for each world that is looked at.
const CANDIDATES: usize = 3;

pub(super) fn choose<const N: usize>(
    thinking: &Thinking<'_, N>,
    bidding: &Bidding,
    rng: &mut impl Rng,
) -> Choice
where
    PlayerCount: Of<N>,
{
    let bids: Vec<Contract> = thinking.question.bids().collect();
    let count = thinking.worlds_for(2 * (bids.len() + 1));
    let mut sums = vec![0.0; bids.len()];
    let (mut passing, mut done) = (0.0, 0);
    thinking.for_worlds(count, CANDIDATES, rng, |world, rng| {
        for (sum, &contract) in sums.iter_mut().zip(&bids) {
            *sum += declared(thinking, &world.state, thinking.me, contract, rng);
        }
        passing += passed(thinking, &world.state, bidding, rng);
        done += 1;
        ControlFlow::Continue(())
    });
    let done = f64::from(done);
    let pass = passing / done;
    let best = sums.iter().map(|sum| sum / done).fold(f64::NEG_INFINITY, f64::max);
    let bid = best > pass + MARGIN;
    // No higher than it must be: the rest can still be said when it is won.
    let action = if bid { Action::Bid(bids[0]) } else { Action::Pass };
    Choice { action, value: if bid { best } else { pass }, worlds: done as usize, exact: false }
}

/// Returns the value of a deal to the thinking seat if this contract is played
/// by this seat.
pub(super) fn declared<const N: usize>(
    thinking: &Thinking<'_, N>,
    state: &Tarok,
    declarer: Seat,
    contract: Contract,
    rng: &mut impl Rng,
) -> f64
where
    PlayerCount: Of<N>,
{
    let start = beginning::<N>(state, declarer, contract).start(&thinking.options);
    if contract.is_berac() {
        let is_made = PlayerCount::makes_berac(thinking, &start, rng);
        let doubled =
            if thinking.radelci.get(declarer).is_some_and(|&open| open > 0) { 2.0 } else { 1.0 };
        let value = doubled * f64::from(contract.value());
        let own = if is_made { value } else { -PlayerCount::LOSS_OF_BERAC * value };
        return if declarer == thinking.me { own } else { -own / (N as f64 - 1.0) };
    }
    let end = start.play_out(thinking.policy, rng);
    utility(&end, thinking.me, &thinking.radelci)
}

/// A deal of which nothing but the bidding has happened.
pub(super) fn beginning<const N: usize>(
    state: &Tarok,
    declarer: Seat,
    contract: Contract,
) -> Beginning<N> {
    let mut talon: [_; TALON] = std::array::from_fn(|at| state.talon()[at]);
    talon.reverse();
    let hands: [CardSet; N] = std::array::from_fn(|seat| state.hand(Seat::new(seat as u8)));
    let forehand = state.table().forehand();
    Beginning { hands, talon, forehand, contract, declarer }
}

/// Returns the value of a deal if the thinking seat passes: the others then bid
/// as their hands look at a glance.
fn passed<const N: usize>(
    thinking: &Thinking<'_, N>,
    state: &Tarok,
    bidding: &Bidding,
    rng: &mut impl Rng,
) -> f64
where
    PlayerCount: Of<N>,
{
    let contracts = appraised(&thinking.options);
    let highest = *contracts.last().expect("there are contracts");
    let mut standing = (bidding.bidder, bidding.standing);
    let mut passed: BySeat<bool> = bidding.passed;
    passed[thinking.me] = true;
    let value = |seat: Seat, least: Contract| {
        let open = contracts.iter().filter(|&&contract| contract >= least);
        let values = open.map(|&contract| (contract, appraise(contract, state.hand(seat))));
        values.max_by(|a, b| a.1.total_cmp(&b.1))
    };
    for seat in bidding.to_bid.clockwise(1, N).round(N) {
        if passed[seat] || seat == standing.0 {
            continue;
        }
        let least = above(standing.1, contracts);
        if let Some((_, worth)) = value(seat, least)
            && worth > appraise_passing(state.hand(seat))
            && standing.1 < highest
        {
            standing = (seat, least);
        }
    }
    let (declarer, least) = standing;
    let alone = declarer == bidding.forehand && bidding.bids.iter().flatten().count() == 1;
    let (mut contract, worth) = value(declarer, least).unwrap_or((least, 0.0));
    if alone && worth < appraise(Contract::Klop, state.hand(declarer)) {
        contract = Contract::Klop;
    }
    declared(thinking, state, declarer, contract, rng)
}
