//! MTD(f): a series of yes-or-no questions that close in on the value.
//!
//! A window that holds no value makes alpha-beta cut most, but yields only a
//! bound. Each bound is where the next question is asked; the transposition
//! table spares what one question has in common with the last.
//!
//! Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first
//! fixed-depth minimax algorithms", 1996; the seed study, section 2.4.2.
//!
//! ```
//! use vzetek_search::alphabeta::AlphaBeta;
//! use vzetek_search::study::rooms::Room;
//! use vzetek_search::{Limits, Score, mtd};
//!
//! let (room, none) = (Room::entrance(1, 6), Limits::default());
//! let mut search = AlphaBeta::new(10);
//! let found = mtd::search(&mut search, &room, 6, Score(0), &none).unwrap();
//! assert_eq!(found.score, AlphaBeta::without_table().value(&room));
//! ```

use crate::alphabeta::{AlphaBeta, Found, Guide, OutOfBudget};
use crate::{Budget, Limits, Perfect, Score, Window};

/// The best move, `depth` moves ahead, with its exact value. The closer the
/// first guess, the fewer questions. Of little use without a table.
///
/// # Errors
/// [`OutOfBudget`] if a limit was reached before the answer was certain.
pub fn search<P: Perfect, G: Guide<P>>(
    searcher: &mut AlphaBeta<P, G>,
    position: &P,
    depth: u8,
    guess: Score,
    limits: &Limits,
) -> Result<Found<P::Move>, OutOfBudget> {
    let mut budget = searcher.start(limits);
    within(searcher, position, depth, guess, &mut budget)
}

pub(crate) fn within<P: Perfect, G: Guide<P>>(
    searcher: &mut AlphaBeta<P, G>,
    position: &P,
    depth: u8,
    guess: Score,
    budget: &mut Budget,
) -> Result<Found<P::Move>, OutOfBudget> {
    let (mut least, mut most) = (Score::LOWEST, Score::HIGHEST);
    // Only the side to move proves something about a move of its own, by
    // reaching what was asked.
    let (maximizing, mut proved) = (position.maximizing(), None);
    let mut found = Found { score: guess, best: None };
    while least < most {
        let beta = if found.score == least { found.score + Score(1) } else { found.score };
        found = searcher.ask(position, depth, Window::at_least(beta), budget)?;
        if found.score < beta {
            most = found.score;
        } else {
            least = found.score;
        }
        if (found.score >= beta) == maximizing {
            proved = found.best;
        }
    }
    Ok(Found { best: proved.or(found.best), ..found })
}
