//! Group commit: the writes of all tables, together, every few milliseconds.
//!
//! Tables hand in writes and wait. A table that receives `Ok` may publish the event, because it is
//! durable. While the store does not answer, the recorder retains the writes and tries again:
//! tables pause, nothing is lost, and no player sees a move that is not stored.
//!
//! Ratings are stored only if the stored ones are still those that they were computed from: another
//! server may have rated the same accounts. Otherwise the table receives
//! [`NotRecorded::Overtaken`], and the rest of the batch is written without its job.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vzetek_store::{RatingKey, Store, StoreError, Write};

use crate::retry::store_backoff;

/// The capacity of the queue of jobs. More tables wait until there is room.
const QUEUE: usize = 4096;
/// The most writes in one transaction.
const BATCH: usize = 2048;
/// The time that a stopping server waits for a store that does not answer, from the start of the
/// shutdown.
const LAST_TRIES: Duration = Duration::from_secs(10);
/// The wait for a commit from which on the recorder is not healthy.
const LONG: Duration = Duration::from_secs(2);

/// The writes of one table, to be stored whole or not at all.
struct Job {
    writes: Vec<Write>,
    done: Done,
}

/// The channel that returns the outcome to the table that waits for a job.
type Done = oneshot::Sender<Result<(), NotRecorded>>;

/// The reason why something is not recorded. It then never happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRecorded {
    /// The store refused this very write while it accepts others: a bug in the server, which is
    /// logged.
    #[error("the store refused the write")]
    Refused,
    /// The ratings in it were computed from others than are stored now: a player was rated
    /// meanwhile. The table must compute and write them again.
    #[error("ratings have moved meanwhile")]
    Overtaken,
    /// The server stopped before the store answered again, or the database belongs to another
    /// server.
    #[error("the recorder has stopped")]
    Stopped,
}

/// The recorder's health.
#[derive(Debug)]
struct Health {
    /// True if the store accepted, or rightly refused, the last batch.
    works: AtomicBool,
    /// The moment since which a batch has been waiting for the store.
    waiting: Mutex<Option<Instant>>,
}

impl Health {
    fn wait_from(&self, since: Option<Instant>) {
        *self.waiting.lock() = since;
    }

    fn is_good(&self) -> bool {
        let waiting = *self.waiting.lock();
        self.works.load(Ordering::Relaxed) && waiting.is_none_or(|since| since.elapsed() < LONG)
    }
}

/// A handle to the recorder.
#[derive(Clone, Debug)]
pub struct Recorder {
    jobs: mpsc::Sender<Job>,
    health: Arc<Health>,
    finish: CancellationToken,
}

impl Recorder {
    /// Starts the recorder's task, which ends when [`Recorder::finish`] is called, or when the
    /// store reports that it belongs to another server. Once `shutdown` is cancelled, the task
    /// waits ten more seconds at most, in total, for a store that does not answer.
    pub fn start(
        store: Arc<dyn Store>,
        interval: Duration,
        shutdown: CancellationToken,
    ) -> (Self, JoinHandle<()>) {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let health = Arc::new(Health { works: AtomicBool::new(true), waiting: Mutex::default() });
        let finish = CancellationToken::new();
        let give_up = CancellationToken::new();
        let worker = Worker {
            store,
            interval,
            queue,
            health: health.clone(),
            finish: finish.clone(),
            give_up: give_up.clone(),
        };
        tokio::spawn(async move {
            shutdown.cancelled().await;
            tokio::time::sleep(LAST_TRIES).await;
            give_up.cancel();
        });
        // On its own thread: a commit is many short waits for the store, and behind hundreds of
        // busy tables each of them would wait its turn.
        let runtime = Handle::current();
        let running = tokio::task::spawn_blocking(move || runtime.block_on(worker.run()));
        (Self { jobs, health, finish }, running)
    }

    /// Lets the recorder write the queued jobs and end. To be called when no table can hand in
    /// another job.
    pub fn finish(&self) {
        self.finish.cancel();
    }

    /// Writes all of it in one transaction and returns when it is durable.
    ///
    /// # Errors
    /// [`NotRecorded`]; then none of the writes is stored.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), NotRecorded> {
        let (done, wait) = oneshot::channel();
        self.jobs.send(Job { writes, done }).await.map_err(|_| NotRecorded::Stopped)?;
        wait.await.map_err(|_| NotRecorded::Stopped)?
    }

    /// True if the last write succeeded, none waits for long, and another one would be accepted.
    pub fn healthy(&self) -> bool {
        self.health.is_good() && !self.jobs.is_closed()
    }
}

fn tell(done: Done, outcome: Result<(), NotRecorded>) {
    // A table that no longer waits has been closed meanwhile.
    let _ = done.send(outcome);
}

struct Worker {
    store: Arc<dyn Store>,
    interval: Duration,
    queue: mpsc::Receiver<Job>,
    health: Arc<Health>,
    finish: CancellationToken,
    /// Cancelled when the recorder must wait for the store no longer.
    give_up: CancellationToken,
}

/// The outcome of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Written {
    Now,
    Not(NotRecorded),
    /// Not stored, because these ratings have changed.
    Overtaken(Vec<RatingKey>),
    /// Not stored, and nothing will be: the database belongs to another server.
    NeverMore,
}

impl Written {
    /// The outcome that is returned to the table.
    fn told(&self) -> Result<(), NotRecorded> {
        match self {
            Self::Now => Ok(()),
            Self::Not(why) => Err(*why),
            Self::Overtaken(_) => Err(NotRecorded::Overtaken),
            Self::NeverMore => Err(NotRecorded::Stopped),
        }
    }
}

/// Several jobs that are written together.
struct Batch {
    writes: Vec<Write>,
    /// The range of each job's own writes, and the channel to the table that waits.
    jobs: Vec<(Range<usize>, Done)>,
}

impl Batch {
    fn of(jobs: impl IntoIterator<Item = Job>) -> Self {
        let mut batch = Self { writes: Vec::new(), jobs: Vec::new() };
        for job in jobs {
            let start = batch.writes.len();
            batch.writes.extend(job.writes);
            batch.jobs.push((start..batch.writes.len(), job.done));
        }
        batch
    }

    /// Removes the jobs that set one of these ratings, and returns their channels.
    fn without(self, moved: &[RatingKey]) -> (Self, Vec<Done>) {
        let moved: HashSet<&RatingKey> = moved.iter().collect();
        let mut writes = self.writes.into_iter();
        let (mut kept, mut overtaken) = (Vec::new(), Vec::new());
        for (range, done) in self.jobs {
            let writes: Vec<Write> = writes.by_ref().take(range.len()).collect();
            if writes.iter().any(|write| sets_any(write, &moved)) {
                overtaken.push(done);
            } else {
                kept.push(Job { writes, done });
            }
        }
        (Self::of(kept), overtaken)
    }
}

fn sets_any(write: &Write, ratings: &HashSet<&RatingKey>) -> bool {
    let Write::Ratings { rows, .. } = write else { return false };
    rows.iter().any(|row| ratings.contains(&row.key()))
}

fn note_overtaken(jobs: usize) {
    metrics::counter!("vzetek_overtaken_total").increment(jobs as u64);
}

/// Returns the outcome to all of them from a thread of the runtime: to wake a task from there is a
/// push to the thread's own queue, from the recorder's a lock and a wake-up each.
fn tell_all(waiting: Vec<Done>, outcome: Result<(), NotRecorded>) {
    tokio::spawn(async move {
        for done in waiting {
            tell(done, outcome);
        }
    });
}

impl Worker {
    async fn run(mut self) {
        let mut next = tokio::time::Instant::now();
        loop {
            tokio::select! {
                biased;
                job = self.queue.recv() => {
                    let Some(first) = job else { return };
                    let jobs = self.gather(first, next).await;
                    next = tokio::time::Instant::now() + self.interval;
                    if self.commit(jobs).await == Written::NeverMore {
                        // Jobs still in the queue are answered by its end.
                        return;
                    }
                }
                () = self.finish.cancelled() => return,
            }
        }
    }

    /// Returns the first job with all others in the queue, and those that arrive until the given
    /// time. Commits start at a fixed interval, so that a single move need not wait, nor do jobs
    /// that arrived during a long commit.
    async fn gather(&mut self, first: Job, until: tokio::time::Instant) -> Vec<Job> {
        let mut size = first.writes.len();
        let mut jobs = vec![first];
        let until = tokio::time::sleep_until(until);
        tokio::pin!(until);
        while size < BATCH {
            tokio::select! {
                biased;
                job = self.queue.recv() => match job {
                    Some(job) => {
                        size += job.writes.len();
                        jobs.push(job);
                    }
                    None => break,
                },
                () = &mut until => break,
            }
        }
        jobs
    }

    async fn commit(&self, jobs: Vec<Job>) -> Written {
        let mut batch = Batch::of(jobs);
        loop {
            let started = Instant::now();
            let outcome = self.write_until_answered(&batch.writes).await;
            metrics::histogram!("vzetek_commit_seconds").record(started.elapsed().as_secs_f64());
            match outcome {
                Written::Overtaken(moved) => {
                    let (rest, overtaken) = batch.without(&moved);
                    note_overtaken(overtaken.len());
                    tell_all(overtaken, Err(NotRecorded::Overtaken));
                    if rest.jobs.is_empty() {
                        return Written::Now;
                    }
                    batch = rest;
                }
                Written::Not(NotRecorded::Refused) if batch.jobs.len() > 1 => {
                    return self.commit_each(batch).await;
                }
                outcome => {
                    let writes = batch.writes.len() as u64;
                    metrics::counter!("vzetek_writes_total").increment(writes);
                    let waiting = batch.jobs.into_iter().map(|(_, done)| done).collect();
                    tell_all(waiting, outcome.told());
                    return outcome;
                }
            }
        }
    }

    /// Writes each job separately, so that a refused write fails its own table only.
    async fn commit_each(&self, batch: Batch) -> Written {
        metrics::counter!("vzetek_writes_total").increment(batch.writes.len() as u64);
        for (range, done) in batch.jobs {
            let outcome = self.write_until_answered(&batch.writes[range]).await;
            if let Written::Overtaken(_) = outcome {
                note_overtaken(1);
            }
            tell(done, outcome.told());
            if outcome == Written::NeverMore {
                return outcome;
            }
        }
        Written::Now
    }

    async fn write_until_answered(&self, batch: &[Write]) -> Written {
        self.health.wait_from(Some(Instant::now()));
        let outcome = tokio::select! {
            biased;
            outcome = self.try_until_answered(batch) => outcome,
            () = self.give_up.cancelled() => {
                tracing::error!(writes = batch.len(), "stopping without the store");
                Written::Not(NotRecorded::Stopped)
            }
        };
        self.health.wait_from(None);
        outcome
    }

    async fn try_until_answered(&self, batch: &[Write]) -> Written {
        let (mut takes_others, mut backoff) = (false, store_backoff());
        loop {
            match self.store.write(batch).await {
                Ok(()) => {
                    self.note_works();
                    return Written::Now;
                }
                Err(StoreError::Fenced) => {
                    tracing::error!("the database is another server's now; nothing is written");
                    return Written::NeverMore;
                }
                Err(StoreError::RatingsMoved(moved)) => {
                    self.note_works();
                    return Written::Overtaken(moved);
                }
                Err(StoreError::Unavailable(error)) => self.note_trouble(&error),
                // Refused although a test deal was accepted just before: the fault is with this
                // batch.
                Err(refusal) if takes_others => {
                    self.note_works();
                    tracing::error!(error = %refusal, writes = batch.len(), "a write was refused");
                    return Written::Not(NotRecorded::Refused);
                }
                // A store that refuses the test deal as well waits for its operator.
                Err(refusal) => match self.store.ping().await {
                    Ok(()) => {
                        takes_others = true;
                        continue;
                    }
                    Err(_) => self.note_trouble(&refusal),
                },
            }
            takes_others = false;
            tokio::time::sleep(backoff.next_wait()).await;
        }
    }

    fn note_works(&self) {
        if !self.health.works.swap(true, Ordering::Relaxed) {
            tracing::info!("the store answers again");
        }
    }

    fn note_trouble(&self, error: &dyn std::error::Error) {
        if self.health.works.swap(false, Ordering::Relaxed) {
            tracing::warn!(%error, "the store takes nothing; tables wait");
        }
    }
}
