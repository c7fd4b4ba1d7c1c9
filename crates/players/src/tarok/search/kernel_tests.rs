//! The kernel in lockstep with the rules.

use std::collections::BTreeMap;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Game, Seat};
use vzetek_search::dice;
use vzetek_tarok::{Action, Announcement, CardSet, Contract, Options, Phase, SEATS, Tarok};

use super::Position;

fn shuffled(rng: &mut impl Rng) -> Vec<vzetek_tarok::Card> {
    let mut pack = Tarok::pack(&Options::default());
    shuffle(&mut pack, rng);
    pack
}

/// Random actions that lead into every contract: even ones would almost always
/// be bid up to berač.
fn choose(state: &Tarok, legal: &[Action], rng: &mut impl Rng) -> Action {
    let settled = legal.iter().find(|&&action| match &state.table().phase {
        Phase::Choosing(choosing) => action == Action::Choose(choosing.standing),
        _ => action == Action::Pass,
    });
    match settled {
        Some(&action) if dice::below(rng, 2) == 0 => action,
        _ => legal[dice::below(rng, legal.len() as u32) as usize],
    }
}

fn all_options(number: u64) -> Options {
    let on = |bit: u64| number >> bit & 1 == 1;
    Options {
        rewarded_klop: on(0),
        taroks_discarded_last: on(1),
        forehand_leads: on(2),
        open_berac: on(3),
        symmetric_bonuses: on(4),
        ..Options::default()
    }
}

/// Actions that lead into the contract with this number, by a declarer who is anybody;
/// random ones after that.
fn choose_of_four(number: u64, state: &Tarok, legal: &[Action], rng: &mut impl Rng) -> Action {
    let contract = Contract::OF_FOUR[(number % 12) as usize];
    let bid = Action::Bid(contract);
    match &state.table().phase {
        Phase::Bidding(bidding) => {
            let bids = bidding.to_bid.index() as u64 == number / 12 % 4;
            if bids && legal.contains(&bid) && bidding.standing != contract {
                bid
            } else {
                Action::Pass
            }
        }
        Phase::Choosing(_) => Action::Choose(contract),
        _ => choose(state, legal, rng),
    }
}

/// Plays one deal in both; tells its contract. Redeals tell nothing.
fn lockstep<const N: usize>(number: u64, rng: &mut impl Rng) -> Option<Contract> {
    let options = match N {
        SEATS => all_options(number),
        _ => Options {
            players: N as u8,
            round_to_five: number.is_multiple_of(5),
            kontra_costs: number.is_multiple_of(2),
            ..Options::default()
        },
    };
    let dealer = Seat::new((number % N as u64) as u8);
    let mut state = Tarok::deal(&options, dealer, &shuffled(rng)).ok()?;
    let mut position: Option<Position<N>> = None;
    loop {
        let legal = state.legal_actions();
        if position.is_none() {
            position = Position::from_state(&state);
        }
        let Some(position) = &mut position else {
            let action = match N {
                SEATS => choose(&state, &legal, rng),
                _ => choose_of_four(number, &state, &legal, rng),
            };
            state.apply_unchecked(action, &mut |_| ());
            continue;
        };
        assert_eq!(position.is_over(), state.is_terminal());
        if state.is_terminal() {
            break;
        }
        assert_eq!(position.legal(), state.legal_cards(), "{state:?}");
        assert_eq!(Some(position.to_play()), state.current_player(), "{state:?}");
        let action = legal[dice::below(rng, legal.len() as u32) as usize];
        let Action::Play(card) = action else { panic!("{action} while cards are played") };
        state.apply_unchecked(action, &mut |_| ());
        position.play(card);
        // A position that is made in the middle of a deal is the same.
        if let Some(made) = Position::<N>::from_state(&state) {
            assert_eq!(position.to_play(), made.to_play());
            assert_eq!(position.trick().collect::<Vec<_>>(), made.trick().collect::<Vec<_>>());
            for seat in Seat::all(N) {
                assert_eq!(position.hand(seat), made.hand(seat));
                assert_eq!(position.pile(seat), made.pile(seat));
                assert_eq!(position.tricks(seat), made.tricks(seat));
            }
            assert_eq!(position.mond_payer(), made.mond_payer());
        }
    }
    compare_results(&position.expect("cards were played"), &state);
    state.result().map(|result| result.contract)
}

fn compare_results<const N: usize>(position: &Position<N>, state: &Tarok) {
    let result = state.result().expect("the deal is over");
    assert_eq!(position.scores(), result.scores().as_slice(), "{state:?}");
    for (seat, made) in result.seats.enumerate() {
        if let Some(points) = made.points {
            assert_eq!(position.points(seat), points, "{seat:?} {state:?}");
        }
    }
    if N == SEATS && result.contract.is_ordinary() {
        let declarer = result.declarer.expect("an ordinary contract has one");
        let kontra: i32 = result.seats.iter().map(|made| made.kontra).sum();
        assert_eq!(position.declarers_result(), result.seats[declarer].result, "{kontra}");
        for item in &result.items {
            let vzetek_tarok::Item::Announced(announcement) = item.item else { continue };
            assert_eq!(position.has_made(announcement, true), item.made, "{state:?}");
        }
    }
}

#[test]
fn the_kernel_plays_by_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut contracts = BTreeMap::new();
    for number in 0..6_400 {
        if let Some(contract) = lockstep::<3>(number, &mut rng) {
            *contracts.entry(contract).or_insert(0) += 1;
        }
    }
    assert!(contracts.len() == 7 && contracts.values().all(|&deals| deals > 150), "{contracts:?}");
}

#[test]
fn the_kernel_plays_by_the_rules_of_four() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut contracts = BTreeMap::new();
    for number in 0..9_600 {
        if let Some(contract) = lockstep::<4>(number, &mut rng) {
            *contracts.entry(contract).or_insert(0) += 1;
        }
    }
    assert!(contracts.len() == 12 && contracts.values().all(|&deals| deals > 400), "{contracts:?}");
}

/// Random play hardly ever meets them, so here they are on purpose.
#[test]
fn the_pagat_takes_mond_and_skis_of_four() {
    let set = super::random::set;
    let hands = || [set("T21 HK"), set("C7 H4"), set("T22 D4"), set("T1 T2")];
    for contract in Contract::OF_FOUR {
        let mut position = Position::new(contract, Seat::new(3), Seat::new(0), hands());
        for card in ["T21", "C7", "T22"] {
            position.play(card.parse().unwrap());
        }
        let must = if contract.avoids_tricks() { "T1" } else { "T1 T2" };
        assert_eq!(position.legal(), set(must), "{contract}");
        position.play("T1".parse().unwrap());
        assert_eq!(position.tricks(Seat::new(3)), 1, "{contract}");
        assert_eq!(position.is_over(), contract.is_berac(), "{contract}");
    }
    // Taroks that were not led take nothing in a colour valat.
    let hands = [set("H4 HK"), set("T21 D4"), set("T22 D3"), set("T1 T2")];
    let mut position = Position::new(Contract::ColourValat, Seat::new(0), Seat::new(0), hands);
    for card in ["H4", "T21", "T22"] {
        position.play(card.parse().unwrap());
    }
    assert_eq!(position.legal(), set("T1 T2"));
    position.play("T1".parse().unwrap());
    assert_eq!((position.tricks(Seat::new(0)), position.is_over()), (1, false));
}

#[test]
fn the_pagat_takes_mond_and_skis() {
    let set = |cards: &str| -> CardSet {
        cards.split(' ').map(|card| card.parse::<vzetek_tarok::Card>().unwrap()).collect()
    };
    for contract in vzetek_tarok::Contract::OF_THREE {
        let hands = [set("T21 HK"), set("T22 H4"), set("T1 T2")];
        let mut position = Position::new(contract, Seat::new(2), Seat::new(0), hands);
        position.play("T21".parse().unwrap());
        position.play("T22".parse().unwrap());
        let must = if contract.is_ordinary() { "T1 T2" } else { "T1" };
        assert_eq!(position.legal(), set(must), "{contract}");
        position.play("T1".parse().unwrap());
        assert_eq!(position.pile(Seat::new(2)), set("T1 T21 T22"), "{contract}");
        assert_eq!(position.is_over(), contract.is_berac());
        let payer = contract.is_ordinary().then_some(Seat::new(0));
        assert_eq!(position.mond_payer(), payer, "{contract}");
        if contract.is_ordinary() {
            assert!(position.has_made(Announcement::Trula, true));
            assert!(!position.has_made(Announcement::PagatUltimo, true), "not the last trick");
        }
    }
}
