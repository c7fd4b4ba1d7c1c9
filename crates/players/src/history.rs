//! What happened in the deal so far, in order: a view keeps what follows from
//! it, not how it came about.

/// The events of a deal as a seat was told of them.
///
/// Who joins in the middle of a deal has seen only a part. What is missing is
/// not inferred from; nothing else depends on it.
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
    /// Nothing has happened, or nothing was seen.
    pub fn new() -> Self {
        Self::default()
    }

    /// Follows an event, already redacted for the seat.
    pub fn observe(&mut self, event: &Event) {
        self.events.push(event.clone());
    }

    /// What was seen, oldest first.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl<'a, Event: Clone> FromIterator<&'a Event> for History<Event> {
    fn from_iter<I: IntoIterator<Item = &'a Event>>(events: I) -> Self {
        Self { events: events.into_iter().cloned().collect() }
    }
}
