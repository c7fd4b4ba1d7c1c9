//! Alpha-beta search for games of perfect information.
//!
//! Fail-soft (J. P. Fishburn, 1983) minimax with a transposition table, the
//! sides not strictly taking turns (the seed study, section 4.3). Minimax
//! rather than negamax, because who moves next is the game's business and a
//! sign would have to change with it.

use crate::table::{Entry, Table};
use crate::{Bound, Budget, Limits, Perfect, Score, Window};

/// What an unfinished search lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

/// An alpha-beta searcher that keeps its table from call to call.
///
/// Values are future gains, which do not depend on how a position came about,
/// so entries stay true for as long as the game's rules stay the same.
#[derive(Clone, Debug)]
pub struct AlphaBeta<P: Perfect> {
    table: Option<Table<P::Key, P::Move>>,
    /// Move lists of the plies above, one after the other.
    moves: Vec<P::Move>,
    nodes: u64,
}

impl<P: Perfect> AlphaBeta<P> {
    /// A searcher whose table has two to the power of `bits` places.
    pub fn new(bits: u32) -> Self {
        Self { table: Some(Table::new(bits)), moves: Vec::new(), nodes: 0 }
    }

    /// A searcher that remembers nothing: plain alpha-beta.
    pub fn without_table() -> Self {
        Self { table: None, moves: Vec::new(), nodes: 0 }
    }

    /// How many positions the last search visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The exact value of the position.
    pub fn value(&mut self, position: &P) -> Score {
        self.search(position, Window::FULL, &Limits::default()).unwrap_or_default()
    }

    /// Searches with a window. The answer is a bound if it lies outside.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a limit was reached before the answer was certain.
    pub fn search(
        &mut self,
        position: &P,
        window: Window,
        limits: &Limits,
    ) -> Result<Score, OutOfBudget> {
        self.nodes = 0;
        let mut budget = limits.start();
        self.spend(position, window, &mut budget)
    }

    /// Every move with its exact value, in the game's order of moves.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a limit was reached before all values were certain.
    pub fn move_values(
        &mut self,
        position: &P,
        limits: &Limits,
    ) -> Result<Vec<(P::Move, Score)>, OutOfBudget> {
        self.nodes = 0;
        let mut budget = limits.start();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let value = |action| {
            let (next, gain) = position.play(action);
            Ok((action, gain + self.spend(&next, Window::FULL, &mut budget)?))
        };
        moves.into_iter().map(value).collect()
    }

    fn spend(
        &mut self,
        position: &P,
        window: Window,
        budget: &mut Budget,
    ) -> Result<Score, OutOfBudget> {
        self.moves.clear();
        let score = self.visit(position, window, budget);
        if budget.is_spent() { Err(OutOfBudget) } else { Ok(score) }
    }

    fn visit(&mut self, position: &P, mut window: Window, budget: &mut Budget) -> Score {
        self.nodes += 1;
        if budget.nodes_spent(self.nodes) {
            return Score::default();
        }
        let (least, most) = position.future();
        if least >= window.beta || least == most {
            return least;
        }
        if most <= window.alpha {
            return most;
        }
        let mut first = None;
        let key = position.is_worth_remembering().then(|| position.key());
        if let (Some(table), Some(key)) = (&self.table, key)
            && let Some(entry) = table.get(&key)
        {
            if entry.bound.answers(entry.score, window) {
                return entry.score;
            }
            first = entry.best;
        }
        let start = self.moves.len();
        position.moves(&mut self.moves);
        let end = self.moves.len();
        if start == end {
            return Score::default();
        }
        if let Some(at) =
            first.and_then(|first| self.moves[start..].iter().position(|&m| m == first))
        {
            self.moves[start..=start + at].rotate_right(1);
        }
        let asked = window;
        let (score, best) = self.best_of(position, start..end, &mut window, budget);
        self.moves.truncate(start);
        if let (Some(table), Some(key), false) = (&mut self.table, key, budget.is_spent()) {
            let bound: Bound = asked.bound_of(score);
            table.put(Entry { key, score, bound, best });
        }
        score
    }

    fn best_of(
        &mut self,
        position: &P,
        moves: std::ops::Range<usize>,
        window: &mut Window,
        budget: &mut Budget,
    ) -> (Score, Option<P::Move>) {
        let maximizing = position.maximizing();
        let mut best = if maximizing { Score::LOWEST } else { Score::HIGHEST };
        let mut chosen = None;
        for at in moves {
            let action = self.moves[at];
            let (next, gain) = position.play(action);
            let score = gain + self.visit(&next, window.shifted(gain), budget);
            if budget.is_spent() {
                break;
            }
            if maximizing && score > best {
                (best, chosen) = (score, Some(action));
                window.alpha = window.alpha.max(score);
            } else if !maximizing && score < best {
                (best, chosen) = (score, Some(action));
                window.beta = window.beta.min(score);
            }
            if window.is_closed() {
                break;
            }
        }
        (best, chosen)
    }
}
