//! Random choices that lead into every phase and every contract: even ones
//! would almost always be bid up to berač.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use vzetek_game::testing::chance::draw;
use vzetek_tarok::{Action, Phase, Tarok};

/// Passes half of the time, plays what was bid half of the time.
pub fn balanced(state: &Tarok, legal: &[Action], rng: &mut ChaCha8Rng) -> Action {
    let coin = rng.next_u32().is_multiple_of(2);
    let settled = legal.iter().find(|&&action| match &state.table().phase {
        Phase::Choosing(choosing) => action == Action::Choose(choosing.standing),
        _ => action == Action::Pass,
    });
    match settled {
        Some(&action) if coin => action,
        _ => draw(legal, rng),
    }
}
