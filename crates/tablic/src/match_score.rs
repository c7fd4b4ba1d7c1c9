//! The running score of a match.

use serde::{Deserialize, Serialize};

use crate::{BySeat, DealResult, Goal, Options};

/// The running score of a match: what each seat has made in all deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TablicMatchScore"))]
pub struct MatchScore {
    /// Points so far.
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
            *points = points.saturating_add(reckoning.score.into());
        }
        self.deals = self.deals.saturating_add(1);
    }

    /// Returns true for each winner, once the match is decided.
    ///
    /// After one deal its winners win; after as many deals as the options say
    /// the player with most points, alone or with others. A match to a number
    /// of points is over when somebody has reached it and one player has most;
    /// as long as the best are equal, another deal is played.
    pub fn winners(&self, options: &Options, last: &DealResult) -> Option<BySeat<bool>> {
        let best = self.points.iter().copied().max().unwrap_or_default();
        let leaders = self.points.map(|&points| points == best);
        let alone = leaders.iter().filter(|&&leads| leads).count() == 1;
        match options.goal() {
            Goal::Deal => Some(last.seats.map(|reckoning| reckoning.won)),
            Goal::Deals(deals) => (self.deals >= deals.get().into()).then_some(leaders),
            Goal::Points(target) => (best >= target.into() && alone).then_some(leaders),
        }
    }
}
