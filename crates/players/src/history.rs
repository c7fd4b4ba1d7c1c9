//! The events of the deal so far, in order: a view holds the result, not the course.

/// The events of a deal as a seat received them.
///
/// A player who joins in the middle of a deal has seen only a part. Nothing is
/// inferred from missing events; nothing else depends on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<Event> {
    events: Vec<Event>,
}

impl<Event> Default for History<Event> {
    fn default() -> Self {
        Self { events: Vec::new() }
    }
}

impl<Event: Clone> History<Event> {
    /// Returns a history without events: nothing has happened, or nothing was seen.
    pub fn new() -> Self {
        Self::default()
    }

    /// Follows an event, already redacted for the seat.
    pub fn observe(&mut self, event: &Event) {
        self.events.push(event.clone());
    }

    /// Returns the events that were seen, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl<Event> Extend<Event> for History<Event> {
    fn extend<I: IntoIterator<Item = Event>>(&mut self, events: I) {
        self.events.extend(events);
    }
}

impl<'a, Event: Clone> FromIterator<&'a Event> for History<Event> {
    fn from_iter<I: IntoIterator<Item = &'a Event>>(events: I) -> Self {
        Self { events: events.into_iter().cloned().collect() }
    }
}
