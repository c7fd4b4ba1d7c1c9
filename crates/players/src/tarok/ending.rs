//! The last tricks of a known deal, played best by everybody for itself.

use vzetek_game::{BySeat, Seat};
use vzetek_tarok::{Card, SEATS};

use super::search::Position;
use super::utility::utility;

/// What a deal is worth to each seat in the end.
pub(super) type Utilities = [f64; SEATS];

/// What the deal is worth to each seat when everybody plays on for the best of
/// its own utility (max^n; Luckhardt and Irani 1986). For a few cards only:
/// nothing is cut.
pub(super) fn solve(position: &Position, radelci: &BySeat<u8>) -> Utilities {
    if position.is_over() {
        return std::array::from_fn(|seat| utility(position, Seat::new(seat as u8), radelci));
    }
    let mover = position.to_play().index();
    let mut best: Option<Utilities> = None;
    for card in position.legal() {
        let found = solve_after(position, card, radelci);
        if best.is_none_or(|best| found[mover] > best[mover]) {
            best = Some(found);
        }
    }
    best.expect("somebody can play")
}

/// The same after a card.
pub(super) fn solve_after(position: &Position, card: Card, radelci: &BySeat<u8>) -> Utilities {
    let mut next = *position;
    next.play(card);
    solve(&next, radelci)
}
