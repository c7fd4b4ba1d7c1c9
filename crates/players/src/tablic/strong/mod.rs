//! The player that tries its moves in sampled worlds.

mod deal;
mod settings;
mod tree;

use rand_core::Rng;
use vzetek_search::Limits;

use super::moves::Lister;
use super::value::{Goal, WIN};
use super::{Decision, Situation, exact, greedy};
use crate::Engine;
use deal::Dealer;
pub use settings::Settings;

/// Decides by a tree over sampled worlds; exactly once nothing is hidden.
/// Iterations are worlds.
pub(super) fn choose(
    situation: &Situation,
    lister: &mut Lister,
    settings: &Settings,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Decision {
    let goal = if situation.adds_up { Goal::Points } else { Goal::Win };
    if settings.solves
        && situation.is_open()
        && let Some(solved) = exact::solve(situation, goal, limits)
    {
        let action = greedy::hide_suit(solved.action, situation.hand, rng);
        // A deal that is decided but for a point or two says so clearly.
        let share = f64::from(solved.value) / f64::from(WIN);
        let value = (goal == Goal::Win).then(|| share.clamp(0.0, 1.0));
        return Decision { action, engine: Engine::Exact, value, iterations: solved.nodes };
    }
    let dealer = Dealer::new(situation, lister, settings.doubt);
    let found = tree::search(&dealer, goal, &settings.tree, limits, rng);
    let best = found.most_visited().expect("a hand has a card to play");
    Decision {
        action: greedy::hide_suit(best.action, situation.hand, rng),
        engine: Engine::Sampling,
        value: (goal == Goal::Win).then(|| f64::from(best.mean).clamp(0.0, 1.0)),
        iterations: found.iterations,
    }
}
