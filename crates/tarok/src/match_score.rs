//! The running score of a match, and everybody's radelci.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::{DealResult, Options, SEATS};

/// The running score of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokMatchScore"))]
pub struct MatchScore {
    /// Points so far.
    #[cfg_attr(feature = "ts", ts(as = "Vec<i32>"))]
    pub points: BySeat<i32>,
    /// Open radelci: each doubles one deal that its owner declares.
    #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
    pub radelci: BySeat<u8>,
    /// The number of deals counted.
    pub deals: u16,
}

/// The result of a deal as it is written down: the declarer's radelc applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokScoredDeal"))]
pub struct ScoredDeal {
    /// The result before anybody's radelci.
    #[serde(flatten)]
    pub deal: DealResult,
    /// The seat that used up a radelc with this deal: its `result` counts
    /// twice.
    pub doubled: Option<Seat>,
    /// The change of each player's score.
    #[cfg_attr(feature = "ts", ts(as = "Vec<i32>"))]
    pub scores: BySeat<i32>,
}

impl ScoredDeal {
    /// A result as it is written down if a radelc of `doubled` is used up.
    pub fn new(deal: &DealResult, doubled: Option<Seat>) -> Self {
        let mut scores = deal.scores();
        if let Some(seat) = doubled {
            scores[seat] += deal.seats[seat].result;
        }
        Self { deal: deal.clone(), doubled, scores }
    }

    /// True if it can have been written down for a deal that ended so. Only the
    /// deals before tell if the declarer had a radelc.
    pub fn fits(&self, deal: &DealResult) -> bool {
        [None, deal.declarer].iter().any(|&doubled| *self == Self::new(deal, doubled))
    }
}

impl Default for MatchScore {
    fn default() -> Self {
        Self { points: BySeat::filled(SEATS, 0), radelci: BySeat::filled(SEATS, 0), deals: 0 }
    }
}

impl MatchScore {
    /// A match that is about to start.
    pub fn new(_: &Options) -> Self {
        Self::default()
    }

    /// Returns the seat that uses a radelc up with this deal: a declarer who
    /// holds one. Klop has no declarer and is never doubled.
    pub fn doubled(&self, result: &DealResult) -> Option<Seat> {
        result.declarer.filter(|&seat| self.radelci[seat] > 0)
    }

    /// The deal as it is written down, the declarer's radelc applied.
    pub fn scored(&self, result: &DealResult) -> ScoredDeal {
        ScoredDeal::new(result, self.doubled(result))
    }

    /// Returns the change of each score with this deal, the declarer's radelc
    /// applied: it doubles the result, not the mond.
    pub fn worth(&self, result: &DealResult) -> BySeat<i32> {
        self.scored(result).scores
    }

    /// Writes a deal down. A radelc is used up before new ones are given.
    pub fn add(&mut self, result: &DealResult) {
        let worth = self.worth(result);
        if let Some(seat) = self.doubled(result) {
            self.radelci[seat] -= 1;
        }
        for seat in Seat::all(SEATS) {
            self.points[seat] += worth[seat];
            self.radelci[seat] = self.radelci[seat].saturating_add(u8::from(result.radelci));
        }
        self.deals += 1;
    }

    /// Returns true for each winner, once the match is over: with as many deals
    /// as the options say the player with most points wins, alone or with
    /// others. Without a number of deals one decides.
    pub fn winners(&self, options: &Options, last: &DealResult) -> Option<BySeat<bool>> {
        let Some(deals) = options.deals else {
            return Some(last.seats.map(|reckoning| reckoning.won));
        };
        let best = self.points.iter().max();
        (self.deals >= deals.get().into()).then(|| self.points.map(|points| Some(points) == best))
    }
}
