//! The running score of a match.

use serde::{Deserialize, Serialize};
use vzetek_game::{RunningScore, Seat};

use crate::{BySeat, DealResult, Goal, Options, Tablic};

/// The running score of a match: what each seat has made in all deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicMatchScore"),
    schemars(rename = "TablicMatchScore")
)]
pub struct MatchScore {
    /// Points so far, the same for partners.
    pub points: BySeat<u16>,
    /// The number of deals counted.
    pub deals: u16,
}

impl RunningScore<Tablic> for MatchScore {
    fn new(options: &Options) -> Self {
        Self { points: BySeat::filled(options.seats(), 0), deals: 0 }
    }

    fn add(&mut self, result: &DealResult) {
        for (points, made) in self.points.iter_mut().zip(result.seats.iter()) {
            *points = points.saturating_add(made.score.into());
        }
        self.deals = self.deals.saturating_add(1);
    }

    /// After one deal its winners win; after as many deals as the options say the side with most
    /// points, alone or with others. A match to a number of points is over when a side has
    /// reached it and one side has most; as long as the best are equal, another deal is played.
    fn winners(&self, options: &Options, last: &DealResult) -> Option<BySeat<bool>> {
        let best = self.points.iter().copied().max().unwrap_or_default();
        let leaders = self.points.map(|&points| points == best);
        let mut leading = Seat::all(leaders.len()).filter(|&seat| leaders[seat]);
        let first = leading.next().map(|seat| options.side(seat));
        let alone = leading.all(|seat| Some(options.side(seat)) == first);
        match options.goal() {
            Goal::Deal => Some(last.seats.map(|made| made.won)),
            Goal::Deals(deals) => (self.deals >= deals.get().into()).then_some(leaders),
            Goal::Points(target) => (best >= target.into() && alone).then_some(leaders),
        }
    }

    fn final_points(&self, _: &Options) -> BySeat<i32> {
        self.points.map(|&points| points.into())
    }

    fn progress(&self, options: &Options) -> f64 {
        let share = |done: u16, of: u8| (f64::from(done) / f64::from(of)).min(1.0);
        match options.goal() {
            Goal::Deal => 1.0,
            Goal::Deals(deals) => share(self.deals, deals.get()),
            Goal::Points(target) => {
                share(self.points.iter().copied().max().unwrap_or_default(), target)
            }
        }
    }
}
