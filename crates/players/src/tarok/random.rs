//! The player that chooses evenly.

use rand_core::Rng;
use vzetek_search::dice;
use vzetek_tarok::Action;

/// Returns any legal action.
///
/// # Panics
/// If there is none.
pub(super) fn choose(legal: &[Action], rng: &mut impl Rng) -> Action {
    legal[dice::below(rng, legal.len() as u32) as usize]
}
