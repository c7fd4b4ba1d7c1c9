//! Tršet and kifameno as they are played at tables.

use std::borrow::Cow;

use vzetek_game::{Claim, Game, Seat, Share, TableGame, Transfer, Zone, Zones};

use crate::{
    Action, Card, DealResult, Event, Fact, MatchScore, Options, Status, Trset, Variant, View,
    claim, coach, status,
};

impl TableGame for Trset {
    type Result = DealResult;
    type Score = MatchScore;
    type Fact = Fact;
    type Status = Status;

    const UNDEALT: Zone = Zone::Stock;

    fn kinds() -> Vec<Options> {
        let seats = |variant| (2..=4).filter_map(move |seats| Options::new(variant, seats).ok());
        [Variant::Trset, Variant::Kifameno].into_iter().flat_map(seats).collect()
    }

    fn pools() -> Vec<Options> {
        let matches = [
            (Variant::Trset, 2, Some(21)),
            (Variant::Trset, 4, Some(21)),
            (Variant::Kifameno, 3, None),
        ];
        let options = |(variant, players, target)| {
            let cappotto = variant == Variant::Kifameno;
            Some(Options { target, cappotto, ..Options::new(variant, players).ok()? })
        };
        matches.into_iter().filter_map(options).collect()
    }

    fn demos() -> Vec<Options> {
        let tables = [(Variant::Trset, 4), (Variant::Kifameno, 3), (Variant::Trset, 2)];
        let options = |(variant, players)| Options::new(variant, players).ok();
        tables.into_iter().filter_map(options).collect()
    }

    fn variant(options: &Options) -> &'static str {
        match options.variant {
            Variant::Trset => "trset",
            Variant::Kifameno => "kifameno",
        }
    }

    fn side(options: &Options, seat: Seat) -> usize {
        options.side(seat)
    }

    fn notation(action: &Action) -> Cow<'static, str> {
        match action {
            Action::Declare(declaration) => Cow::Owned(declaration.to_string()),
            Action::Play(card) => Cow::Borrowed(card.notation()),
        }
    }

    fn undealt(&self) -> &[Card] {
        &self.stock
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

    fn last_taker(&self) -> Option<Seat> {
        self.table.last_trick.as_ref()?.winner(self.seats())
    }

    fn written(&self, _: &MatchScore) -> Option<DealResult> {
        self.result().copied()
    }

    fn share(result: &DealResult, seat: Seat) -> Share {
        let made = &result.seats[seat];
        Share { card_points: Some(made.thirds.into()), points: made.points.into(), won: made.won }
    }

    fn facts(view: &View, legal: &[Action]) -> Vec<Fact> {
        coach::facts(view, legal)
    }
    fn claim(view: &View) -> Option<Claim> {
        claim::claim(view)
    }
}
