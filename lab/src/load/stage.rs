//! The stage of a load test: the pace of all tables, and their counters.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::watch;

use super::histogram::Histogram;

/// The pace of play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// No moves for now.
    Hold,
    /// Moves as fast as possible.
    Full,
    /// A move at each table every so often.
    Every(Duration),
    /// Stop permanently.
    Stop,
}

/// The present stage.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The pace of play.
    pub pace: Pace,
    /// The counters of this stage.
    pub counters: Arc<Counters>,
}

/// Counted by all tables together.
#[derive(Debug, Default)]
pub struct Counters {
    /// Messages that clients wrote.
    pub sent: AtomicU64,
    /// Messages that clients read.
    pub received: AtomicU64,
    /// Their bytes, both ways.
    pub bytes: AtomicU64,
    /// Moves that every seat has seen (or echoes that came back).
    pub moves: AtomicU64,
    /// Deals that ended.
    pub deals: AtomicU64,
    /// Moves that the server was too busy for and that were sent again.
    pub refused: AtomicU64,
    /// Nonces that came too late for their deal, which went on without them.
    pub late_nonces: AtomicU64,
    /// The time from writing a move until every seat has read it.
    pub latency: Histogram,
    /// The time from the moment when the move was due until every seat has read
    /// it: the latency, and the wait for the move before.
    pub response: Histogram,
}

impl Counters {
    /// Adds one to a counter.
    pub fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Reads a counter.
    pub fn read(counter: &AtomicU64) -> u64 {
        counter.load(Ordering::Relaxed)
    }
}

/// Publishes the stage to all tables.
pub struct Director {
    stage: watch::Sender<Stage>,
}

impl Director {
    /// All tables hold at first.
    pub fn new() -> Self {
        Self { stage: watch::Sender::new(Stage { pace: Pace::Hold, counters: Arc::default() }) }
    }

    /// Returns a receiver of the stages, for a table.
    pub fn follow(&self) -> watch::Receiver<Stage> {
        self.stage.subscribe()
    }

    /// Begins a stage with fresh counters.
    pub fn begin(&self, pace: Pace) -> Arc<Counters> {
        let counters = Arc::<Counters>::default();
        self.stage.send_replace(Stage { pace, counters: counters.clone() });
        counters
    }
}
