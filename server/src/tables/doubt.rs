//! Lost answers of the store, behind which it may have assigned tables to this server.

use std::time::Duration;

use tokio::time::Instant;

/// The time within which the store has ended, one way or the other, what it was doing for a
/// connection that broke. It is longer than the store lets a statement run.
const ENDED: Duration = Duration::from_secs(15);

/// The doubt that the store has assigned tables to this server without its knowledge.
#[derive(Debug, Default)]
pub struct Doubt(Option<Unheard>);

#[derive(Debug)]
struct Unheard {
    /// When the last answer was lost.
    since: Instant,
    /// True if a look has been made that may have been too early.
    looked: bool,
}

impl Doubt {
    /// An answer of the store was lost.
    pub fn raise(&mut self, now: Instant) {
        self.0 = Some(Unheard { since: now, looked: false });
    }

    /// True if a look now may find tables: at once, and when the store has certainly ended.
    pub fn is_due(&self, now: Instant) -> bool {
        self.0.as_ref().is_some_and(|unheard| !unheard.looked || now - unheard.since >= ENDED)
    }

    /// A look that began at this time has succeeded. Tables may be assigned behind it as long as
    /// the store goes on with the lost call.
    pub fn looked(&mut self, began: Instant) {
        match &mut self.0 {
            Some(unheard) if began - unheard.since < ENDED => unheard.looked = true,
            _ => self.0 = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_answer_is_looked_for_at_once_and_when_the_store_has_ended() {
        let mut doubt = Doubt::default();
        let lost = Instant::now();
        let at = |ms| lost + Duration::from_millis(ms);
        assert!(!doubt.is_due(lost));
        doubt.raise(lost);
        assert!(doubt.is_due(at(0)));
        // The call may be committed between this look and the next.
        doubt.looked(at(200));
        assert!(!doubt.is_due(at(400)) && !doubt.is_due(at(14_999)));
        assert!(doubt.is_due(at(15_000)), "not believed");
        doubt.looked(at(15_000));
        assert!(!doubt.is_due(at(99_000)));
    }

    #[test]
    fn another_lost_answer_is_waited_for_again() {
        let mut doubt = Doubt::default();
        let lost = Instant::now();
        doubt.raise(lost);
        doubt.looked(lost);
        doubt.raise(lost + ENDED);
        doubt.looked(lost + ENDED);
        assert!(!doubt.is_due(lost + ENDED));
        assert!(doubt.is_due(lost + 2 * ENDED));
    }
}
