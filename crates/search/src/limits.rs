//! Limits of a search, and the watch over them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag by which another thread asks a search to come to an end.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every search that holds this flag to stop at its next look.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the search was asked to stop.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Equal are those that are raised together.
impl PartialEq for StopFlag {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The limits of a search. The first limit that is reached ends it; a limit
/// that is `None` never does.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Playouts of a Monte Carlo search.
    pub iterations: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Positions of a tree search.
    pub nodes: Option<u64>,
    /// Raised from outside when the answer is wanted now.
    pub stop: Option<StopFlag>,
}

impl Limits {
    /// Returns a limit of this many playouts. Makes a search reproducible.
    pub fn iterations(iterations: u64) -> Self {
        Self { iterations: Some(iterations), ..Self::default() }
    }

    /// Returns a limit of this much time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Returns a limit of this many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// True if some limit would end a search that never finds an end itself.
    pub fn is_bounded(&self) -> bool {
        self.iterations.is_some() || self.time.is_some()
    }

    /// Starts the clock.
    pub fn start(&self) -> Budget {
        Budget {
            iterations: self.iterations.unwrap_or(u64::MAX),
            nodes: self.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            deadline: self.time.and_then(|time| Instant::now().checked_add(time)),
            stop: self.stop.clone(),
            spent: false,
        }
    }
}

/// Limits with the clock running.
#[derive(Clone, Debug)]
pub struct Budget {
    iterations: u64,
    nodes: u64,
    /// The number of visited positions up to which nothing need be looked at; 0 once a limit was
    /// met.
    next_look: u64,
    deadline: Option<Instant>,
    stop: Option<StopFlag>,
    spent: bool,
}

impl Budget {
    /// True if a tree search that has seen `nodes` positions must stop.
    /// Looks at the clock once in 1,024 positions, which is well below a
    /// millisecond.
    #[inline]
    pub fn nodes_spent(&mut self, nodes: u64) -> bool {
        nodes >= self.next_look && self.look(nodes)
    }

    #[cold]
    fn look(&mut self, nodes: u64) -> bool {
        self.spent = self.spent || nodes >= self.nodes || nodes & 1023 == 0 && self.is_late();
        self.next_look = if self.spent { 0 } else { self.nodes.min((nodes | 1023) + 1) };
        self.spent
    }

    /// Runs playouts until a limit is reached, `least` of them however little time there is, and
    /// looks at the clock once in `batch`. Returns their number, and passes each the number of
    /// those before it.
    #[inline]
    pub fn playouts(&self, least: u64, batch: u64, mut playout: impl FnMut(u64)) -> u64 {
        let mut done = 0;
        loop {
            let granted = self.grant(done, batch).max(least.saturating_sub(done));
            if granted == 0 {
                return done;
            }
            (done..done + granted).for_each(&mut playout);
            done += granted;
        }
    }

    /// Returns the number of playouts to run before asking again: at most `batch`, and
    /// none when it is time to stop.
    pub fn grant(&self, done: u64, batch: u64) -> u64 {
        if self.is_late() { 0 } else { batch.min(self.iterations.saturating_sub(done)) }
    }

    /// True if the time is over or the flag is raised.
    pub fn is_late(&self) -> bool {
        self.stop.as_ref().is_some_and(StopFlag::is_raised)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// True if a limit was met by [`Budget::nodes_spent`].
    pub fn is_spent(&self) -> bool {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_batch_is_cut_to_the_limit() {
        let budget = Limits::iterations(100).start();
        assert_eq!(budget.grant(0, 64), 64);
        assert_eq!(budget.grant(64, 64), 36);
        assert_eq!(budget.grant(100, 64), 0);
    }

    #[test]
    fn a_raised_flag_and_a_clock_that_ran_out_stop() {
        let stop = StopFlag::new();
        let mut budget = Limits { stop: Some(stop.clone()), ..Limits::default() }.start();
        assert_eq!(budget.grant(0, 8), 8);
        assert!(!budget.nodes_spent(1024));
        stop.raise();
        assert_eq!(budget.grant(0, 8), 0);
        assert!(budget.nodes_spent(2048) && budget.is_spent());
        assert_eq!(Limits::time(Duration::ZERO).start().grant(0, 8), 0);
    }

    #[test]
    fn nodes_are_counted_to_the_limit() {
        let mut budget = Limits::nodes(10).start();
        assert!(!budget.nodes_spent(9));
        assert!(budget.nodes_spent(10));
    }
}
