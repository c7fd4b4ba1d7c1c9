//! MTD(f): a series of yes-or-no questions that close in on the value.
//!
//! A window that holds no value makes alpha-beta cut most, but yields only a
//! bound. Each bound is where the next question is asked; the transposition
//! table spares what one question has in common with the last.
//!
//! Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first
//! fixed-depth minimax algorithms", 1996; Luštrek's survey, section 2.4.2.
//!
//! ```
//! use vzetek_search::alphabeta::AlphaBeta;
//! use vzetek_search::games::rooms::Room;
//! use vzetek_search::{Limits, Score, mtd};
//!
//! let (room, none) = (Room::entrance(1, 6), Limits::default());
//! let mut search = AlphaBeta::new(10);
//! let found = mtd::search(&mut search, &room, 6, Score(0), &none).unwrap();
//! assert_eq!(found.score, AlphaBeta::new(0).value(&room));
//! ```

use crate::alphabeta::{AlphaBeta, Found, Guide, OutOfBudget, WHOLE};
use crate::{Limits, Perfect, Score, Window};

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
    searcher.start(limits);
    within(searcher, position, depth, guess)
}

/// [`search`] as part of a series of questions that [`AlphaBeta::start`] has begun.
///
/// # Errors
/// [`OutOfBudget`] if a limit of the series was reached before the answer was
/// certain.
pub fn within<P: Perfect, G: Guide<P>>(
    searcher: &mut AlphaBeta<P, G>,
    position: &P,
    depth: u8,
    guess: Score,
) -> Result<Found<P::Move>, OutOfBudget> {
    // Only the side to move proves something about a move of its own, by
    // reaching what was asked.
    let (maximizing, mut proved, mut last) = (position.maximizing(), None, None);
    let score = converge((Score::LOWEST, Score::HIGHEST), guess, |window| {
        let found = searcher.ask(position, depth, window)?;
        last = found.best;
        if (found.score >= window.beta) == maximizing {
            proved = found.best;
        }
        Ok(found.score)
    })?;
    Ok(Found { score, best: proved.or(last) })
}

/// The exact value, without a move, of the whole game. Uses what bounds or the table say of the
/// position itself.
///
/// # Errors
/// [`OutOfBudget`] if a limit was reached before the answer was certain.
pub fn value<P: Perfect, G: Guide<P>>(
    searcher: &mut AlphaBeta<P, G>,
    position: &P,
    guess: Score,
    limits: &Limits,
) -> Result<Score, OutOfBudget> {
    searcher.start(limits);
    converge(position.future(), guess, |window| searcher.spend(position, WHOLE, window))
}

/// Asks until the value that lies between the two is found: for any search that answers if the
/// value lies above a window or below.
///
/// # Errors
/// The error of the search, if it cannot answer.
pub fn converge<E>(
    (mut least, mut most): (Score, Score),
    guess: Score,
    mut ask: impl FnMut(Window) -> Result<Score, E>,
) -> Result<Score, E> {
    let mut score = guess;
    while least < most {
        let beta = if score <= least { least + Score(1) } else { score };
        score = ask(Window::at_least(beta))?;
        if score < beta {
            most = score;
        } else {
            least = score;
        }
    }
    Ok(least)
}
