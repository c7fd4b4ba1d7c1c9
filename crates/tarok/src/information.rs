//! The information that each observer has of a deal, and the full states that it allows for.

use rand_core::Rng;
use vzetek_game::{HiddenInformation, Observer};

use crate::{CardSet, Event, HiddenCards, Tarok, View};

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
