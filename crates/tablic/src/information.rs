//! The information that each observer has of a deal, and the full states that it allows for.

use rand_core::Rng;
use vzetek_game::{HiddenInformation, Observer};

use crate::{Event, Tablic, View};

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
