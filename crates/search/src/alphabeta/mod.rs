//! Alpha-beta search for games of perfect information: one search, whose parts
//! are switched on and off.
//!
//! A position is left as soon as it is certain that one side does better
//! elsewhere (D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning",
//! 1975).
//! Fail-soft (J. P. Fishburn, "Another optimization of alpha-beta search",
//! 1980) minimax, the sides not strictly taking turns (the tršet thesis, section
//! 4.3). Minimax rather than negamax, because who moves next is the game's
//! business and a sign would have to change with it.
//!
//! * [`Parts`]: transposition table, killers, history, minimal windows.
//! * [`Guide`]: what the game knows: an evaluation, a coarser key, moves not
//!   worth a look.
//! * [`crate::mtd`]: closing in on a value by questions with minimal windows.
//!
//! ```
//! use vzetek_search::Limits;
//! use vzetek_search::alphabeta::{AlphaBeta, Parts};
//! use vzetek_search::games::four::{Cells, Four};
//!
//! // Four in a row, six moves ahead: plain, and with all parts.
//! let position = Four::empty(6, 5).after(&[2, 3]);
//! let mut plain = AlphaBeta::guided(Cells, Parts::NONE);
//! let mut search = AlphaBeta::guided(Cells, Parts::all(12));
//! let score = search.best(&position, 6, &Limits::default()).unwrap().score;
//! assert_eq!(plain.best(&position, 6, &Limits::default()).unwrap().score, score);
//! assert!(search.nodes() < plain.nodes());
//! ```

mod guide;
mod order;
mod visit;

pub use guide::{Guide, Parts, Whole};

use crate::table::Table;
use crate::{Budget, Limits, Perfect, Score, Window};
use order::Order;

/// The error of a search that met a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

/// The findings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value, or a bound if it lies outside the window.
    pub score: Score,
    /// A move that reaches the score, or a guess if the side to move does not
    /// reach the window; `None` if the search ends at this position.
    pub best: Option<M>,
}

/// The depth of a search to the end of the game.
pub const WHOLE: u8 = u8::MAX;

/// An alpha-beta searcher that retains what it learnt from call to call.
///
/// Values are future gains, which do not depend on how a position came about,
/// so entries of the table stay true for as long as the game's rules and the
/// guide stay the same.
#[derive(Clone, Debug)]
pub struct AlphaBeta<P: Perfect, G: Guide<P> = Whole> {
    guide: G,
    parts: Parts,
    table: Option<Table<G::Key, P::Move>>,
    order: Order<P::Move>,
    /// Move lists of the plies above, one after the other.
    moves: Vec<P::Move>,
    nodes: u64,
    /// The budget of the search that runs, or of the last one.
    budget: Budget,
}

impl<P: Perfect> AlphaBeta<P> {
    /// A searcher whose table has two to the power of `bits` places.
    pub fn new(bits: u32) -> Self {
        Self::guided(Whole, Parts::table(bits))
    }
}

impl<P: Perfect, G: Guide<P>> AlphaBeta<P, G> {
    /// A searcher with a guide and with these parts.
    pub fn guided(guide: G, parts: Parts) -> Self {
        let table = parts.table.map(|(bits, how)| Table::new(bits, how));
        let (order, budget) = (Order::new(G::SLOTS), Limits::default().start());
        Self { guide, parts, table, order, moves: Vec::new(), nodes: 0, budget }
    }

    /// Returns the number of positions that the last search visited.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all that was learnt.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        self.order.clear();
    }

    /// The exact value of the position.
    pub fn value(&mut self, position: &P) -> Score {
        self.search(position, Window::FULL, &Limits::default()).unwrap_or_default()
    }

    /// Searches the whole game with a window. The answer is a bound if it lies
    /// outside.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a limit was reached before the answer was certain.
    pub fn search(
        &mut self,
        position: &P,
        window: Window,
        limits: &Limits,
    ) -> Result<Score, OutOfBudget> {
        self.start(limits);
        self.spend(position, WHOLE, window)
    }

    /// The best move with its value, `depth` moves ahead, or in the whole game
    /// if the guide has no horizon.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a limit was reached before the answer was certain.
    pub fn best(
        &mut self,
        position: &P,
        depth: u8,
        limits: &Limits,
    ) -> Result<Found<P::Move>, OutOfBudget> {
        self.start(limits);
        self.ask(position, depth, Window::FULL)
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
        self.move_values_to(position, WHOLE, limits)
    }

    /// Every move that the guide selects with its value `depth` moves ahead,
    /// the move included, or in the whole game if the guide has no horizon. In
    /// the guide's order.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a limit was reached before all values were certain.
    pub fn move_values_to(
        &mut self,
        position: &P,
        depth: u8,
        limits: &Limits,
    ) -> Result<Vec<(P::Move, Score)>, OutOfBudget> {
        self.start(limits);
        let mut moves = Vec::new();
        self.guide.moves(position, depth, &mut moves);
        let value = |action| {
            let (next, gain) = position.play(action);
            let future = self.spend(&next, depth.saturating_sub(1), Window::FULL)?;
            Ok((action, gain + future))
        };
        moves.into_iter().map(value).collect()
    }

    /// Starts the clock and the count of positions for a series of questions,
    /// each put by [`AlphaBeta::ask`].
    pub fn start(&mut self, limits: &Limits) {
        self.nodes = 0;
        self.budget = limits.start();
    }

    /// One question of the series: the best move with its value, or a bound of it
    /// outside the window, `depth` moves ahead.
    ///
    /// # Errors
    /// [`OutOfBudget`] if a limit of the series was reached before the answer was
    /// certain.
    pub fn ask(
        &mut self,
        position: &P,
        depth: u8,
        window: Window,
    ) -> Result<Found<P::Move>, OutOfBudget> {
        self.moves.clear();
        self.order.ply = 0;
        let (score, best) = if self.table.is_some() {
            self.root::<true>(position, depth, window)
        } else {
            self.root::<false>(position, depth, window)
        };
        if self.budget.is_spent() { Err(OutOfBudget) } else { Ok(Found { score, best }) }
    }

    /// One question of the series that the table may answer: the score.
    pub(crate) fn spend(
        &mut self,
        position: &P,
        depth: u8,
        window: Window,
    ) -> Result<Score, OutOfBudget> {
        self.moves.clear();
        self.order.ply = 0;
        let score = if self.table.is_some() {
            self.visit::<true>(position, depth, window)
        } else {
            self.visit::<false>(position, depth, window)
        };
        if self.budget.is_spent() { Err(OutOfBudget) } else { Ok(score) }
    }
}
