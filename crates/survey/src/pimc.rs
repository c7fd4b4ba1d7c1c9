//! Sampling: search many worlds as if nothing were hidden, and play what is
//! best on the whole ("perfect information Monte Carlo").
//!
//! Any search that values moves will do inside. The flaws of the method, that
//! it believes it will learn the truth in time and that the others know it
//! already, are shown in [`crate::vector`],
//! [`crate::reduction`] and [`crate::achievable`]. Source: D. N. L. Levy, "The million
//! pound bridge program", 1989; Luštrek (2002), section 3.2.2, with
//! its equation 1.
//!
//! ```
//! use vzetek_survey::games::worlds::Worlds;
//! use vzetek_search::Limits;
//! use vzetek_survey::pimc;
//!
//! // The results of two moves in each of three worlds, all of them equally likely.
//! let tree = Worlds::Max(["100", "011"].map(Worlds::leaf).to_vec());
//! let mut worlds = 0..3;
//! let sample = || (worlds.next().unwrap(), 1.0);
//! let found = pimc::search(sample, |&world| Some(tree.open_moves(world)), &Limits::iterations(3));
//! assert_eq!(found.best_mean().unwrap().action, 1);
//! ```

use vzetek_search::{Limits, Score};

/// The findings about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tally<M> {
    /// The move.
    pub action: M,
    /// Its value, added up over the worlds by their weight.
    pub total: f64,
    /// The weight of the worlds in which no move is better.
    pub votes: f64,
}

/// The findings of sampling.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings<M> {
    /// The moves, in the order in which they were first met.
    pub moves: Vec<Tally<M>>,
    /// The weight of all worlds.
    pub weight: f64,
    /// The number of worlds that were searched.
    pub worlds: u64,
}

impl<M: Copy + PartialEq> Findings<M> {
    /// Nothing so far.
    pub fn new() -> Self {
        Self { moves: Vec::new(), weight: 0.0, worlds: 0 }
    }

    /// Adds a world of this weight, with what each move is worth in it to the
    /// player to move, the more the better. Every world must have all moves.
    pub fn add(&mut self, weight: f64, values: &[(M, Score)]) {
        let best = values.iter().map(|&(_, score)| score).max();
        for &(action, score) in values {
            let vote = if Some(score) == best { weight } else { 0.0 };
            let total = weight * f64::from(score.0);
            match self.moves.iter_mut().find(|tally| tally.action == action) {
                Some(tally) => {
                    tally.total += total;
                    tally.votes += vote;
                }
                None => self.moves.push(Tally { action, total, votes: vote }),
            }
        }
        self.weight += weight;
        self.worlds += 1;
    }

    /// The move with the best mean value, the first of equals.
    pub fn best_mean(&self) -> Option<Tally<M>> {
        self.first_greatest(|tally| tally.total)
    }

    /// The move that is best in most worlds, the first of equals.
    pub fn most_votes(&self) -> Option<Tally<M>> {
        self.first_greatest(|tally| tally.votes)
    }

    fn first_greatest(&self, merit: fn(&Tally<M>) -> f64) -> Option<Tally<M>> {
        let greater = |one: &&Tally<M>, other: &&Tally<M>| merit(one).total_cmp(&merit(other));
        self.moves.iter().rev().max_by(greater).copied()
    }
}

impl<M: Copy + PartialEq> Default for Findings<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// Searches worlds until a limit is reached, at least one; the limit on
/// iterations is one on worlds.
///
/// `sample` draws a world with its weight, 1 if worlds are drawn as often as
/// they are likely. `values` says what each move is worth in it to the player
/// to move; `None` ends the sampling, as when a search inside was cut short.
///
/// # Panics
/// If the limits bound neither worlds nor time.
pub fn search<W, M: Copy + PartialEq>(
    mut sample: impl FnMut() -> (W, f64),
    mut values: impl FnMut(&W) -> Option<Vec<(M, Score)>>,
    limits: &Limits,
) -> Findings<M> {
    assert!(limits.is_bounded(), "sampling has no end of its own");
    let budget = limits.start();
    let mut findings = Findings::new();
    while findings.worlds == 0 || budget.grant(findings.worlds, 1) > 0 {
        let (world, weight) = sample();
        let Some(values) = values(&world) else { break };
        findings.add(weight, &values);
    }
    findings
}
