//! The running score of a match, and each player's radelci.

use serde::{Deserialize, Serialize};
use vzetek_game::options::is_usual;
use vzetek_game::{BySeat, MOST_SEATS, RunningScore, Seat};

use crate::{DealResult, Options, SEATS, Tarok};

/// The running score of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokMatchScore"),
    schemars(rename = "TarokMatchScore")
)]
pub struct MatchScore {
    /// Points so far.
    pub points: BySeat<i32>,
    /// Open radelci: each doubles one deal that its owner declares.
    pub radelci: BySeat<u8>,
    /// The number of deals counted.
    pub deals: u16,
    /// Of four players: true if the deal before brought somebody's points to exactly 0.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub back_at_zero: bool,
}

/// The result of a deal as it is written down: the declarer's radelc applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokScoredDeal"),
    schemars(rename = "TarokScoredDeal")
)]
pub struct ScoredDeal {
    /// The result before anybody's radelci.
    #[serde(flatten)]
    pub deal: DealResult,
    /// The declarer who had a radelc: every `result` of the side counts twice. It is
    /// used up so; of four players, only if the deal was won.
    pub doubled: Option<Seat>,
    /// The change of each player's score.
    pub scores: BySeat<i32>,
}

impl ScoredDeal {
    /// A result as it is written down if a radelc of `doubled` counts.
    pub fn new(deal: &DealResult, doubled: Option<Seat>) -> Self {
        let mut scores = deal.scores();
        if doubled.is_some() {
            for (score, made) in scores.iter_mut().zip(deal.seats.iter()) {
                *score += made.result;
            }
        }
        Self { deal: deal.clone(), doubled, scores }
    }

    /// True if it can have been written down for a deal that ended so. Whether the declarer had a
    /// radelc follows only from the deals before.
    pub fn fits(&self, deal: &DealResult) -> bool {
        [None, deal.declarer].iter().any(|&doubled| *self == Self::new(deal, doubled))
    }
}

impl Default for MatchScore {
    fn default() -> Self {
        Self::of(SEATS)
    }
}

impl MatchScore {
    /// The score of `seats` players before the first deal.
    fn of(seats: usize) -> Self {
        let (points, radelci) = (BySeat::filled(seats, 0), BySeat::filled(seats, 0));
        Self { points, radelci, deals: 0, back_at_zero: false }
    }

    /// Returns the points of each player once the open radelci are paid for, which is at
    /// the end of a match.
    pub fn settled(&self, options: &Options) -> BySeat<i32> {
        BySeat::from_fn(self.points.len(), |seat| {
            self.points[seat] - i32::from(options.open_radelci) * i32::from(self.radelci[seat])
        })
    }

    /// The deal as it is written down. The result of a declarer who holds a radelc is
    /// doubled; klop has no declarer and is never doubled.
    pub fn scored(&self, result: &DealResult) -> ScoredDeal {
        ScoredDeal::new(result, result.declarer.filter(|&seat| self.radelci[seat] > 0))
    }
}

impl RunningScore<Tarok> for MatchScore {
    fn new(options: &Options) -> Self {
        Self::of(options.seats())
    }

    /// A radelc is used up before new ones are given, of four players only if the deal was won.
    /// This score, not the result, decides whether there is one.
    fn add(&mut self, result: &ScoredDeal) {
        let ScoredDeal { deal, doubled, scores } = self.scored(&result.deal);
        let seats = self.points.len();
        if let Some(seat) = doubled.filter(|&seat| seats == SEATS || deal.seats[seat].won) {
            self.radelci[seat] -= 1;
        }
        self.back_at_zero = false;
        for seat in Seat::all(seats) {
            self.points[seat] += scores[seat];
            self.back_at_zero |= seats > SEATS && scores[seat] != 0 && self.points[seat] == 0;
            self.radelci[seat] = self.radelci[seat].saturating_add(u8::from(deal.radelci));
        }
        self.deals += 1;
    }

    /// The deal is a compulsory klop, where the table plays it, if the last one brought a player
    /// back to nothing, or if it is the last of the match.
    fn deal_options(&self, options: &Options) -> Options {
        let closes = options.deals.is_some_and(|deals| self.deals + 1 == u16::from(deals.get()));
        let compulsory =
            options.compulsory_klop && self.back_at_zero || options.closing_klop && closes;
        Options { compulsory, ..*options }
    }

    /// With as many deals as the options say the player with most points wins,
    /// alone or with others. Without a number of deals one decides.
    fn winners(&self, options: &Options, last: &ScoredDeal) -> Option<BySeat<bool, MOST_SEATS>> {
        let Some(deals) = options.deals else {
            return Some(last.deal.seats.map(|made| made.won).with_room());
        };
        let settled = self.settled(options);
        let best = settled.iter().max();
        let over = self.deals >= deals.get().into();
        over.then(|| settled.map(|points| Some(points) == best).with_room())
    }

    fn final_points(&self, options: &Options) -> BySeat<i32, MOST_SEATS> {
        self.settled(options).with_room()
    }

    fn progress(&self, options: &Options) -> f64 {
        let share = |deals: u8| (f64::from(self.deals) / f64::from(deals)).min(1.0);
        options.deals.map_or(1.0, |deals| share(deals.get()))
    }
}
