//! Tarok as it is played at tables.

use std::borrow::Cow;

use vzetek_game::{BySeat, MOST_SEATS, Seat, Share, TableGame};

use crate::{Action, Card, MatchScore, Options, ScoredDeal, Tarok};

impl TableGame for Tarok {
    type Result = ScoredDeal;
    type Score = MatchScore;

    fn kinds() -> Vec<Options> {
        vec![Options::default()]
    }

    fn notation(action: &Action) -> Cow<'static, str> {
        match action {
            Action::Pass => Cow::Borrowed("pass"),
            Action::Play(card) => Cow::Borrowed(card.notation()),
            other => Cow::Owned(other.to_string()),
        }
    }

    fn undealt(&self) -> &[Card] {
        &self.talon
    }

    fn last_taker(&self) -> Option<Seat> {
        self.table.phase.taken()?.last_winner()
    }

    fn new_score(options: &Options) -> MatchScore {
        MatchScore::new(options)
    }

    fn written(&self, score: &MatchScore) -> Option<ScoredDeal> {
        self.result().map(|result| score.scored(result))
    }

    /// Returns true if the deal ended with this result. A radelc of the
    /// declarer follows from the deals before, so the result may leave it out.
    fn ended_as(&self, result: &ScoredDeal) -> bool {
        self.result().is_some_and(|ended| result.fits(ended))
    }

    fn share(result: &ScoredDeal, seat: Seat) -> Share {
        let reckoning = &result.deal.seats[seat];
        Share {
            card_points: reckoning.points.map(i32::from),
            points: result.scores[seat],
            won: reckoning.won,
        }
    }

    fn add(score: &mut MatchScore, result: &ScoredDeal) {
        score.add(&result.deal);
    }

    fn winners(
        options: &Options,
        score: &MatchScore,
        last: &ScoredDeal,
    ) -> Option<BySeat<bool, MOST_SEATS>> {
        score.winners(options, &last.deal).map(|won| won.with_room())
    }

    fn progress(options: &Options, score: &MatchScore) -> f64 {
        let share = |deals: u8| (f64::from(score.deals) / f64::from(deals)).min(1.0);
        options.deals.map_or(1.0, |deals| share(deals.get()))
    }

    fn goes_on(options: &Options) -> bool {
        options.deals.is_none()
    }
}
