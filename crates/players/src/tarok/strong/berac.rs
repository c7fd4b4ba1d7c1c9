//! What a berač is worth before it is bid.
//!
//! Against defenders who play by instinct a berač is made far more often than
//! against any who think, so the worlds are also solved, with all cards known.

use rand_core::Rng;
use vzetek_tarok::{CardSet, Contract};

use super::Thinking;
use super::bid::beginning;
use super::card::{forget, solve};
use crate::tarok::search::Objective;
use crate::tarok::worlds::World;

/// Worlds that are solved.
const SOLVED: usize = 40;

/// How much the solved worlds count beside those played by instinct.
const SHARE: f64 = 0.7;

/// What a berač is worth that brought `by_instinct` on average: corrected by
/// what some of the worlds come to when they are solved.
pub(super) fn corrected(
    thinking: &Thinking<'_>,
    contract: Contract,
    by_instinct: f64,
    rng: &mut impl Rng,
) -> f64 {
    let value = f64::from(contract.value());
    if by_instinct <= -value / 2.0 {
        return by_instinct;
    }
    forget();
    let worlds: Vec<World> = thinking.worlds.draw(SOLVED, 2, rng);
    let (mut sum, mut solved) = (0.0, 0.0);
    for world in worlds {
        let start = beginning(&world.state, thinking.me, contract).start(&thinking.options);
        debug_assert_eq!(start.buried, CardSet::EMPTY);
        if let Some(score) = solve(&start.position, Objective::Score) {
            sum += f64::from(score);
            solved += 1.0;
        }
        if thinking.is_late() {
            break;
        }
    }
    if solved == 0.0 {
        return by_instinct;
    }
    let doubled = if thinking.radelci[thinking.me] > 0 { 2.0 } else { 1.0 };
    SHARE * doubled * sum / solved + (1.0 - SHARE) * by_instinct
}
