//! The running score of a match.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, MOST_SEATS, RunningScore, Seat};

use crate::{DealResult, Options, Trset, Variant};

/// The running score of a match: whole points of each seat's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetMatchScore"),
    schemars(rename = "TrsetMatchScore")
)]
pub struct MatchScore {
    /// Whole points so far, the same for partners.
    pub points: BySeat<u16>,
    /// The number of deals counted.
    pub deals: u16,
}

impl RunningScore<Trset> for MatchScore {
    fn new(options: &Options) -> Self {
        Self { points: BySeat::filled(options.seats(), 0), deals: 0 }
    }

    fn add(&mut self, result: &DealResult) {
        for (points, made) in self.points.iter_mut().zip(result.seats.iter()) {
            *points += u16::from(made.points);
        }
        self.deals += 1;
    }

    /// A deal that may stop at the target knows the score before it.
    fn deal_options(&self, options: &Options) -> Options {
        let begun = self.points.iter().any(|&points| points > 0);
        let standing = (options.stops_at_target && begun).then_some(self.points);
        Options { standing, ..*options }
    }

    /// Without a target one deal decides. With one, the match is over when a player has reached it:
    /// in tršet the most points win, in kifameno the fewest. As long as the best are equal, another
    /// deal is played.
    fn winners(&self, options: &Options, last: &DealResult) -> Option<BySeat<bool, MOST_SEATS>> {
        let Some(target) = options.target else {
            return Some(last.seats.map(|made| made.won).with_room());
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
        (reached && sides.count_ones() == 1).then(|| winners.with_room())
    }

    fn final_points(&self, _: &Options) -> BySeat<i32, MOST_SEATS> {
        self.points.map(|&points| points.into()).with_room()
    }

    fn progress(&self, options: &Options) -> f64 {
        let best = self.points.iter().copied().max().unwrap_or_default();
        options.target.map_or(1.0, |target| (f64::from(best) / f64::from(target)).min(1.0))
    }
}
