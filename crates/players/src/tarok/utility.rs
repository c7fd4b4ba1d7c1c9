//! The utility of the end of a deal to a seat.

use vzetek_game::{BySeat, Seat};
use vzetek_tarok::Contract;

use super::search::Position;

/// Returns the utility to `seat` of a deal that is over: the points by which
/// its score gets ahead of the mean of the others'. A declarer's radelc counts.
pub(super) fn utility<const N: usize>(
    position: &Position<N>,
    seat: Seat,
    radelci: &BySeat<u8>,
) -> f64 {
    let mut scores = position.scores();
    let declarer = position.declarer();
    if position.contract() != Contract::Klop && radelci.get(declarer).is_some_and(|&open| open > 0)
    {
        let result = position.declarers_result();
        for side in Seat::all(N).filter(|&seat| position.is_declarers(seat)) {
            scores[side.index()] += result;
        }
    }
    ahead(&scores, seat)
}

/// Returns the margin of a seat's score over the mean of the others'.
pub(super) fn ahead<const N: usize>(scores: &[i32; N], seat: Seat) -> f64 {
    let total: i32 = scores.iter().sum();
    f64::from(N as i32 * scores[seat.index()] - total) / (N as f64 - 1.0)
}
