//! Events by their numbers: within a term each number belongs to one event, for all clients.

use std::collections::{BTreeMap, HashMap};

use vzetek_game::notation::verb;
use vzetek_protocol::table::{Move, TableEvent};
use vzetek_protocol::{Epoch, TableId};

/// An event, without the fields that differ by recipient and time.
#[derive(Clone, Debug, PartialEq)]
enum Told {
    Moved(Move),
    Other(String),
}

impl Told {
    fn of(event: &TableEvent) -> Self {
        match event {
            TableEvent::Moved { moved, .. } => Self::Moved(moved.clone()),
            TableEvent::Dealt { deal } => Self::Other(format!("deal {} begins", deal.game)),
            TableEvent::Substituted { seat, .. } => Self::Other(format!("seat {seat} is absent")),
            TableEvent::Returned { seat, .. } => Self::Other(format!("seat {seat} is back")),
            public => Self::Other(serde_json::to_string(public).expect("events serialise")),
        }
    }

    fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Moved(one), Self::Moved(other)) => {
                let fits = is_told_of(&one.action, &other.action)
                    || is_told_of(&other.action, &one.action);
                fits && Move { action: other.action.clone(), ..one.clone() } == *other
            }
            _ => self == other,
        }
    }
}

/// True if an action may be sent so: whole, or only the verb of a hidden one.
pub fn is_told_of(told: &str, action: &str) -> bool {
    told == action || !told.is_empty() && told == verb(action)
}

#[derive(Clone, Debug)]
struct Event {
    told: Told,
    /// True if some client could follow it, so that its move is held against the record.
    followed: bool,
}

/// All events that any client received, also those that clients drop as repeated or too early.
#[derive(Debug, Default)]
pub struct Events(HashMap<(TableId, Epoch), BTreeMap<u64, Event>>);

impl Events {
    /// Takes an event that a client received; `followed` if it was the client's next one.
    ///
    /// # Errors
    /// If another event had that number before.
    pub fn take(
        &mut self,
        table: &TableId,
        epoch: &Epoch,
        seq: u64,
        event: &TableEvent,
        followed: bool,
    ) -> Result<(), String> {
        let told = Told::of(event);
        let all = self.0.entry((table.clone(), epoch.clone())).or_default();
        let known = all.entry(seq).or_insert_with(|| Event { told: told.clone(), followed });
        known.followed |= followed;
        if known.told.agrees(&told) {
            return Ok(());
        }
        let known = &known.told;
        Err(format!("table {table}: event {seq} of {epoch} was told as {known:?} and as {told:?}"))
    }

    /// The moves that no client could follow, and their tables.
    pub fn stray_moves(&self) -> impl Iterator<Item = (&TableId, &Move)> {
        self.0.iter().flat_map(|((table, _), events)| {
            events.values().filter(|event| !event.followed).filter_map(move |event| {
                if let Told::Moved(moved) = &event.told { Some((table, moved)) } else { None }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use vzetek_game::Seat;
    use vzetek_protocol::table::Actor;

    use super::*;

    fn moved(action: &str) -> TableEvent {
        let seat = Seat::new(1);
        let moved = Move { seat, action: action.to_owned(), by: Actor::Player, thinking_ms: 70 };
        TableEvent::Moved { moved, events: Vec::new(), status: None, turn: None }
    }

    #[test]
    fn a_hidden_action_is_known_by_its_verb() {
        assert!(is_told_of("discard", "discard:H4") && is_told_of("C3", "C3"));
        assert!(!is_told_of("talon", "discard:H4") && !is_told_of("C3", "C4"));
        assert!(!is_told_of("", "C4") && !is_told_of("discard:H4", "discard"));
    }

    #[test]
    fn a_number_is_of_one_event_in_its_term_whoever_is_told_and_how() {
        let table = TableId::from("t");
        let [first, second] = ["e.1", "e.2"].map(Epoch::from);
        let mut events = Events::default();
        assert_eq!(events.take(&table, &first, 3, &moved("discard"), true), Ok(()));
        assert_eq!(events.take(&table, &first, 3, &moved("discard:H4"), false), Ok(()));
        assert_eq!(events.take(&table, &second, 3, &moved("C3"), true), Ok(()));
        // A server that does not run the table any more continues to send events.
        assert!(events.take(&table, &second, 3, &moved("C4"), false).is_err());
        let ready = TableEvent::Ready { seat: Seat::new(0) };
        assert!(events.take(&table, &second, 3, &ready, false).is_err());
        assert_eq!(events.take(&table, &second, 4, &ready, true), Ok(()));
        let another = TableEvent::Ready { seat: Seat::new(1) };
        assert!(events.take(&table, &second, 4, &another, false).is_err());
    }

    #[test]
    fn a_move_that_nobody_could_follow_is_a_stray_one() {
        let (table, epoch) = (TableId::from("t"), Epoch::from("e.1"));
        let mut events = Events::default();
        for (seq, followed) in [(3, true), (5, false), (6, false), (6, true)] {
            events.take(&table, &epoch, seq, &moved(&format!("C{seq}")), followed).unwrap();
        }
        let stray: Vec<&str> = events.stray_moves().map(|(_, moved)| &*moved.action).collect();
        assert_eq!(stray, ["C5"]);
    }
}
