//! Records from anywhere: reading and replaying never panics, an error names
//! an action that the record has, and a record survives being written down.
//!
//! Bytes that are no JSON record steer a deal instead: each one chooses an
//! action, legal or not, so that the fuzzer gets past the first card.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vzetek_game::fair::{Nonces, Secret};
use vzetek_game::testing::Invariants;
use vzetek_game::{Card as _, Game, Record, ReplayError, Seat, record};
use vzetek_trset::{Action, Card, Options, Trset, Variant};

fuzz_target!(|bytes: &[u8]| {
    match serde_json::from_slice::<Record<Options>>(bytes) {
        Ok(record) => replay(&record),
        Err(_) => steer(bytes),
    }
});

fn replay(record: &Record<Options>) {
    let written = serde_json::to_string(record).unwrap();
    assert_eq!(&serde_json::from_str::<Record<Options>>(&written).unwrap(), record);
    match record.replay::<Trset>() {
        Ok(state) => state.check_conservation().unwrap(),
        Err(ReplayError::Deal(_)) => (),
        Err(ReplayError::Notation { number, .. } | ReplayError::Illegal { number, .. }) => {
            assert!((1..=record.actions.len()).contains(&number));
        }
    }
}

fn steer(bytes: &[u8]) {
    let [sort, seed, choices @ ..] = bytes else { return };
    let variant = if sort & 32 != 0 { Variant::Kifameno } else { Variant::Trset };
    let Ok(usual) = Options::new(variant, 2 + sort % 4) else { return };
    let declarations = sort & 16 != 0;
    let Ok(options) = (Options { declarations, ..usual }).checked() else { return };
    let (secret, nonces) = (Secret::new([*seed; 32]), Nonces::none(options.seats()));
    let mut state: Trset = record::deal(&options, Seat::new(0), &secret, &nonces).unwrap();
    let mut actions = Vec::new();
    for &choice in choices {
        let legal = state.legal_actions();
        let action = match legal.get(usize::from(choice) % (legal.len() + 1)) {
            Some(action) => *action,
            None => Action::Play(Card::from_index(choice % 40)),
        };
        let before = state.clone();
        match state.apply(action) {
            Ok(_) => {
                assert!(legal.contains(&action), "{action} was not legal");
                actions.push(action.to_string());
            }
            Err(_) => assert_eq!(state, before, "a refused action left a trace"),
        }
        state.check_conservation().unwrap();
    }
    let dealer = Seat::new(0);
    let record = Record { options, dealer, secret, nonces, actions };
    assert_eq!(record.replay::<Trset>(), Ok(state));
}
