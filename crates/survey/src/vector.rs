//! Vector minimax: one decision for all worlds.
//!
//! Sampling lets the maximiser decide differently in every world, as if it
//! would know the world by then. Vector minimax carries the values of all
//! worlds up the tree together, so that a decision counts as what it brings in
//! each of them. Source: I. Frank, D. Basin, H. Matsubara, "Finding optimal
//! strategies for imperfect information games", 1998; Luštrek (2002),
//! section 3.2.4 with its figure 7. The method it is compared with here:
//! section 3.2.2.
//!
//! ```
//! use vzetek_survey::vector::{sampling, vector_minimax};
//! use vzetek_survey::games::worlds::Worlds;
//!
//! // On the left one must choose later, still not knowing the world.
//! let later = Worlds::Max(["11100", "00011"].map(Worlds::leaf).to_vec());
//! let tree = Worlds::Max(vec![later, Worlds::leaf("11110")]);
//! assert_eq!(tree.payoffs(&sampling(&tree).0), [1, 1, 1, 0, 0]);
//! assert_eq!(tree.payoffs(&vector_minimax(&tree).0), [1, 1, 1, 1, 0]);
//! ```

use crate::games::worlds::{Plan, Worlds, each, greatest_sum};

/// The plan of vector minimax, with what it brings in each world.
pub fn vector_minimax(tree: &Worlds) -> (Plan, Vec<i32>) {
    plan(tree, |best, mut values| values.swap_remove(best))
}

/// The plan of a player who samples all worlds at every decision, with what it expects in each;
/// [`Worlds::payoffs`] returns what it gets.
pub fn sampling(tree: &Worlds) -> (Plan, Vec<i32>) {
    plan(tree, |_, values| each(values, i32::max))
}

/// The plan that takes the branch with the greatest sum; `believed` says what a
/// decision brings in each world, given that branch and the values of all.
fn plan(tree: &Worlds, believed: fn(usize, Vec<Vec<i32>>) -> Vec<i32>) -> (Plan, Vec<i32>) {
    let below = |branches: &[Worlds]| branches.iter().map(|tree| plan(tree, believed)).unzip();
    match tree {
        Worlds::Max(branches) => {
            let (mut plans, values): (Vec<_>, Vec<_>) = below(branches);
            let best = greatest_sum(&values);
            (Plan::Choose(best, Box::new(plans.swap_remove(best))), believed(best, values))
        }
        Worlds::Min(branches) => {
            let (plans, values) = below(branches);
            (Plan::Await(plans), each(values, i32::min))
        }
        Worlds::Leaf(worths) => (Plan::Done, worths.clone()),
    }
}
