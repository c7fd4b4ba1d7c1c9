//! Tablić as it is played at tables.

use std::borrow::Cow;

use vzetek_game::{Seat, Share, TableGame, Transfer, Zone, Zones};

use crate::{
    Action, Card, DealResult, Event, Fact, MatchScore, Options, Players, Status, Tablic, View,
    coach, status,
};

impl TableGame for Tablic {
    type Result = DealResult;
    type Score = MatchScore;
    type Fact = Fact;
    type Status = Status;

    const UNDEALT: Zone = Zone::Stock;

    fn kinds() -> Vec<Options> {
        Players::ALL.into_iter().filter_map(|players| Options::new(players).ok()).collect()
    }

    fn pools() -> Vec<Options> {
        let options = |players| Some(Options { target: Some(51), ..Options::new(players).ok()? });
        [2].into_iter().filter_map(options).collect()
    }

    fn demos() -> Vec<Options> {
        Options::new(4).into_iter().collect()
    }

    fn side(options: &Options, seat: Seat) -> usize {
        options.side(seat)
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

    fn dealer(&self) -> Seat {
        self.table.dealer
    }

    fn status(view: &View) -> Status {
        Status::of(&view.table)
    }

    fn zones(view: &View) -> Zones {
        status::zones(view)
    }

    fn transfers(_: &View, event: &Event) -> Vec<Transfer> {
        status::transfers(event)
    }

    fn written(&self, _: &MatchScore) -> Option<DealResult> {
        self.result().copied()
    }

    fn share(result: &DealResult, seat: Seat) -> Share {
        let made = &result.seats[seat];
        Share {
            card_points: Some(made.card_points.into()),
            points: made.score.into(),
            won: made.won,
        }
    }

    fn facts(view: &View, legal: &[Action]) -> Vec<Fact> {
        coach::facts(view, legal)
    }
}
