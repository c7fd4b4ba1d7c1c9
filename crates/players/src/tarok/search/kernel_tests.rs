//! The kernel in lockstep with the rules.

use std::collections::BTreeMap;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Game, Seat};
use vzetek_search::dice;
use vzetek_tarok::{Action, Announcement, CardSet, Options, Phase, SEATS, Tarok};

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

/// Plays one deal in both; tells its contract. Redeals tell nothing.
fn lockstep(number: u64, rng: &mut impl Rng) -> Option<vzetek_tarok::Contract> {
    let options = all_options(number);
    let dealer = Seat::new((number % 3) as u8);
    let mut state = Tarok::deal(&options, dealer, &shuffled(rng)).ok()?;
    let mut position = None;
    loop {
        let legal = state.legal_actions();
        if position.is_none() {
            position = <Position>::from_state(&state);
        }
        let Some(position) = &mut position else {
            let action = choose(&state, &legal, rng);
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
        if let Some(made) = <Position>::from_state(&state) {
            assert_eq!(position.to_play(), made.to_play());
            assert_eq!(position.trick().collect::<Vec<_>>(), made.trick().collect::<Vec<_>>());
            for seat in Seat::all(SEATS) {
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

fn compare_results(position: &Position, state: &Tarok) {
    let result = state.result().expect("the deal is over");
    let scores = [0, 1, 2].map(|seat| result.scores()[Seat::new(seat)]);
    assert_eq!(position.scores(), scores, "{state:?}");
    for (seat, made) in result.seats.enumerate() {
        if let Some(points) = made.points {
            assert_eq!(position.points(seat), points, "{state:?}");
        }
    }
    if result.contract.is_ordinary() {
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
        if let Some(contract) = lockstep(number, &mut rng) {
            *contracts.entry(contract).or_insert(0) += 1;
        }
    }
    assert!(contracts.len() == 7 && contracts.values().all(|&deals| deals > 150), "{contracts:?}");
}

/// Random play hardly ever meets them, so here they are on purpose.
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
