//! The running score of a match.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{BySeat, DealResult, Options};

/// The running score of a match: what each seat has made in all deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "TablicMatchScore")]
pub struct MatchScore {
    /// Points so far.
    #[ts(as = "Vec<u16>")]
    pub points: BySeat<u16>,
    /// How many deals are counted.
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

    /// Who has won, once the match is over: with as many deals as the options
    /// say whoever has most points, alone or with others. Without a number of
    /// deals one decides.
    pub fn winners(&self, options: &Options, last: &DealResult) -> Option<BySeat<bool>> {
        let Some(deals) = options.deals else {
            return Some(last.seats.map(|reckoning| reckoning.won));
        };
        let best = self.points.iter().max();
        (self.deals >= deals.get().into()).then(|| self.points.map(|points| Some(points) == best))
    }
}
