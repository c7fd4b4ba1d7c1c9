//! A table's numbers: what was seen, and whether something is missing.

use vzetek_protocol::client::Since;

/// The last event seen of a table.
#[derive(Clone, Debug)]
pub struct Following {
    /// The last event that was seen with all those before it.
    since: Since,
    gap: Gap,
}

/// Events that are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// No event is missing, as far as is known.
    Closed,
    /// Some are, and have not been requested yet.
    Open,
    /// Some are, and they are on their way.
    Asked,
}

/// An event's place among those seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The next one; it counts as seen from now on.
    Next,
    /// One that was seen before.
    Seen,
    /// Some before it are missing.
    Gap,
}

impl Following {
    /// Follows a table from a snapshot on.
    pub fn new(since: Since) -> Self {
        Self { since, gap: Gap::Closed }
    }

    /// The last event that was seen with all those before it.
    pub fn since(&self) -> &Since {
        &self.since
    }

    /// Takes an event's number.
    pub fn event(&mut self, seq: u64) -> Place {
        if seq <= self.since.seq {
            Place::Seen
        } else if seq == self.since.seq + 1 {
            self.since.seq = seq;
            self.gap = Gap::Closed;
            Place::Next
        } else {
            if self.gap == Gap::Closed {
                self.gap = Gap::Open;
            }
            Place::Gap
        }
    }

    /// True if events are missing that have not been requested yet.
    pub fn has_gap(&self) -> bool {
        self.gap == Gap::Open
    }

    /// Notes that the server was asked for what is missing.
    pub fn asked(&mut self) {
        self.gap = Gap::Asked;
    }

    /// Notes that what the server was asked for may never come.
    pub fn unanswered(&mut self) {
        self.gap = Gap::Closed;
    }
}

#[cfg(test)]
mod tests {
    use vzetek_protocol::Epoch;

    use super::*;

    #[test]
    fn a_missing_event_is_asked_for_once_and_a_double_one_ignored() {
        let first = 11;
        let since = Since { epoch: Epoch::from("e"), seq: first - 1 };
        let mut following = Following::new(since.clone());
        assert_eq!(following.event(first + 1), Place::Gap);
        assert!(following.has_gap());
        assert_eq!(following.since(), &since);
        following.asked();
        assert_eq!(following.event(first + 2), Place::Gap);
        assert!(!following.has_gap(), "it is on its way");
        for seq in [first, first + 1, first + 2] {
            assert_eq!(following.event(seq), Place::Next);
        }
        assert_eq!(following.event(first), Place::Seen);
        assert_eq!(following.since().seq, first + 2);
        assert_eq!(following.event(first + 4), Place::Gap);
        assert!(following.has_gap(), "another gap is asked for again");
    }

    #[test]
    fn what_may_never_come_is_asked_for_again() {
        let mut following = Following::new(Since { epoch: Epoch::from("e"), seq: 1 });
        following.event(3);
        following.asked();
        following.unanswered();
        assert!(!following.has_gap(), "before anything comes nothing is known to be missing");
        following.event(4);
        assert!(following.has_gap());
    }
}
