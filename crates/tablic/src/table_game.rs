//! Tablić as it is played at tables.

use std::borrow::Cow;

use vzetek_game::{Seat, Share, TableGame};

use crate::{Action, BySeat, Card, DealResult, Goal, MatchScore, Options, Players, Tablic};

impl TableGame for Tablic {
    type Result = DealResult;
    type Score = MatchScore;

    fn kinds() -> Vec<Options> {
        Players::ALL.into_iter().filter_map(|players| Options::new(players.get()).ok()).collect()
    }

    fn notation(action: &Action) -> Cow<'static, str> {
        if action.captures() {
            Cow::Owned(action.to_string())
        } else {
            Cow::Borrowed(action.card.notation())
        }
    }

    fn undealt(&self) -> &[Card] {
        &self.deck
    }

    fn last_taker(&self) -> Option<Seat> {
        None
    }

    fn new_score(options: &Options) -> MatchScore {
        MatchScore::new(options)
    }

    fn written(&self, _: &MatchScore) -> Option<DealResult> {
        self.result().copied()
    }

    fn ended_as(&self, result: &DealResult) -> bool {
        self.result() == Some(result)
    }

    fn share(result: &DealResult, seat: Seat) -> Share {
        let reckoning = &result.seats[seat];
        Share {
            card_points: Some(reckoning.card_points.into()),
            points: reckoning.score.into(),
            won: reckoning.won,
        }
    }

    fn add(score: &mut MatchScore, result: &DealResult) {
        score.add(result);
    }

    fn winners(options: &Options, score: &MatchScore, last: &DealResult) -> Option<BySeat<bool>> {
        score.winners(options, last)
    }

    fn progress(options: &Options, score: &MatchScore) -> f64 {
        let share = |done: u16, of: u8| (f64::from(done) / f64::from(of)).min(1.0);
        match options.goal() {
            Goal::Deal => 1.0,
            Goal::Deals(deals) => share(score.deals, deals.get()),
            Goal::Points(target) => {
                share(score.points.iter().copied().max().unwrap_or_default(), target)
            }
        }
    }
}
