//! Aspiration search: a window around the value that is expected.
//!
//! A narrow window cuts more. If the value turns out to lie outside, the answer at least shows on
//! which side, and only that side is searched again.
//!
//! Source: J. J. Gillogly, "The technology chess program", 1972;
//! Luštrek's survey, section 2.5.3.
//!
//! ```
//! use vzetek_search::alphabeta::AlphaBeta;
//! use vzetek_search::games::rooms::Room;
//! use vzetek_search::{Limits, Score};
//! use vzetek_survey::aspiration;
//!
//! let (room, none) = (Room::entrance(1, 6), Limits::default());
//! let mut search = AlphaBeta::new(10);
//! let value = search.value(&room);
//! // However bad the guess, the value is found in the end.
//! for guess in [value, value + Score(20)] {
//!     let found = aspiration::search(&mut search, &room, 6, guess, Score(2), &none).unwrap();
//!     assert_eq!(found.score, value);
//! }
//! ```

use vzetek_search::alphabeta::{AlphaBeta, Found, Guide, OutOfBudget};
use vzetek_search::{Bound, Limits, Perfect, Score, Window};

/// The best move, `depth` moves ahead, with its exact value, which is expected
/// to be less than `delta` away from `guess`.
///
/// # Errors
/// [`OutOfBudget`] if a limit was reached before the answer was certain.
pub fn search<P: Perfect, G: Guide<P>>(
    searcher: &mut AlphaBeta<P, G>,
    position: &P,
    depth: u8,
    guess: Score,
    delta: Score,
    limits: &Limits,
) -> Result<Found<P::Move>, OutOfBudget> {
    searcher.start(limits);
    within(searcher, position, depth, guess, delta)
}

/// [`search`] as part of a series of questions that [`AlphaBeta::start`] has begun.
pub(crate) fn within<P: Perfect, G: Guide<P>>(
    searcher: &mut AlphaBeta<P, G>,
    position: &P,
    depth: u8,
    guess: Score,
    delta: Score,
) -> Result<Found<P::Move>, OutOfBudget> {
    let window = Window { alpha: guess - delta, beta: guess + delta };
    let found = searcher.ask(position, depth, window)?;
    // The score is a bound that may be the value, so it stays inside.
    let wider = match window.bound_of(found.score) {
        Bound::Exact => return Ok(found),
        Bound::Upper => Window { beta: found.score + Score(1), ..Window::FULL },
        Bound::Lower => Window { alpha: found.score - Score(1), ..Window::FULL },
    };
    searcher.ask(position, depth, wider)
}
