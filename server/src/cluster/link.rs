//! The session of two servers: one direction of messages each, numbered, so that every lost message
//! is detected.
//!
//! NATS delivers at most once. A session restarts whenever a number is missing or the other server
//! has been silent for too long; both then discard their state about each other, and send it again.
//! A state machine without time or sockets of its own.

use std::time::Duration;

use tokio::time::Instant;

/// The silence after which a session has ended. A server without other messages sends beats.
pub const SILENCE: Duration = Duration::from_secs(3);

/// One server's side of a session.
#[derive(Debug)]
pub struct Link {
    /// The number of this server's session.
    ours: u64,
    /// The number of the other server's session, if it has opened one.
    theirs: Option<u64>,
    /// True if the other server has opened its session in answer to the own one.
    up: bool,
    sent: u64,
    received: u64,
    heard: Instant,
}

/// An effect of a message on the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The message is to be processed.
    Take,
    /// The message belongs to no open session.
    Ignore,
    /// The session has ended, and another is to be opened.
    Broken,
    /// An `Open` is to be sent.
    Answer,
    /// An `Open` is to be sent, and then the whole state.
    Up,
    /// The session has ended because the other server opened another: an `Open` is to be sent.
    Anew,
}

impl Link {
    /// No session yet; `number` distinguishes this one from all others.
    pub fn new(number: u64, now: Instant) -> Self {
        Self { ours: number, theirs: None, up: false, sent: 0, received: 0, heard: now }
    }

    /// The number of this server's session.
    pub const fn session(&self) -> u64 {
        self.ours
    }

    /// The number of the other server's session, as far as it is known.
    pub const fn seen(&self) -> Option<u64> {
        self.theirs
    }

    /// True while the session is open in both directions.
    pub const fn is_up(&self) -> bool {
        self.up
    }

    /// Numbers the next message that is sent.
    pub fn next_number(&mut self) -> u64 {
        self.sent += 1;
        self.sent
    }

    /// The other server opens `session`, having `seen` the own one or not.
    pub fn opened(&mut self, session: u64, seen: Option<u64>, number: u64, now: Instant) -> Effect {
        if !self.up {
            // A server that repeats `Open` for an open session receives nothing; the silence must
            // end that.
            self.heard = now;
        }
        let is_new = self.theirs != Some(session);
        if is_new && self.up {
            self.restart(number, now);
            self.theirs = Some(session);
            return Effect::Anew;
        }
        self.theirs = Some(session);
        if seen != Some(self.ours) {
            return Effect::Answer;
        }
        if std::mem::replace(&mut self.up, true) {
            return Effect::Ignore;
        }
        Effect::Up
    }

    /// A numbered message has arrived. If the session is broken, `fresh` is the number of the next
    /// one.
    pub fn received(&mut self, session: u64, number: u64, fresh: u64, now: Instant) -> Effect {
        if !self.up || self.theirs != Some(session) {
            return Effect::Ignore;
        }
        self.heard = now;
        if number != self.received + 1 {
            self.restart(fresh, now);
            return Effect::Broken;
        }
        self.received = number;
        Effect::Take
    }

    /// Time has passed. Returns true if the session has ended by silence.
    pub fn is_silent(&mut self, fresh: u64, now: Instant) -> bool {
        let silent = self.up && now.saturating_duration_since(self.heard) >= SILENCE;
        if silent {
            self.restart(fresh, now);
        }
        silent
    }

    /// Ends the session; the next one has this number.
    pub fn restart(&mut self, fresh: u64, now: Instant) {
        *self = Self::new(fresh, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two servers and the messages between them.
    struct Pair {
        links: [Link; 2],
        fresh: u64,
        now: Instant,
        /// The numbered messages that each has taken since its session is up.
        taken: [u64; 2],
        ups: [u32; 2],
    }

    impl Pair {
        fn new() -> Self {
            let now = Instant::now();
            let links = [Link::new(1, now), Link::new(2, now)];
            Self { links, fresh: 3, now, taken: [0; 2], ups: [0; 2] }
        }

        fn fresh(&mut self) -> u64 {
            self.fresh += 1;
            self.fresh
        }

        fn open(&mut self, from: usize) {
            let fresh = self.fresh();
            let (session, seen) = (self.links[from].session(), self.links[from].seen());
            let to = 1 - from;
            match self.links[to].opened(session, seen, fresh, self.now) {
                Effect::Answer => self.open(to),
                Effect::Anew => {
                    self.taken[to] = 0;
                    self.open(to);
                }
                Effect::Up => {
                    (self.taken[to], self.ups[to]) = (0, self.ups[to] + 1);
                    self.open(to);
                }
                Effect::Ignore => {}
                other => panic!("{other:?}"),
            }
        }

        fn send(&mut self, from: usize, arrives: bool) -> Option<Effect> {
            let (session, number) = (self.links[from].session(), self.links[from].next_number());
            let fresh = self.fresh();
            if !arrives {
                return None;
            }
            let effect = self.links[1 - from].received(session, number, fresh, self.now);
            if effect == Effect::Take {
                self.taken[1 - from] += 1;
            }
            Some(effect)
        }

        fn is_up(&self) -> bool {
            self.links.iter().all(Link::is_up)
        }
    }

    #[test]
    fn a_session_opens_from_either_side_and_carries_messages() {
        for first in [0, 1] {
            let mut pair = Pair::new();
            assert_eq!(pair.send(first, true), Some(Effect::Ignore), "not before it is open");
            pair.links = [Link::new(1, pair.now), Link::new(2, pair.now)];
            pair.open(first);
            assert!(pair.is_up());
            assert_eq!(pair.ups, [1, 1]);
            for _ in 0..3 {
                assert_eq!(pair.send(0, true), Some(Effect::Take));
                assert_eq!(pair.send(1, true), Some(Effect::Take));
            }
            pair.open(first);
            assert_eq!(pair.ups, [1, 1], "to open it again changes nothing");
            assert_eq!(pair.send(0, true), Some(Effect::Take));
        }
    }

    #[test]
    fn whatever_is_lost_breaks_the_session_on_both_sides() {
        let mut pair = Pair::new();
        pair.open(0);
        pair.send(0, true);
        pair.send(0, false);
        assert_eq!(pair.send(0, true), Some(Effect::Broken));
        assert_eq!(pair.send(0, true), Some(Effect::Ignore));
        assert!(pair.links[0].is_up() && !pair.links[1].is_up());
        pair.open(1);
        assert!(pair.is_up());
        assert_eq!(pair.ups, [2, 2], "both tell everything again");
        assert_eq!(pair.send(0, true), Some(Effect::Take));
        assert_eq!(pair.send(1, true), Some(Effect::Take));
    }

    #[test]
    fn an_answer_that_is_lost_opens_nothing_and_is_noticed() {
        let mut pair = Pair::new();
        let fresh = pair.fresh();
        let [one, other] = &mut pair.links;
        assert_eq!(other.opened(one.session(), None, fresh, pair.now), Effect::Answer);
        let (session, seen) = (other.session(), other.seen());
        assert_eq!(one.opened(session, seen, fresh, pair.now), Effect::Up);
        // The answer of the first server is lost; the other opens again and again.
        for second in 0..3 {
            assert!(!one.is_silent(90, pair.now), "after {second} s");
            pair.now += Duration::from_secs(1);
            assert_eq!(one.opened(session, seen, fresh, pair.now), Effect::Ignore);
        }
        assert!(one.is_silent(90, pair.now));
        pair.open(0);
        assert!(pair.is_up());
    }

    #[test]
    fn one_that_starts_again_is_another() {
        let mut pair = Pair::new();
        pair.open(0);
        pair.send(1, true);
        pair.links[0] = Link::new(77, pair.now);
        pair.open(0);
        assert!(pair.is_up());
        assert_eq!(pair.send(1, true), Some(Effect::Take));
        assert_eq!(pair.send(0, true), Some(Effect::Take));
    }

    #[test]
    fn silence_ends_it() {
        let mut pair = Pair::new();
        pair.open(0);
        pair.now += SILENCE - Duration::from_millis(1);
        pair.send(0, true);
        pair.now += Duration::from_millis(1);
        assert!(!pair.links[1].is_silent(90, pair.now));
        assert!(pair.links[0].is_silent(91, pair.now));
        assert!(!pair.links[0].is_silent(92, pair.now), "once");
        pair.open(0);
        assert!(pair.is_up());
    }
}
