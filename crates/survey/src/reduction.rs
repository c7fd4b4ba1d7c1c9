//! Payoff-reduction minimax and beta-reduction: deciding with an eye on the
//! rest of the tree.
//!
//! A minimiser who knows the world leads the maximiser astray wherever it does better elsewhere. So
//! a leaf counts in each world for at most what the minimiser would concede to the maximiser on the
//! way to it. Source: I. Frank, D. Basin, H. Matsubara, "Finding optimal strategies for imperfect
//! information games", 1998; Luštrek (2002), section 3.2.4 with its figure 8. There it is only the
//! first minimising node above a leaf; here it is all of them, since one further above leads astray
//! just as well.
//!
//! ```
//! use vzetek_survey::reduction::payoff_reduction;
//! use vzetek_survey::vector::vector_minimax;
//! use vzetek_survey::games::worlds::Worlds;
//!
//! // In the last two worlds the minimiser goes left, and the right does not matter.
//! let right = Worlds::Max(["011", "100"].map(Worlds::leaf).to_vec());
//! let tree = Worlds::Min(vec![Worlds::leaf("100"), right]);
//! assert_eq!(tree.payoffs(&vector_minimax(&tree).0), [0, 0, 0]);
//! assert_eq!(tree.payoffs(&payoff_reduction(&tree).0), [1, 0, 0]);
//! ```

use super::vector::vector_minimax;
use crate::games::worlds::{Plan, Worlds, each, greatest_sum};

/// The plan of payoff-reduction minimax, with what it is thought to bring in
/// each world.
pub fn payoff_reduction(tree: &Worlds) -> (Plan, Vec<i32>) {
    vector_minimax(&reduced(tree, &vec![i32::MAX; tree.count()]))
}

/// The tree with its leaves reduced to `most`, and to what is had at the
/// minimising nodes between.
pub fn reduced(tree: &Worlds, most: &[i32]) -> Worlds {
    match tree {
        Worlds::Max(branches) => {
            Worlds::Max(branches.iter().map(|branch| reduced(branch, most)).collect())
        }
        Worlds::Min(branches) => {
            let most = each(vec![tree.open_values(), most.to_vec()], i32::min);
            Worlds::Min(branches.iter().map(|branch| reduced(branch, &most)).collect())
        }
        Worlds::Leaf(worths) => Worlds::Leaf(each(vec![worths.clone(), most.to_vec()], i32::min)),
    }
}

/// Beta-reduction: in one pass, in the order of alpha-beta. What the minimiser has already found
/// serves as beta, one for each world, and reduces the leaves to its right.
pub fn beta_reduction(tree: &Worlds) -> (Plan, Vec<i32>) {
    reduce(tree, &vec![i32::MAX; tree.count()])
}

fn reduce(tree: &Worlds, beta: &[i32]) -> (Plan, Vec<i32>) {
    match tree {
        Worlds::Max(branches) => {
            let (mut plans, values): (Vec<_>, Vec<_>) =
                branches.iter().map(|branch| reduce(branch, beta)).unzip();
            let best = greatest_sum(&values);
            (Plan::Choose(best, Box::new(plans.swap_remove(best))), values[best].clone())
        }
        Worlds::Min(branches) => {
            let mut beta = beta.to_vec();
            let mut plans = Vec::with_capacity(branches.len());
            for branch in branches {
                let (plan, values) = reduce(branch, &beta);
                plans.push(plan);
                // Reduced to beta already, so it cannot exceed it.
                beta = values;
            }
            (Plan::Await(plans), beta)
        }
        Worlds::Leaf(worths) => (Plan::Done, each(vec![worths.clone(), beta.to_vec()], i32::min)),
    }
}
