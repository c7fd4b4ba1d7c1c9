//! Tršet and kifameno as they are played at tables.

use std::borrow::Cow;

use vzetek_game::{BySeat, Game, MOST_SEATS, Seat, Share, TableGame};

use crate::{Action, Card, DealResult, MatchScore, Options, Trset, Variant};

impl TableGame for Trset {
    type Result = DealResult;
    type Score = MatchScore;

    fn kinds() -> Vec<Options> {
        let seats = |variant| (2..=4).filter_map(move |seats| Options::new(variant, seats).ok());
        [Variant::Trset, Variant::Kifameno].into_iter().flat_map(seats).collect()
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

    fn last_taker(&self) -> Option<Seat> {
        self.table.last_trick.as_ref()?.winner(self.seats())
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
            card_points: Some(reckoning.thirds.into()),
            points: reckoning.points.into(),
            won: reckoning.won,
        }
    }

    fn add(score: &mut MatchScore, result: &DealResult) {
        score.add(result);
    }

    fn winners(
        options: &Options,
        score: &MatchScore,
        last: &DealResult,
    ) -> Option<BySeat<bool, MOST_SEATS>> {
        score.winners(options, last).map(|won| won.with_room())
    }

    fn progress(options: &Options, score: &MatchScore) -> f64 {
        let best = score.points.iter().copied().max().unwrap_or_default();
        options.target.map_or(1.0, |target| (f64::from(best) / f64::from(target)).min(1.0))
    }
}
