//! A game with hidden information as a tree with many worlds: the moves are
//! the same in all of them, and every end has a worth in each.
//!
//! The maximiser does not know which world is the true one; the minimiser does, and knows how the
//! maximiser plays (the best defence). What a player can hold on to is a [`Plan`]: one move
//! wherever the maximiser is to move, the same in every world. Source: I. Frank, D. Basin, "Search
//! in games with incomplete information: a case study using bridge card play", 1998; Luštrek
//! (2002), section 3.2.1.

use rand_core::Rng;

use vzetek_search::{Score, dice};

/// A tree of moves with a worth for each world at its ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worlds {
    /// The maximiser moves.
    Max(Vec<Worlds>),
    /// The minimiser moves.
    Min(Vec<Worlds>),
    /// The end, with what it is worth to the maximiser in each world.
    Leaf(Vec<i32>),
}

/// The maximiser's moves, wherever it gets to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The branch to take, and what to do there.
    Choose(usize, Box<Plan>),
    /// The plan after each move of the minimiser.
    Await(Vec<Plan>),
    /// Nothing is left to do.
    Done,
}

impl Worlds {
    /// An end with a worth of one digit in each world, as figures have it.
    ///
    /// # Panics
    /// If something else than digits is in the text.
    pub fn leaf(digits: &str) -> Self {
        let worth = |digit: char| digit.to_digit(10).expect("a digit") as i32;
        Self::Leaf(digits.chars().map(worth).collect())
    }

    /// A random tree of `moves` moves, the maximiser's and the minimiser's in turns, two or three
    /// branches each, every end won or lost in each world.
    pub fn random(moves: u32, worlds: usize, rng: &mut impl Rng) -> Self {
        fn grow(left: u32, own: bool, worlds: usize, rng: &mut impl Rng) -> Worlds {
            if left == 0 {
                return Worlds::Leaf((0..worlds).map(|_| dice::below(rng, 2) as i32).collect());
            }
            let count = if dice::below(rng, 4) == 0 { 3 } else { 2 };
            let branches = (0..count).map(|_| grow(left - 1, !own, worlds, rng)).collect();
            if own { Worlds::Max(branches) } else { Worlds::Min(branches) }
        }
        grow(moves, true, worlds, rng)
    }

    /// Returns the number of worlds.
    pub fn count(&self) -> usize {
        match self {
            Self::Max(branches) | Self::Min(branches) => branches[0].count(),
            Self::Leaf(worths) => worths.len(),
        }
    }

    /// Returns minimax values of each world separately, as if nothing were hidden.
    pub fn open_values(&self) -> Vec<i32> {
        let values = |branches: &[Self]| branches.iter().map(Self::open_values).collect();
        match self {
            Self::Max(branches) => each(values(branches), i32::max),
            Self::Min(branches) => each(values(branches), i32::min),
            Self::Leaf(worths) => worths.clone(),
        }
    }

    /// The branches at the root with what each is worth in one world, nothing
    /// hidden: what [`crate::pimc`] asks for.
    pub fn open_moves(&self, world: usize) -> Vec<(usize, Score)> {
        let branches = match self {
            Self::Max(branches) | Self::Min(branches) => branches.as_slice(),
            Self::Leaf(_) => &[],
        };
        let value = |branch: &Self| Score(branch.open_values()[world]);
        branches.iter().map(value).enumerate().collect()
    }

    /// Returns the payoff of a plan in each world against the best defence.
    ///
    /// # Panics
    /// If the plan is one for another tree.
    pub fn payoffs(&self, plan: &Plan) -> Vec<i32> {
        match (self, plan) {
            (Self::Max(branches), Plan::Choose(branch, rest)) => branches[*branch].payoffs(rest),
            (Self::Min(branches), Plan::Await(plans)) => {
                let payoffs = branches.iter().zip(plans).map(|(branch, plan)| branch.payoffs(plan));
                each(payoffs.collect(), i32::min)
            }
            (Self::Leaf(worths), Plan::Done) => worths.clone(),
            _ => panic!("a plan for another tree: {plan:?}"),
        }
    }

    /// Every plan there is.
    pub fn plans(&self) -> Vec<Plan> {
        match self {
            Self::Max(branches) => {
                let plans = |(number, branch): (usize, &Self)| {
                    let choose = move |rest| Plan::Choose(number, Box::new(rest));
                    branch.plans().into_iter().map(choose).collect::<Vec<_>>()
                };
                branches.iter().enumerate().flat_map(plans).collect()
            }
            Self::Min(branches) => {
                let mut all = vec![Vec::new()];
                for branch in branches {
                    let plans = branch.plans();
                    let extend = |start: Vec<Plan>| {
                        let with = |plan: &Plan| start.iter().chain([plan]).cloned().collect();
                        plans.iter().map(with).collect::<Vec<_>>()
                    };
                    all = all.into_iter().flat_map(extend).collect();
                }
                all.into_iter().map(Plan::Await).collect()
            }
            Self::Leaf(_) => vec![Plan::Done],
        }
    }
}

/// Puts vectors together world by world: Luštrek (2002), equations 2.
pub(crate) fn each(vectors: Vec<Vec<i32>>, choose: fn(i32, i32) -> i32) -> Vec<i32> {
    let join = |one: Vec<i32>, other: Vec<i32>| {
        one.into_iter().zip(other).map(|(one, other)| choose(one, other)).collect()
    };
    vectors.into_iter().reduce(join).unwrap_or_default()
}

/// The number of the vector with the greatest sum, the first of equals.
pub(crate) fn greatest_sum(vectors: &[Vec<i32>]) -> usize {
    let sum = |at: &usize| vectors[*at].iter().sum::<i32>();
    (0..vectors.len()).rev().max_by_key(sum).unwrap_or_default()
}
