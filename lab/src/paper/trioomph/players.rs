//! Players of trioomph.

use rand_core::Rng;
use vzetek_search::alphabeta::{AlphaBeta, Parts};
use vzetek_search::{Limits, Perfect, Score, dice};
use vzetek_survey::games::trioomph::{Lookout, Step, Trioomph, WIN};
use vzetek_survey::proof;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Alpha-beta: every step is judged by a search of this depth after it.
    AlphaBeta(u8),
    /// Proof numbers, with this many positions for every step.
    Proofs(u64),
    /// The stand-in for Trioomph 1.0, which the survey finds to be as strong as
    /// alpha-beta of depth 1 or 2: depth 1, with lots drawn among equals.
    StandIn,
}

/// A decision, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The step to make.
    pub step: Step,
    /// Positions visited.
    pub nodes: u64,
}

impl Player {
    /// Its name in tables and series.
    pub fn name(self) -> String {
        match self {
            Self::AlphaBeta(depth) => format!("alpha-beta, depth {depth}"),
            Self::Proofs(nodes) => format!("proof numbers, {nodes} a step"),
            Self::StandIn => "stand-in".to_owned(),
        }
    }

    /// Returns the player's decision; the game must not be over.
    pub fn decide(self, position: &Trioomph, rng: &mut impl Rng) -> Decision {
        match self {
            Self::AlphaBeta(depth) => alpha_beta(position, depth),
            Self::Proofs(nodes) => by_proofs(position, nodes),
            Self::StandIn => {
                let (values, nodes) = values(position, 1);
                let best = values.iter().map(|&(_, value)| value).max();
                let equal: Vec<_> =
                    values.iter().filter(|&&(_, value)| Some(value) == best).collect();
                let (step, _) = *equal[dice::below(rng, equal.len() as u32) as usize];
                Decision { step, nodes }
            }
        }
    }
}

/// Returns the value of every step to the player to move, and the number of
/// positions visited to find out.
fn values(position: &Trioomph, depth: u8) -> (Vec<(Step, Score)>, u64) {
    let mut search = AlphaBeta::guided(Lookout, Parts::NONE);
    let values = search.move_values_to(position, depth + 1, &Limits::default());
    let own =
        |(step, value): (Step, Score)| (step, if position.maximizing() { value } else { -value });
    let values = values.expect("there is no limit").into_iter();
    (values.map(own).collect(), search.nodes())
}

/// The first of the best.
fn best_of(values: &[(Step, Score)]) -> (Step, Score) {
    *values.iter().rev().max_by_key(|(_, value)| value).expect("the game is not over")
}

/// The best step. One that wins must also make progress, so a game that is decided is searched
/// again from the shallowest depth: the winner takes the first depth that shows it, the loser the
/// last that does not.
fn alpha_beta(position: &Trioomph, depth: u8) -> Decision {
    let (values_there, mut nodes) = values(position, depth);
    let (mut step, value) = best_of(&values_there);
    if value.0.abs() == WIN.0 {
        for shallower in 0..depth {
            let (values, visited) = values(position, shallower);
            nodes += visited;
            let (other, found) = best_of(&values);
            if found == -WIN {
                break;
            }
            step = other;
            if found == WIN {
                break;
            }
        }
    }
    Decision { step, nodes }
}

/// The step whose proof is nearest (the survey, algorithm 3).
fn by_proofs(position: &Trioomph, limit: u64) -> Decision {
    let first = position.maximizing();
    // The second player wins if the first does not even reach one more than a
    // loss.
    let goal = if first { WIN } else { -WIN + Score(1) };
    let mut steps = Vec::new();
    position.moves(&mut steps);
    let mut nodes = 0;
    let mut nearest: Option<(Step, f64)> = None;
    let mut longest: Option<(Step, u64)> = None;
    for step in steps {
        let (next, gain) = position.play(step);
        let found = proof::search(&next, goal - gain, &Limits::nodes(limit));
        nodes += found.nodes;
        let (near, far) =
            if first { (found.proof, found.disproof) } else { (found.disproof, found.proof) };
        if near == 0 {
            return Decision { step, nodes };
        }
        if far == 0 {
            // Nothing is to be had here; the more there is to refute, the
            // better.
            if longest.is_none_or(|(_, size)| found.nodes > size) {
                longest = Some((step, found.nodes));
            }
            continue;
        }
        let ratio = f64::from(near) / f64::from(far);
        if nearest.is_none_or(|(_, least)| ratio < least) {
            nearest = Some((step, ratio));
        }
    }
    let step = nearest.map(|(step, _)| step).or(longest.map(|(step, _)| step));
    Decision { step: step.expect("the game is not over"), nodes }
}
