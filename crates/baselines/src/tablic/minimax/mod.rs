//! The minimax player of Penzar's tablić ("Minimax igrač").
//!
//! It looks at every card that an opponent may hold as if it did, in greedy order, with alpha-beta,
//! a number of its own moves ahead. What Penzar's tablić leaves open is marked *(ours)*.

mod constants;
#[cfg(test)]
mod tests;
mod tree;

use rand_core::Rng;
use vzetek_search::Limits;

use constants::LAST_DEAL_DEPTH;
pub use constants::{MINIMAX_DEPTH, MINIMAX_MILLISECONDS};
use tree::Tree;
use vzetek_players::Engine;
use vzetek_players::tablic::{Decision, Lister, Situation, greedy, presumed};

/// Searches as deep as the limits say: iterations are own moves.
pub(super) fn choose(
    situation: &Situation,
    lister: &mut Lister,
    limits: &Limits,
    rng: &mut impl Rng,
) -> Decision {
    let depth = match situation.is_last_deal() {
        true => LAST_DEAL_DEPTH,
        false => limits.iterations.unwrap_or(MINIMAX_DEPTH),
    };
    let lacking = presumed(situation, lister);
    let mut tree = Tree::new(situation, lister, lacking, depth, limits.start());
    let (action, _) = tree.best_leaf();
    let nodes = tree.nodes();
    let action = greedy::hide_suit(action, situation.hand, rng);
    Decision { action, engine: Engine::Minimax, value: None, iterations: nodes }
}
