//! Tarok as it is played at tables.

use std::borrow::Cow;
use std::num::NonZeroU8;

use vzetek_game::{Claim, Lesson, Seat, Share, TableGame, Transfer, Zone, Zones};

use crate::{
    Action, Card, Event, Fact, MOST_PLAYERS, MatchScore, Options, Phase, SEATS, ScoredDeal, Status,
    Tarok, View, claim, coach, prepared, status,
};

/// The deals of a match among paired players, for each of them.
const POOL_ROUNDS: u8 = 2;

impl TableGame for Tarok {
    type Result = ScoredDeal;
    type Score = MatchScore;
    type Fact = Fact;
    type Status = Status;

    const UNDEALT: Zone = Zone::Talon;

    fn kinds() -> Vec<Options> {
        [SEATS, MOST_PLAYERS]
            .map(|players| Options { players: players as u8, ..Options::default() })
            .to_vec()
    }

    /// Every player deals equally often.
    fn pools() -> Vec<Options> {
        let options = |players| {
            let deals = NonZeroU8::new(POOL_ROUNDS * players);
            Some(Options { deals, ..Options::new(players).ok()? })
        };
        [4, 3].into_iter().filter_map(options).collect()
    }

    fn demos() -> Vec<Options> {
        Options::new(4).into_iter().collect()
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

    fn dealer(&self) -> Seat {
        self.table.dealer
    }

    fn status(view: &View) -> Status {
        Status::of(&view.table.phase)
    }

    fn zones(view: &View) -> Zones {
        status::zones(view)
    }

    fn transfers(before: &View, event: &Event) -> Vec<Transfer> {
        status::transfers(&before.table, event)
    }

    fn last_taker(&self) -> Option<Seat> {
        self.table.phase.taken()?.last_winner()
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
        let made = &result.deal.seats[seat];
        Share {
            card_points: made.points.map(i32::from),
            points: result.scores[seat],
            won: made.won,
        }
    }

    fn goes_on(options: &Options) -> bool {
        options.deals.is_none()
    }

    fn lesson(options: &Options) -> Option<Lesson<Options>> {
        Some(Lesson { options: Options { prepared: true, ..*options }, place: prepared::PLACE })
    }

    fn facts(view: &View, legal: &[Action]) -> Vec<Fact> {
        coach::facts(view, legal)
    }

    fn foregone(&self) -> Option<Action> {
        matches!(&self.table.phase, Phase::Doubling(doubling) if doubling.is_foregone())
            .then_some(Action::Pass)
    }

    fn claim(view: &View) -> Option<Claim> {
        claim::claim(view)
    }
}
