//! The choice of a bid.

use std::ops::ControlFlow;

use rand_core::Rng;
use vzetek_game::{BySeat, Game, Seat};
use vzetek_tarok::{Action, Bidding, CardSet, Contract, SEATS, TALON, Tarok};

use super::{Choice, Thinking};
use crate::tarok::Beginning;
use crate::tarok::appraisal::appraise;
use crate::tarok::berac::{Network, Play};
use crate::tarok::utility::utility;

/// Points by which bidding must be better than passing.
const MARGIN: f64 = 0.0;

/// The cost of a lost berač as a multiple of the gain from a made one: many
/// that will be lost get kontra.
const LOSS_OF_BERAC: f64 = 1.6;

/// Candidates for each world that is looked at.
const CANDIDATES: usize = 3;

pub(super) fn choose(thinking: &Thinking<'_>, bidding: &Bidding, rng: &mut impl Rng) -> Choice {
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
pub(super) fn declared(
    thinking: &Thinking<'_>,
    state: &Tarok,
    declarer: Seat,
    contract: Contract,
    rng: &mut impl Rng,
) -> f64 {
    let start = beginning(state, declarer, contract).start(&thinking.options);
    if contract.is_berac() {
        // CardPolicy does not catch enough of them to tell.
        let is_made = Play::new(start.position).play_out(Network::shared(), rng);
        let doubled = if thinking.radelci[declarer] > 0 { 2.0 } else { 1.0 };
        let value = doubled * f64::from(contract.value());
        let own = if is_made { value } else { -LOSS_OF_BERAC * value };
        return if declarer == thinking.me { own } else { -own / 2.0 };
    }
    let end = start.play_out(thinking.policy, rng);
    utility(&end, thinking.me, &thinking.radelci)
}

/// A deal of which nothing but the bidding has happened.
pub(super) fn beginning(state: &Tarok, declarer: Seat, contract: Contract) -> Beginning {
    let mut talon: [_; TALON] = std::array::from_fn(|at| state.talon()[at]);
    talon.reverse();
    let hands: [CardSet; SEATS] = std::array::from_fn(|seat| state.hand(Seat::new(seat as u8)));
    let forehand = state.table().forehand();
    Beginning { hands, talon, forehand, contract, declarer }
}

/// Returns the value of a deal if the thinking seat passes: the others then bid
/// as their hands look at a glance.
fn passed(thinking: &Thinking<'_>, state: &Tarok, bidding: &Bidding, rng: &mut impl Rng) -> f64 {
    let mut standing = (bidding.bidder, bidding.standing);
    let mut passed: BySeat<bool> = bidding.passed;
    passed[thinking.me] = true;
    let value = |seat: Seat, least: Contract| {
        let open = Contract::OF_THREE[least as usize..=Contract::Berac as usize].iter();
        let values = open.map(|&contract| (contract, appraise(contract, state.hand(seat))));
        values.max_by(|a, b| a.1.total_cmp(&b.1))
    };
    for seat in bidding.to_bid.clockwise(1, SEATS).round(SEATS) {
        if passed[seat] || seat == standing.0 {
            continue;
        }
        let least = Contract::OF_THREE[(standing.1 as usize + 1).min(Contract::Berac as usize)];
        if let Some((_, worth)) = value(seat, least)
            && worth > 0.0
            && standing.1 < Contract::Berac
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
