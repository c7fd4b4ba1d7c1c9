//! Iterative deepening: one move ahead, then two, then three …
//!
//! There is an answer whenever time is up, and what a shallow search learnt
//! (the table's moves, killers, history, the value to expect) puts the next
//! one's moves in order, which usually saves more than the repetition costs.
//!
//! Source: D. J. Slate, L. R. Atkin, "Chess 4.5 – the Northwestern University
//! chess program", 1977; Luštrek's survey, section 2.5.1.
//!
//! ```
//! use vzetek_search::Limits;
//! use vzetek_search::alphabeta::{AlphaBeta, Parts};
//! use vzetek_survey::deepening::{self, Driver};
//! use vzetek_search::games::four::{Cells, Four};
//!
//! let (board, enough) = (Four::empty(6, 5), Limits::nodes(2_000));
//! let mut search = AlphaBeta::guided(Cells, Parts::all(12));
//! // It gets as deep as it can, and has an answer from there.
//! let deepened = deepening::search(&mut search, &board, 20, Driver::Mtd, &enough);
//! assert!((1..20).contains(&deepened.depth) && deepened.found.best.is_some());
//! ```

use vzetek_search::alphabeta::{AlphaBeta, Found, Guide, OutOfBudget};
use vzetek_search::{Limits, Perfect, Score, Window, mtd};

use crate::aspiration;

/// The way each depth is searched, given the value that the last one found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driver {
    /// A search with the full window.
    #[default]
    Full,
    /// A search with a window of this radius around the last value.
    Aspiration(Score),
    /// Yes-or-no questions, starting at the last value.
    Mtd,
}

/// The findings of the deepest finished search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deepened<M> {
    /// The move and its value; the value says nothing at depth 0.
    pub found: Found<M>,
    /// The number of moves it looked ahead, 0 if not even one was possible.
    pub depth: u8,
    /// Positions visited, those of an unfinished search included.
    pub nodes: u64,
}

/// Searches deeper and deeper, to `deepest` moves ahead at most. The depth of
/// each search is the guide's horizon; without one the first search is all.
pub fn search<P: Perfect, G: Guide<P>>(
    searcher: &mut AlphaBeta<P, G>,
    position: &P,
    deepest: u8,
    driver: Driver,
    limits: &Limits,
) -> Deepened<P::Move> {
    searcher.start(limits);
    let mut reached = (0, Found { score: Score::default(), best: None });
    let first = if G::HORIZON { 1 } else { deepest };
    for depth in first..=deepest {
        let guess = (reached.0 > 0).then_some(reached.1.score);
        let Ok(found) = once(searcher, position, depth, driver, guess) else { break };
        reached = (depth, found);
    }
    Deepened { found: reached.1, depth: reached.0, nodes: searcher.nodes() }
}

fn once<P: Perfect, G: Guide<P>>(
    searcher: &mut AlphaBeta<P, G>,
    position: &P,
    depth: u8,
    driver: Driver,
    guess: Option<Score>,
) -> Result<Found<P::Move>, OutOfBudget> {
    match (driver, guess) {
        (Driver::Aspiration(delta), Some(guess)) => {
            aspiration::within(searcher, position, depth, guess, delta)
        }
        (Driver::Mtd, guess) => mtd::within(searcher, position, depth, guess.unwrap_or_default()),
        _ => searcher.ask(position, depth, Window::FULL),
    }
}
