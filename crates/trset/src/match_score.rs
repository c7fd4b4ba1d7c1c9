//! The running score of a match.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::{DealResult, Options, Variant};

/// The running score of a match: whole points of each seat's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TrsetMatchScore"))]
pub struct MatchScore {
    /// Whole points so far, the same for partners.
    #[cfg_attr(feature = "ts", ts(as = "Vec<u16>"))]
    pub points: BySeat<u16>,
    /// The number of deals counted.
    pub deals: u16,
}

impl MatchScore {
    /// A match that is about to start.
    pub fn new(options: &Options) -> Self {
        Self { points: BySeat::filled(options.seats(), 0), deals: 0 }
    }

    /// Writes a deal down.
    pub fn add(&mut self, result: &DealResult) {
        for (points, reckoning) in self.points.iter_mut().zip(result.seats.iter()) {
            *points += u16::from(reckoning.points);
        }
        self.deals += 1;
    }

    /// Returns true for each winner, once the match is decided.
    ///
    /// Without a target one deal decides. With one, the match is over when
    /// somebody has reached it: in tršet the most points win, in kifameno the
    /// fewest. As long as the best are equal, another deal is played.
    pub fn winners(&self, options: &Options, last: &DealResult) -> Option<BySeat<bool>> {
        let Some(target) = options.target else {
            return Some(last.seats.map(|reckoning| reckoning.won));
        };
        let points = self.points.as_slice();
        let reached = points.iter().any(|&points| points >= u16::from(target));
        let best = match options.variant {
            Variant::Trset => points.iter().max(),
            Variant::Kifameno => points.iter().min(),
        };
        let winners = self.points.map(|points| Some(points) == best);
        let sides = Seat::all(options.seats())
            .filter(|&seat| winners[seat])
            .map(|seat| options.side(seat))
            .fold(0u8, |sides, side| sides | 1 << side);
        (reached && sides.count_ones() == 1).then_some(winners)
    }
}
