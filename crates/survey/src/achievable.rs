//! Achievable sets: assume that the true world is one of a set, and play a
//! plan that wins in all of it.
//!
//! That keeps decisions from being put off to a time when everything will be known, which never
//! comes. The larger the set, the likelier the assumption; a large one is found by squeaky-wheel
//! optimisation: worlds that did not fit in are tried earlier the next time.
//!
//! Source: M. L. Ginsberg, "GIB: steps toward an expert-level bridge-playing
//! program", 1999; D. E. Joslin, D. P. Clements, "Squeaky wheel optimization",
//! 1999; Luštrek (2002), section 3.2.3.
//!
//! ```
//! use vzetek_survey::achievable::{achieve, squeaky_wheel};
//! use vzetek_survey::games::worlds::Worlds;
//!
//! let tree = Worlds::Max(["11100", "11110", "00011"].map(Worlds::leaf).to_vec());
//! let plan = |worlds: &[usize]| achieve(&tree, worlds, 1);
//! // Tried first, the last world spoils the set; in the second round it squeaks less.
//! let found = squeaky_wheel(&[4, 3, 2, 1, 0], 2, plan).unwrap();
//! assert_eq!(found.worlds.len(), 4);
//! ```

use crate::games::worlds::{Plan, Worlds};

/// A plan that brings at least `goal` in all of these worlds against any play of the minimiser.
pub fn achieve(tree: &Worlds, worlds: &[usize], goal: i32) -> Option<Plan> {
    match tree {
        Worlds::Max(branches) => {
            let choose = |(number, branch)| {
                let rest = achieve(branch, worlds, goal)?;
                Some(Plan::Choose(number, Box::new(rest)))
            };
            branches.iter().enumerate().find_map(choose)
        }
        Worlds::Min(branches) => {
            let plans = branches.iter().map(|branch| achieve(branch, worlds, goal));
            plans.collect::<Option<_>>().map(Plan::Await)
        }
        Worlds::Leaf(worths) => {
            worlds.iter().all(|&world| worths[world] >= goal).then_some(Plan::Done)
        }
    }
}

/// A set of worlds with what is to be done if the true one is among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Achievable<T> {
    /// The worlds, in the order in which they were added.
    pub worlds: Vec<usize>,
    /// The plan that wins in all of them.
    pub plan: T,
}

/// A large achievable set among the worlds of a sample, by squeaky-wheel
/// optimisation: in each round they are added one after the other as long as
/// the set stays achievable, and those that squeaked come first in the next.
/// `achieve` has a plan for a set or none, any search will do. `None` if not
/// even one world is won.
pub fn squeaky_wheel<T>(
    sample: &[usize],
    rounds: usize,
    mut achieve: impl FnMut(&[usize]) -> Option<T>,
) -> Option<Achievable<T>> {
    let mut order = sample.to_vec();
    let mut largest: Option<Achievable<T>> = None;
    for _ in 0..rounds {
        let (mut set, mut squeaking, mut plan) = (Vec::new(), Vec::new(), None);
        for &world in &order {
            set.push(world);
            match achieve(&set) {
                Some(found) => plan = Some(found),
                None => squeaking.extend(set.pop()),
            }
        }
        let count = set.len();
        let all_fit = squeaking.is_empty();
        squeaking.extend(&set);
        order = squeaking;
        if let Some(plan) = plan
            && largest.as_ref().is_none_or(|largest| largest.worlds.len() < count)
        {
            largest = Some(Achievable { worlds: set, plan });
        }
        if all_fit {
            break;
        }
    }
    largest
}
