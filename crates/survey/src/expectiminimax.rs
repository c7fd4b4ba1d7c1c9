//! Expectiminimax: chance moves too.
//!
//! Where a die is thrown or a card is turned, the value is the mean over what
//! may come up. Source: D. Michie, "Game-playing and game-learning automata",
//! 1966. With bounds on what can still be gained, alpha-beta windows reach
//! through chance: Star1 (B. W. Ballard, "The *-minimax search procedure for
//! trees containing chance nodes", 1983).
//!
//! ```
//! use vzetek_search::Limits;
//! use vzetek_survey::expectiminimax::{self, expectiminimax};
//! use vzetek_search::games::rooms::Room;
//! use vzetek_survey::games::draughty::Draughty;
//!
//! // A draught opens the door of every third room.
//! let position = Draughty(Room::entrance(3, 5));
//! let found = expectiminimax::search(&position, &Limits::default()).unwrap();
//! assert!((found.value - expectiminimax(&position)).abs() < 1e-9);
//! ```

use std::fmt::Debug;

use vzetek_search::alphabeta::OutOfBudget;
use vzetek_search::{Budget, Limits};

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The maximiser.
    Max,
    /// The minimiser.
    Min,
    /// Chance: moves come up with the probabilities of [`Chance::weight`].
    Chance,
}

/// A position of a game for two sides who see everything but the future.
pub trait Chance: Clone {
    /// A move, or something that may come up.
    type Move: Copy + Eq + Debug;

    /// Returns the side to move. Of no meaning once the game is over.
    fn mover(&self) -> Mover;

    /// Appends everything that may come next, nothing when the game is over.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// Returns the probability of an outcome, all being 1 together.
    fn weight(&self, outcome: Self::Move) -> f64;

    /// The position that follows, and what the maximiser gains by it.
    fn play(&self, action: Self::Move) -> (Self, f64);

    /// The least and the most the maximiser can still gain. The closer, the
    /// more is cut; wrong bounds make the search wrong.
    fn future(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }
}

/// The findings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    /// The mean gain of the maximiser.
    pub value: f64,
    /// The best move; `None` if the game is over or chance has the move.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

/// The value by looking at everything.
pub fn expectiminimax<P: Chance>(position: &P) -> f64 {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let values = moves.iter().map(|&action| {
        let (next, gain) = position.play(action);
        gain + expectiminimax(&next)
    });
    if moves.is_empty() {
        return 0.0;
    }
    match position.mover() {
        Mover::Max => values.fold(f64::NEG_INFINITY, f64::max),
        Mover::Min => values.fold(f64::INFINITY, f64::min),
        Mover::Chance => {
            moves.iter().zip(values).map(|(&action, value)| position.weight(action) * value).sum()
        }
    }
}

/// The best move and its value, with the cuts of Star1.
///
/// # Errors
/// [`OutOfBudget`] if a limit was reached before the answer was certain.
pub fn search<P: Chance>(position: &P, limits: &Limits) -> Result<Found<P::Move>, OutOfBudget> {
    let mut search = Search { nodes: 0, budget: limits.start() };
    let (value, best) = search.visit(position, f64::NEG_INFINITY, f64::INFINITY);
    if search.budget.is_spent() {
        return Err(OutOfBudget);
    }
    Ok(Found { value, best, nodes: search.nodes })
}

struct Search {
    nodes: u64,
    budget: Budget,
}

impl Search {
    fn visit<P: Chance>(&mut self, position: &P, alpha: f64, beta: f64) -> (f64, Option<P::Move>) {
        self.nodes += 1;
        if self.budget.nodes_spent(self.nodes) {
            return (0.0, None);
        }
        let (least, most) = position.future();
        // The move is wanted at the root, whose window is open.
        if least >= beta || most <= alpha {
            return (if least >= beta { least } else { most }, None);
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return (0.0, None);
        }
        match position.mover() {
            Mover::Chance => (self.mean(position, &moves, alpha, beta), None),
            mover => self.best(position, &moves, mover == Mover::Max, alpha, beta),
        }
    }

    fn best<P: Chance>(
        &mut self,
        position: &P,
        moves: &[P::Move],
        maximizing: bool,
        mut alpha: f64,
        mut beta: f64,
    ) -> (f64, Option<P::Move>) {
        let mut best = (if maximizing { f64::NEG_INFINITY } else { f64::INFINITY }, None);
        for &action in moves {
            let (next, gain) = position.play(action);
            let value = gain + self.visit(&next, alpha - gain, beta - gain).0;
            if best.1.is_none() || (value > best.0) == maximizing && value != best.0 {
                best = (value, Some(action));
            }
            if maximizing {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta || self.budget.is_spent() {
                break;
            }
        }
        best
    }

    /// The mean, or a bound on it that lies outside the window.
    fn mean<P: Chance>(
        &mut self,
        position: &P,
        outcomes: &[P::Move],
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let branch = |&outcome: &P::Move| {
            let (next, gain) = position.play(outcome);
            Branch { weight: position.weight(outcome), next, gain }
        };
        let branches: Vec<_> = outcomes.iter().map(branch).filter(|b| b.weight > 0.0).collect();
        let mut known = 0.0;
        for (at, branch) in branches.iter().enumerate() {
            // The gains from all outcomes still unknown, if they are the worst, and the best.
            let rest = &branches[at + 1..];
            let least: f64 = rest.iter().map(Branch::least).sum();
            let most: f64 = rest.iter().map(Branch::most).sum();
            // The bounds that this branch must reach for the mean to leave the window.
            let low = (alpha - known - most) / branch.weight - branch.gain;
            let high = (beta - known - least) / branch.weight - branch.gain;
            known += branch.weight * (branch.gain + self.visit(&branch.next, low, high).0);
            if self.budget.is_spent() {
                return 0.0;
            }
            if known + least >= beta {
                return known + least;
            }
            if known + most <= alpha {
                return known + most;
            }
        }
        known
    }
}

/// Something that may come up.
struct Branch<P> {
    weight: f64,
    next: P,
    gain: f64,
}

impl<P: Chance> Branch<P> {
    fn least(&self) -> f64 {
        self.weight * (self.gain + self.next.future().0)
    }

    fn most(&self) -> f64 {
        self.weight * (self.gain + self.next.future().1)
    }
}
