//! The view of one observer of a deal, and the full states that it allows for.

use rand_core::Rng;
use serde::{Deserialize, Serialize};
use vzetek_game::{HiddenInformation, Observer, Seat};

use crate::{CardSet, Event, HiddenCards, Side, Table, Tarok, Undertaking};

/// A deal as one seat, or the public, knows it: the public side, and the
/// observer's own cards. Holds no hidden card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokView"),
    schemars(rename = "TarokView")
)]
pub struct View {
    /// The seat of the observer; absent for the public.
    pub observer: Option<Seat>,
    /// The seat that is to act; absent when the deal is over.
    pub current_player: Option<Seat>,
    /// The observer's cards; absent for the public.
    pub hand: Option<CardSet>,
    /// The cards that the observer has discarded face down.
    pub discards: CardSet,
    /// The public side of the deal.
    #[serde(flatten)]
    pub table: Table,
}

impl View {
    /// The cards of the pack whose place the observer does not know.
    pub fn unseen(&self) -> CardSet {
        let mut seen = self.table.open() | self.hand.unwrap_or_default() | self.discards;
        for &known in self.table.known.iter() {
            seen |= known;
        }
        CardSet::full() - seen
    }

    /// The number of unknown cards in a player's hand.
    pub fn hidden_in(&self, seat: Seat) -> usize {
        if self.observer == Some(seat) {
            return 0;
        }
        usize::from(self.table.hand_sizes[seat]) - self.table.known[seat].len()
    }

    /// The side of a player as far as the observer knows it: whoever holds the called
    /// king knows everybody's, all know their own.
    pub fn side(&self, undertaking: &Undertaking, seat: Seat) -> Option<Side> {
        undertaking.side(seat).or_else(|| {
            let (hand, observer) = (self.hand?, self.observer?);
            let holds = hand.contains(undertaking.called.as_ref()?.king);
            match (seat == observer, holds) {
                (true, _) => Some(undertaking.side_with(seat, hand)),
                (false, holds) => holds.then_some(Side::Defenders),
            }
        })
    }

    /// The number of cards discarded face down that the observer does not know.
    pub fn hidden_discards(&self) -> usize {
        usize::from(self.table.buried()) - self.discards.len()
    }
}

impl HiddenInformation for Tarok {
    type View = View;

    /// All but a card that is discarded face down.
    fn is_public(event: &Event) -> bool {
        match event {
            Event::Discarded { card: Some(card), .. } => card.is_tarok(),
            _ => true,
        }
    }

    fn view(&self, observer: Observer) -> View {
        let observer = observer.seat();
        let declarer = self.table.phase.undertaking().map(|undertaking| undertaking.declarer);
        let discarded = observer.is_some() && observer == declarer;
        View {
            observer,
            current_player: self.table.phase.current_player(),
            hand: observer.map(|seat| self.hands[seat]),
            discards: if discarded { self.buried } else { CardSet::EMPTY },
            table: self.table.clone(),
        }
    }

    /// Hides what the declarer discards, unless it is a tarok or the observer
    /// is the declarer. All else is public.
    fn redact(event: &Event, observer: Observer) -> Option<Event> {
        Some(match event {
            Event::Discarded { seat, .. }
                if !Self::is_public(event) && observer.seat() != Some(*seat) =>
            {
                Event::Discarded { seat: *seat, card: None }
            }
            event => event.clone(),
        })
    }

    fn observe(view: &mut View, event: &Event) {
        if let Some(hand) = &mut view.hand {
            match event {
                Event::TookGroup { seat, cards, .. } if view.observer == Some(*seat) => {
                    *hand |= *cards;
                }
                Event::Discarded { seat, card: Some(card) } if view.observer == Some(*seat) => {
                    hand.remove(*card);
                    if !card.is_tarok() {
                        view.discards.insert(*card);
                    }
                }
                Event::Played { seat, card, .. } if view.observer == Some(*seat) => {
                    hand.remove(*card);
                }
                _ => (),
            }
        }
        view.table.observe(event);
        view.current_player = view.table.phase.current_player();
    }

    fn determinize<R: Rng>(view: &View, rng: &mut R) -> Self {
        HiddenCards::new(view).sample(rng)
    }
}
