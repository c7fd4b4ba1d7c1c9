//! The view of one observer of a deal, and the full states that it allows for.

use rand_core::Rng;
use serde::{Deserialize, Serialize};
use vzetek_game::{HiddenInformation, Observer, Seat};

use crate::{CardSet, Event, Table, Tablic};

/// A deal as one seat, or the public, knows it: the public side, and the
/// observer's own cards. Holds no hidden card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicView"),
    schemars(rename = "TablicView")
)]
pub struct View {
    /// The seat of the observer; absent for the public.
    pub observer: Option<Seat>,
    /// The seat that is to play; absent when the deal is over.
    pub current_player: Option<Seat>,
    /// The observer's cards; absent for the public.
    pub hand: Option<CardSet>,
    /// The public side of the deal.
    #[serde(flatten)]
    pub table: Table,
}

impl View {
    /// The cards of the pack whose place the observer does not know.
    pub fn unseen(&self) -> CardSet {
        CardSet::full() - (self.table.open() | self.hand.unwrap_or_default())
    }

    /// The number of cards in a player's hand that the observer does not know.
    pub fn hidden_in(&self, seat: Seat) -> usize {
        if self.observer == Some(seat) { 0 } else { self.table.hand_sizes[seat].into() }
    }
}

impl HiddenInformation for Tablic {
    type View = View;

    /// All but dealt cards.
    fn is_public(event: &Event) -> bool {
        !matches!(event, Event::Dealt { cards: Some(_), .. })
    }

    fn view(&self, observer: Observer) -> View {
        let observer = observer.seat();
        View {
            observer,
            current_player: self.table.to_play(),
            hand: observer.map(|seat| self.hands[seat]),
            table: self.table.clone(),
        }
    }

    /// Hides which cards the others are dealt. All else is public.
    fn redact(event: &Event, observer: Observer) -> Option<Event> {
        Some(match *event {
            Event::Dealt { seat, count, .. } if observer.seat() != Some(seat) => {
                Event::Dealt { seat, count, cards: None }
            }
            ref event => event.clone(),
        })
    }

    fn observe(view: &mut View, event: &Event) {
        if let Some(hand) = &mut view.hand {
            match *event {
                Event::Laid { seat, card } | Event::Captured { seat, card, .. }
                    if view.observer == Some(seat) =>
                {
                    hand.remove(card);
                }
                Event::Dealt { seat, cards: Some(cards), .. } if view.observer == Some(seat) => {
                    *hand = cards;
                }
                _ => (),
            }
        }
        view.table.observe(event);
        view.current_player = view.table.to_play();
    }

    fn determinize<R: Rng>(view: &View, rng: &mut R) -> Self {
        crate::hidden::sample(view, rng)
    }
}
