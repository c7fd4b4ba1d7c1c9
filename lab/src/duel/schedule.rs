//! Plays the deals of a match, some at a time, until a test decides.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::sequential::{BOUND, Sequential, Verdict};
use super::table::{Contest, Table};
use super::terms::Unit;
use super::value::{Duplicate, standing, value};
use crate::journal::Journal;
use crate::progress::Progress;

/// A finished deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finished<M> {
    /// Its number.
    pub deal: u64,
    /// The outcomes, one for each seating.
    pub games: Duplicate,
    /// The knowledge of the players at its end; absent if they have learned
    /// nothing.
    #[serde(default = "nothing", skip_serializing_if = "Option::is_none")]
    pub learned: Option<M>,
}

fn nothing<M>() -> Option<M> {
    None
}

/// The plan of a match.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The most deals.
    pub deals: u64,
    /// The number of deals that follow each other, where players learn.
    pub evening: u64,
    /// The number of deals played at a time.
    pub threads: usize,
    /// The advantage that a sequential test looks for, in the match's unit; all
    /// deals are played if there is none.
    pub advantage: Option<f64>,
    /// The interval between reports of progress, if there are to be any.
    pub progress: Option<Duration>,
}

/// The outcome of the match.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The duplicates in the order of the deals, however they were shared out.
    pub deals: Vec<Duplicate>,
    /// The number of those that were played before.
    pub kept: usize,
    /// The test, and what it has decided; those that it was decided without
    /// are not among the deals.
    pub test: Option<(Sequential, Option<Verdict>)>,
    /// The time that the match took.
    pub time: Duration,
}

/// Plays the match. Evenings are shared out among the threads; the result does not depend on how.
/// `kept` are deals that were played before; the others are written to the journal.
///
/// # Errors
/// If the journal cannot be written, or a program cannot be used.
pub fn play<P: Contest>(
    table: &Table<P>,
    plan: &Plan,
    mut journal: Option<Journal>,
    kept: Vec<Finished<P::Memory>>,
) -> anyhow::Result<Tally> {
    let start = Instant::now();
    let learned: BTreeMap<u64, P::Memory> = kept
        .iter()
        .map(|finished| (finished.deal, finished.learned.clone().unwrap_or_default()))
        .collect();
    let board = Mutex::new(Board::new(plan, table.unit(), table.learns(), kept));
    let journal = Mutex::new(journal.as_mut());
    let seatings = table.seatings();
    let lock = || board.lock();
    let work = || -> anyhow::Result<()> {
        loop {
            let Some(evening) = lock().next_evening() else { return Ok(()) };
            let mut memory = P::Memory::default();
            for deal in evening {
                if let Some(learned) = learned.get(&deal) {
                    memory = learned.clone();
                    continue;
                }
                let mut games = Duplicate::new();
                for seating in seatings {
                    if lock().is_over() {
                        return Ok(());
                    }
                    let played = table.play(deal, seating, &mut memory);
                    let played = played.inspect_err(|_| lock().is_broken = true)?;
                    games.push((seating.clone(), played));
                }
                let learned = (memory != P::Memory::default()).then(|| memory.clone());
                let finished = Finished { deal, games, learned };
                if let Some(journal) = &mut *journal.lock() {
                    journal.add(&finished).inspect_err(|_| lock().is_broken = true)?;
                }
                lock().add(finished);
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        if let Some(pause) = plan.progress {
            let before = lock().done.len() as u64;
            let mut progress = Progress::new("deals", plan.deals, before, pause);
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(Duration::from_millis(20));
                let board = lock();
                progress.tell(board.done.len() as u64, || board.so_far());
            }
            progress.finish();
        }
        workers.into_iter().try_for_each(|worker| worker.join().expect("players do not panic"))
    })?;
    let board = board.into_inner();
    Ok(board.tally(|deal| learned.contains_key(&deal), start.elapsed()))
}

/// The deals that are done, and those that are to be played.
struct Board<M> {
    deals: u64,
    evening: u64,
    unit: Unit,
    /// The first deal that no thread has begun.
    next: u64,
    done: BTreeMap<u64, Finished<M>>,
    test: Option<Sequential>,
    verdict: Option<Verdict>,
    /// The number of deals that the test has seen, all from the first.
    tested: u64,
    /// True if the journal cannot be written, or a program cannot be used.
    is_broken: bool,
}

impl<M> Board<M> {
    fn new(plan: &Plan, unit: Unit, learns: bool, kept: Vec<Finished<M>>) -> Self {
        let wanted = kept.into_iter().filter(|finished| finished.deal < plan.deals);
        let mut board = Self {
            deals: plan.deals,
            evening: if learns { plan.evening.max(1) } else { 1 },
            unit,
            next: 0,
            done: wanted.map(|finished| (finished.deal, finished)).collect(),
            test: plan.advantage.map(Sequential::new),
            verdict: None,
            tested: 0,
            is_broken: false,
        };
        board.ask();
        board
    }

    fn is_over(&self) -> bool {
        self.verdict.is_some() || self.is_broken
    }

    /// The deals of an evening that no thread has begun.
    fn next_evening(&mut self) -> Option<std::ops::Range<u64>> {
        let first = self.next;
        self.next = self.deals.min(first.saturating_add(self.evening));
        (first < self.deals && !self.is_over()).then_some(first..self.next)
    }

    fn add(&mut self, finished: Finished<M>) {
        self.done.insert(finished.deal, finished);
        self.ask();
    }

    /// Lets the test look at the deals in their order, so that its verdict does
    /// not depend on which are finished first.
    fn ask(&mut self) {
        while self.verdict.is_none()
            && let Some(test) = &mut self.test
            && let Some(finished) = self.done.get(&self.tested)
        {
            self.verdict = test.add(value(self.unit, &finished.games));
            self.tested += 1;
        }
    }

    /// Describes the players' standing and that of the test.
    fn so_far(&self) -> String {
        let values: Vec<f64> =
            self.done.values().map(|finished| value(self.unit, &finished.games)).collect();
        let test = self
            .test
            .filter(|_| self.verdict.is_none())
            .map(|test| format!("; log likelihood ratio {:+.2} of ±{BOUND}", test.log_ratio()));
        standing(self.unit, &values) + &test.unwrap_or_default()
    }

    fn tally(self, was_kept: impl Fn(u64) -> bool, time: Duration) -> Tally {
        let counted = if self.verdict.is_some() { self.tested } else { self.deals };
        let deals = self.done.into_values().take(counted as usize);
        Tally {
            deals: deals.map(|finished| finished.games).collect(),
            kept: (0..counted).filter(|&deal| was_kept(deal)).count(),
            test: self.test.map(|test| (test, self.verdict)),
            time,
        }
    }
}
