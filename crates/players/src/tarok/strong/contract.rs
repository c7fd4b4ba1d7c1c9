//! What is really played, once the bidding is won.

use rand_core::Rng;
use vzetek_tarok::{Action, Choosing, Contract};

use super::arms::Arms;
use super::berac::corrected;
use super::bid::declared;
use super::{Choice, Thinking};

/// Worlds drawn at a time.
const BATCH: usize = 64;

/// Candidates for each world that is looked at.
const CANDIDATES: usize = 3;

pub(super) fn choose(thinking: &Thinking<'_>, _: &Choosing, rng: &mut impl Rng) -> Choice {
    let contracts: Vec<Contract> = thinking
        .question
        .legal
        .iter()
        .filter_map(|action| match action {
            Action::Choose(contract) => Some(*contract),
            _ => None,
        })
        .collect();
    let mut arms = Arms::new(contracts.len());
    let most = thinking.worlds_for(2 * contracts.len());
    let mut done = 0;
    while done < most && !arms.is_decided() && (done == 0 || !thinking.is_late()) {
        let count = BATCH.min(most - done);
        for world in thinking.worlds.draw(count, CANDIDATES, rng) {
            arms.try_world(|choice| {
                declared(thinking, &world.state, thinking.me, contracts[choice], rng)
            });
        }
        done += count;
    }
    let mut values: Vec<f64> = (0..contracts.len()).map(|choice| arms.mean(choice)).collect();
    for (value, &contract) in values.iter_mut().zip(&contracts) {
        if contract.is_berac() {
            *value = corrected(thinking, contract, *value, rng);
        }
    }
    let ranked = values.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
    let (best, &value) = ranked.expect("something must be played");
    Choice { action: Action::Choose(contracts[best]), value, worlds: arms.worlds(), exact: false }
}
