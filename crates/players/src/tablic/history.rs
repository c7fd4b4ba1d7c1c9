//! The events of the deal so far, in order: a view keeps the result, not the course.

use vzetek_game::Seat;
use vzetek_tablic::{Action, Event};

/// The moves of a deal since cards were last dealt, as one seat, or anybody,
/// was told of them.
///
/// A player who joins in the middle of a deal has seen only a part. Nothing is
/// inferred from missing events; nothing else depends on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    moves: Vec<(Seat, Action)>,
}

impl History {
    /// Returns a history without moves: nothing has happened, or nothing was seen.
    pub fn new() -> Self {
        Self::default()
    }

    /// Follows an event.
    pub fn observe(&mut self, event: &Event) {
        match *event {
            Event::Laid { seat, card } => self.moves.push((seat, Action::lay(card))),
            Event::Captured { seat, card, taken, .. } => {
                self.moves.push((seat, Action::capture(card, taken)));
            }
            // Beliefs about a hand do not hold for the next.
            Event::Dealt { .. } => self.moves.clear(),
            Event::Swept { .. } | Event::Finished { .. } => (),
        }
    }

    /// The moves that were seen since cards were last dealt, oldest first.
    pub fn moves(&self) -> &[(Seat, Action)] {
        &self.moves
    }
}

impl<'a> FromIterator<&'a Event> for History {
    fn from_iter<I: IntoIterator<Item = &'a Event>>(events: I) -> Self {
        let mut history = Self::new();
        events.into_iter().for_each(|event| history.observe(event));
        history
    }
}
