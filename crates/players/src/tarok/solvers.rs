//! The solvers of known deals, each one for every thread: their tables are large.

use std::cell::RefCell;

use vzetek_search::alphabeta::AlphaBeta;
use vzetek_tarok::MOST_PLAYERS;

use super::ending::Sides;
use super::search::Exact;

/// The number of positions of four players that are remembered, as a power of two.
const TABLE_BITS: u32 = 13;

thread_local! {
    /// The solver for three players.
    pub(super) static EXACT: RefCell<Exact> = RefCell::new(Exact::new());

    /// The solver for four players.
    pub(super) static EXACT_OF_FOUR: RefCell<AlphaBeta<Sides<MOST_PLAYERS>>> =
        RefCell::new(AlphaBeta::new(TABLE_BITS));
}
