//! The view of one observer of a deal.

use rand_core::Rng;
use serde::{Deserialize, Serialize};
use vzetek_game::{HiddenInformation, Observer, Seat};

use crate::{CardSet, Event, HiddenCards, Table, Trset};

/// A deal as one seat, or the public, knows it: the public side, and the
/// observer's own cards. Holds no hidden card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetView"),
    schemars(rename = "TrsetView")
)]
pub struct View {
    /// The seat of the observer; absent for the public.
    pub observer: Option<Seat>,
    /// The seat that is to act; absent when the deal is over.
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
        let mut seen = self.hand.unwrap_or_default() | self.table.trick.card_set();
        for seat in Seat::all(self.table.options.seats()) {
            seen |= self.table.piles[seat] | self.table.known[seat];
        }
        self.table.options.pack() - seen
    }

    /// The number of unknown cards in a player's hand.
    pub fn hidden_in(&self, seat: Seat) -> usize {
        if self.observer == Some(seat) {
            return 0;
        }
        usize::from(self.table.hand_sizes[seat]) - self.table.known[seat].len()
    }
}

impl HiddenInformation for Trset {
    type View = View;

    /// Everything that happens in tršet is public.
    fn is_public(_: &Event) -> bool {
        true
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

    fn redact(event: &Event, _: Observer) -> Option<Event> {
        Some(event.clone())
    }

    fn observe(view: &mut View, event: &Event) {
        if let Some(hand) = &mut view.hand {
            match *event {
                Event::Played { seat, card } if view.observer == Some(seat) => {
                    hand.remove(card);
                }
                Event::Drew { seat, card } if view.observer == Some(seat) => {
                    hand.insert(card);
                }
                _ => (),
            }
        }
        view.table.observe(event);
        view.current_player = view.table.to_play();
    }

    fn determinize<R: Rng>(view: &View, rng: &mut R) -> Self {
        let (hands, stock) = HiddenCards::new(view).sample(rng);
        Self { table: view.table.clone(), hands, stock }
    }
}
