//! Random choices that lead into every phase and every contract: even ones
//! would almost always be bid up to berač.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use vzetek_game::Game;
use vzetek_tarok::{Action, Card, Options, Phase, Tarok};

/// Passes half of the time, plays what was bid half of the time.
pub fn balanced(state: &Tarok, legal: &[Action], rng: &mut ChaCha8Rng) -> Action {
    let coin = rng.next_u32().is_multiple_of(2);
    let settled = legal.iter().find(|&&action| match &state.table().phase {
        Phase::Choosing(choosing) => action == Action::Choose(choosing.standing),
        _ => action == Action::Pass,
    });
    match settled {
        Some(&action) if coin => action,
        _ => legal[rng.next_u32() as usize % legal.len()],
    }
}

pub fn shuffled(rng: &mut ChaCha8Rng) -> Vec<Card> {
    let mut pack = Tarok::pack(&Options::default());
    for last in (1..pack.len()).rev() {
        pack.swap(last, rng.next_u32() as usize % (last + 1));
    }
    pack
}
