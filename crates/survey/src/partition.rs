//! Partition search: what is found out about a position holds for all that
//! differ in nothing that mattered.
//!
//! Alpha-beta whose transposition table is keyed by sets of positions, and
//! which *computes* the sets: from the sets of the successors follows which
//! positions have the same value for the same reason. Unlike with equivalence
//! tables (see [`vzetek_search::alphabeta::Guide::key`]) no value can go wrong.
//!
//! Source: M. L. Ginsberg, "Partition search", 1996; Luštrek (2002),
//! section 3.1.3. Where its algorithm 3 prints an intersection of all
//! successors' sets, a union is meant; and a move that cuts explains the
//! position by those from which it can be made, so that goes through
//! [`Partition::reaching`] as well.
//!
//! ```
//! use vzetek_search::alphabeta::AlphaBeta;
//! use vzetek_survey::partition::Partitions;
//! use vzetek_survey::games::formula::Formula;
//! use vzetek_search::{Limits, Window};
//!
//! let formula = Formula::new(7, 12);
//! let (mut sets, mut positions) = (Partitions::default(), AlphaBeta::new(12));
//! let (score, _) = sets.search(&formula, Window::FULL, &Limits::default()).unwrap();
//! assert_eq!(score, positions.value(&formula));
//! assert!(sets.nodes() < positions.nodes());
//! ```

use std::collections::HashMap;
use std::hash::Hash;

use vzetek_search::alphabeta::OutOfBudget;
use vzetek_search::{Bound, Budget, Limits, Perfect, Score, Window};

/// The partition system of a game.
///
/// In every set all positions have the same side to move, and what is said of
/// reaching a set implies gaining the same on the way.
pub trait Partition: Perfect {
    /// A set of positions.
    type Set: Clone;

    /// A part of all positions so coarse that no set reaches beyond it; sets
    /// are looked for only among those of the same part.
    type Shelf: Copy + Eq + Hash;

    /// The part that this position belongs to.
    fn shelf(&self) -> Self::Shelf;

    /// True if a set of this position's shelf contains it.
    fn is_in(&self, set: &Self::Set) -> bool;

    /// `P`: positions in which the game is over as in this one.
    fn alike(&self) -> Self::Set;

    /// `R`: positions, this one among them, from which a move leads into a set
    /// as `action` does from here.
    fn reaching(&self, action: Self::Move, set: &Self::Set) -> Self::Set;

    /// `C`: positions, this one among them, from which every move leads into
    /// one of these sets, as the moves from here do, one each.
    fn confined(&self, sets: &[(Self::Move, Self::Set)]) -> Self::Set;

    /// The positions that are in both sets, as this one is.
    fn meet(&self, one: &Self::Set, other: &Self::Set) -> Self::Set;
}

/// The knowledge of a set.
#[derive(Clone, Debug)]
struct Known<S> {
    set: S,
    score: Score,
    bound: Bound,
}

/// A searcher that retains its sets from call to call, all of them.
#[derive(Clone, Debug)]
pub struct Partitions<P: Partition> {
    shelves: HashMap<P::Shelf, Vec<Known<P::Set>>>,
    nodes: u64,
}

impl<P: Partition> Default for Partitions<P> {
    fn default() -> Self {
        Self { shelves: HashMap::new(), nodes: 0 }
    }
}

impl<P: Partition> Partitions<P> {
    /// Returns the number of positions that the last search visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of sets that are known.
    pub fn sets(&self) -> usize {
        self.shelves.values().map(Vec::len).sum()
    }

    /// Searches with a window. The answer is a bound if it lies outside; it
    /// holds for all positions of the set.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a limit was reached before the answer was certain.
    pub fn search(
        &mut self,
        position: &P,
        window: Window,
        limits: &Limits,
    ) -> Result<(Score, P::Set), OutOfBudget> {
        self.nodes = 0;
        self.visit(position, window, &mut limits.start())
    }

    fn visit(
        &mut self,
        position: &P,
        window: Window,
        budget: &mut Budget,
    ) -> Result<(Score, P::Set), OutOfBudget> {
        self.nodes += 1;
        if budget.nodes_spent(self.nodes) {
            return Err(OutOfBudget);
        }
        if let Some(known) = self.find(position, window) {
            return Ok((known.score, known.set.clone()));
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.is_empty() {
            return Ok((Score(0), position.alike()));
        }
        let (score, set) = self.expand(position, &moves, window, budget)?;
        let known = Known { set: set.clone(), score, bound: window.bound_of(score) };
        self.shelves.entry(position.shelf()).or_default().push(known);
        Ok((score, set))
    }

    fn find(&self, position: &P, window: Window) -> Option<&Known<P::Set>> {
        self.shelves
            .get(&position.shelf())?
            .iter()
            .find(|known| known.bound.answers(known.score, window) && position.is_in(&known.set))
    }

    fn expand(
        &mut self,
        position: &P,
        moves: &[P::Move],
        asked: Window,
        budget: &mut Budget,
    ) -> Result<(Score, P::Set), OutOfBudget> {
        let maximizing = position.maximizing();
        let mut window = asked;
        let mut best: Option<(Score, usize)> = None;
        let mut sets = Vec::with_capacity(moves.len());
        for (index, &action) in moves.iter().enumerate() {
            let (next, gain) = position.play(action);
            let (future, set) = self.visit(&next, window.shifted(gain), budget)?;
            let score = gain + future;
            sets.push((action, set));
            if best.is_none_or(|(best, _)| (score > best) == maximizing && score != best) {
                best = Some((score, index));
            }
            if maximizing {
                window.alpha = window.alpha.max(score);
            } else {
                window.beta = window.beta.min(score);
            }
            if window.is_closed() {
                return Ok((score, position.reaching(action, &sets[index].1)));
            }
        }
        let (score, index) = best.expect("some move was tried");
        let confined = position.confined(&sets);
        // That nothing better can be had must be explained by all moves; that this much can be had,
        // by the best.
        if asked.bound_of(score) != Bound::Exact {
            return Ok((score, confined));
        }
        let (action, set) = &sets[index];
        Ok((score, position.meet(&position.reaching(*action, set), &confined)))
    }
}
