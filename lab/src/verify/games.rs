//! The content of a record in each game's own types.

use vzetek_game::{CardSet, Game, HiddenInformation, Observer, Seat};
use vzetek_protocol::games::DealtCards;
use vzetek_protocol::{GameEvent, GameResult, GameView};
use vzetek_tablic::Tablic;
use vzetek_tarok::{ScoredDeal, Tarok};
use vzetek_trset::Trset;

/// A game whose deals are recorded.
pub trait Recorded: HiddenInformation {
    /// The deal as anybody sees it.
    fn public_view(&self) -> GameView;

    /// An event as a record tells it: all of it.
    fn told(event: Self::Event) -> GameEvent;

    /// Every card as it lies.
    fn cards(&self) -> DealtCards;

    /// Once the deal is over: the result that follows from it, as near as can
    /// be to what is written, and who has won.
    fn outcome(&self, written: Option<&GameResult>) -> Option<(GameResult, Vec<bool>)>;
}

impl Recorded for Trset {
    fn public_view(&self) -> GameView {
        GameView::Trset(self.view(Observer::Public))
    }

    fn told(event: Self::Event) -> GameEvent {
        GameEvent::Trset(event)
    }

    fn cards(&self) -> DealtCards {
        dealt(self, |seat| self.hand(seat), self.stock())
    }

    fn outcome(&self, _: Option<&GameResult>) -> Option<(GameResult, Vec<bool>)> {
        let result = self.result()?;
        let won = result.seats.iter().map(|reckoning| reckoning.won).collect();
        Some((GameResult::Trset(result), won))
    }
}

impl Recorded for Tarok {
    fn public_view(&self) -> GameView {
        GameView::Tarok(self.view(Observer::Public))
    }

    fn told(event: Self::Event) -> GameEvent {
        GameEvent::Tarok(event)
    }

    fn cards(&self) -> DealtCards {
        dealt(self, |seat| self.hand(seat), self.talon())
    }

    /// A radelc of the declarer follows from the deals before, so the result
    /// that is written may be doubled or not.
    fn outcome(&self, written: Option<&GameResult>) -> Option<(GameResult, Vec<bool>)> {
        let result = self.result()?;
        let doubled = match written {
            Some(GameResult::Tarok(written)) => written.doubled.filter(|_| written.fits(result)),
            _ => None,
        };
        let won = result.seats.iter().map(|reckoning| reckoning.won).collect();
        Some((GameResult::Tarok(ScoredDeal::new(result, doubled)), won))
    }
}

impl Recorded for Tablic {
    fn public_view(&self) -> GameView {
        GameView::Tablic(Box::new(self.view(Observer::Public)))
    }

    fn told(event: Self::Event) -> GameEvent {
        GameEvent::Tablic(event)
    }

    fn cards(&self) -> DealtCards {
        dealt(self, |seat| self.hand(seat), self.deck())
    }

    fn outcome(&self, _: Option<&GameResult>) -> Option<(GameResult, Vec<bool>)> {
        let result = *self.result()?;
        let won = result.seats.iter().map(|reckoning| reckoning.won).collect();
        Some((GameResult::Tablic(result), won))
    }
}

fn dealt<G: Game>(
    deal: &G,
    hand: impl Fn(Seat) -> CardSet<G::Card>,
    last_is_next: &[G::Card],
) -> DealtCards {
    let texts = |cards: CardSet<G::Card>| cards.iter().map(|card| card.to_string()).collect();
    DealtCards {
        hands: Seat::all(deal.seats()).map(|seat| texts(hand(seat))).collect(),
        stock: last_is_next.iter().rev().map(ToString::to_string).collect(),
    }
}
