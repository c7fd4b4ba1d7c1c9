//! What happened in the deal so far, in order: a view keeps what follows from
//! it, not how it came about.

use vzetek_trset::Event;

/// The events of a deal as a seat, or anybody, was told of them: everything
/// that happens in tršet is public.
///
/// Who joins in the middle of a deal has seen only a part. What is missing is
/// not inferred from; nothing else depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    events: Vec<Event>,
}

impl History {
    /// Nothing has happened, or nothing was seen.
    pub fn new() -> Self {
        Self::default()
    }

    /// Follows an event.
    pub fn observe(&mut self, event: &Event) {
        self.events.push(event.clone());
    }

    /// What was seen, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl<'a> FromIterator<&'a Event> for History {
    fn from_iter<I: IntoIterator<Item = &'a Event>>(events: I) -> Self {
        Self { events: events.into_iter().cloned().collect() }
    }
}
