//! The information that each observer has of a deal, and the full states that it allows for.

use rand_core::Rng;
use vzetek_game::{HiddenInformation, Observer};

use crate::{Event, HiddenCards, Trset, View};

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
