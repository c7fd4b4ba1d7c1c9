//! The utility of the end of a deal to a seat.

use vzetek_game::{BySeat, Seat};
use vzetek_tarok::{Contract, SEATS};

use super::search::Position;

/// Returns the utility to `seat` of a deal that is over: the points by which
/// its score gets ahead of the mean of the others'. A declarer's radelc counts.
pub(super) fn utility(position: &Position, seat: Seat, radelci: &BySeat<u8>) -> f64 {
    let mut scores = position.scores();
    let declarer = position.declarer();
    if position.contract() != Contract::Klop && radelci.get(declarer).is_some_and(|&open| open > 0)
    {
        scores[declarer.index()] += position.declarers_result();
    }
    ahead(&scores, seat)
}

/// Returns the margin of a seat's score over the mean of the others'.
pub(super) fn ahead(scores: &[i32; SEATS], seat: Seat) -> f64 {
    let total: i32 = scores.iter().sum();
    f64::from(3 * scores[seat.index()] - total) / 2.0
}
