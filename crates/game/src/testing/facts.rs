//! The facts of a coach, in random play: never more than the view knows, and none for a player
//! whose turn it is not.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use serde_json::Value;

use super::chance::{draw, shuffled};
use super::observers;
use crate::{Observer, Seat, TableGame};

/// The number of other states, alike for the player, in which each fact must hold too.
const GUESSES: usize = 2;

/// Plays a number of random deals, as `choose` does, and hands every fact to `holds` with the
/// observer and each of some states that the observer cannot tell apart, the real one first.
/// Returns the names of the facts that occurred.
///
/// # Panics
/// If an observer receives facts out of turn, or others in a state that looks the same.
pub fn check_facts<G: TableGame>(
    options: &G::Options,
    deals: u64,
    choose: impl Fn(&G, &[G::Action], &mut ChaCha8Rng) -> G::Action,
    holds: impl Fn(&G, Observer, &G::Fact),
) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for number in 0..deals {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut state = dealt::<G>(options, &mut rng);
        loop {
            let legal = state.legal_actions();
            for observer in observers(state.seats()) {
                let view = state.view(observer);
                let facts = G::facts(&view, &legal);
                let asked = state.is_terminal() || observer.seat() == state.current_player();
                assert!(asked || facts.is_empty(), "{observer:?} is told {facts:?}");
                if facts.is_empty() {
                    continue;
                }
                let mut worlds = vec![state.clone()];
                worlds.extend((0..GUESSES).map(|_| G::determinize(&view, &mut rng)));
                for world in &worlds {
                    assert_eq!(G::facts(&world.view(observer), &world.legal_actions()), facts);
                    facts.iter().for_each(|fact| holds(world, observer, fact));
                }
                for fact in &facts {
                    let written = serde_json::to_value(fact).expect("a fact is JSON");
                    names.extend(written["fact"].as_str().map(str::to_owned));
                    comes_back::<G>(fact, written);
                }
            }
            if state.is_terminal() {
                break;
            }
            state.apply(choose(&state, &legal, &mut rng)).expect("a legal action is accepted");
        }
    }
    names
}

/// Plays a number of random deals, as `choose` does, and hands every fact about their ends to
/// `holds`, with the state and the observer.
///
/// # Panics
/// If nothing is said at an end.
pub fn check_endings<G: TableGame>(
    options: &G::Options,
    deals: u64,
    choose: impl Fn(&G, &[G::Action], &mut ChaCha8Rng) -> G::Action,
    holds: impl Fn(&G, Observer, &G::Fact),
) {
    for number in 0..deals {
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut state = dealt::<G>(options, &mut rng);
        while !state.is_terminal() {
            let action = choose(&state, &state.legal_actions(), &mut rng);
            state.apply(action).expect("a legal action is accepted");
        }
        for observer in observers(state.seats()) {
            let facts = G::facts(&state.view(observer), &[]);
            assert!(!facts.is_empty(), "{observer:?} is told nothing of deal {number}");
            facts.iter().for_each(|fact| holds(&state, observer, fact));
        }
    }
}

/// Deals until the cards are such that they may be played.
fn dealt<G: TableGame>(options: &G::Options, rng: &mut ChaCha8Rng) -> G {
    loop {
        let dealer = Seat::new(draw(&[0, 1], rng));
        if let Ok(state) = G::deal(options, dealer, &shuffled::<G>(options, rng)) {
            return state;
        }
    }
}

fn comes_back<G: TableGame>(fact: &G::Fact, written: Value) {
    let back: G::Fact = serde_json::from_value(written).expect("a fact comes back from JSON");
    assert_eq!(back, *fact);
}
