//! Group commit: the writes of all tables, together, every few milliseconds.
//!
//! Tables hand in what happened and wait; whoever is told `Ok` may show it to
//! the players, because it is durable. While the store does not answer the
//! recorder keeps what it has and tries again: tables stand still, nothing is
//! lost, and nobody sees a move that is not stored.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vzetek_store::{Store, StoreError, Write};

/// The most tables that may wait for the recorder before others wait for them.
const QUEUE: usize = 4096;
/// The most writes in one transaction.
const BATCH: usize = 2048;
/// Between two tries while the store does not answer.
const RETRY: Duration = Duration::from_millis(250);
/// The time that a server that stops waits for a store that does not answer,
/// from the moment it is told to stop.
const LAST_TRIES: Duration = Duration::from_secs(10);
/// The wait for a commit from which on the recorder is not healthy.
const LONG: Duration = Duration::from_secs(2);

/// The writes of one table, to be stored whole or not at all.
struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), NotRecorded>>,
}

/// The reason why something is not recorded. It then never happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRecorded {
    /// The store refused this very write while it takes others: a fault of
    /// ours, logged.
    #[error("the store refused the write")]
    Refused,
    /// The server stopped before the store answered again, or the database is
    /// another server's.
    #[error("the recorder has stopped")]
    Stopped,
}

/// The recorder's health.
#[derive(Debug)]
struct Health {
    /// True if the store took, or rightly refused, the last batch.
    works: AtomicBool,
    /// The moment since which a batch has been waiting for the store.
    waiting: Mutex<Option<Instant>>,
}

impl Health {
    fn wait_from(&self, since: Option<Instant>) {
        *self.waiting.lock().expect("never poisoned: no panic while held") = since;
    }

    fn is_good(&self) -> bool {
        let waiting = *self.waiting.lock().expect("never poisoned: no panic while held");
        self.works.load(Ordering::Relaxed) && waiting.is_none_or(|since| since.elapsed() < LONG)
    }
}

/// The way to the recorder.
#[derive(Clone, Debug)]
pub struct Recorder {
    jobs: mpsc::Sender<Job>,
    health: Arc<Health>,
    finish: CancellationToken,
}

impl Recorder {
    /// Starts the recorder's task, which ends when [`Recorder::finish`] is
    /// called, or when the store says that it is another server's. Once
    /// `shutdown` is cancelled it waits ten seconds more at most, all in all, for
    /// a store that does not answer.
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
        // On a thread of its own: a commit is many short waits for the store,
        // and behind hundreds of busy tables each of them would wait its turn.
        let runtime = Handle::current();
        let running = tokio::task::spawn_blocking(move || runtime.block_on(worker.run()));
        (Self { jobs, health, finish }, running)
    }

    /// Lets the recorder write what is queued and end. To be called when no
    /// table can hand in anything more.
    pub fn finish(&self) {
        self.finish.cancel();
    }

    /// Writes all of it in one transaction and returns when it is durable.
    ///
    /// # Errors
    /// [`NotRecorded`]; then nothing of it is stored.
    pub async fn write(&self, writes: Vec<Write>) -> Result<(), NotRecorded> {
        let (done, wait) = oneshot::channel();
        self.jobs.send(Job { writes, done }).await.map_err(|_| NotRecorded::Stopped)?;
        wait.await.map_err(|_| NotRecorded::Stopped)?
    }

    /// True if the last write went through, none waits for long, and another
    /// one would be taken.
    pub fn healthy(&self) -> bool {
        self.health.is_good() && !self.jobs.is_closed()
    }
}

fn tell(done: oneshot::Sender<Result<(), NotRecorded>>, outcome: Result<(), NotRecorded>) {
    // A table that no longer waits has been closed meanwhile.
    let _ = done.send(outcome);
}

struct Worker {
    store: Arc<dyn Store>,
    interval: Duration,
    queue: mpsc::Receiver<Job>,
    health: Arc<Health>,
    finish: CancellationToken,
    /// No store is waited for any more.
    give_up: CancellationToken,
}

/// The outcome of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Now,
    Not(NotRecorded),
    /// Nor will anything be: the database is another server's.
    NeverMore,
}

impl From<Written> for Result<(), NotRecorded> {
    fn from(written: Written) -> Self {
        match written {
            Written::Now => Ok(()),
            Written::Not(why) => Err(why),
            Written::NeverMore => Err(NotRecorded::Stopped),
        }
    }
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
                        // Those who still wait are told by the queue's end.
                        return;
                    }
                }
                () = self.finish.cancelled() => return,
            }
        }
    }

    /// The first job, whatever else is there, and whatever comes until then: a
    /// commit follows the one before at the interval, so that a single move
    /// need not wait, and those that came during a long commit need not either.
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
        let mut batch: Vec<Write> = Vec::with_capacity(jobs.iter().map(|j| j.writes.len()).sum());
        let mut waiting = Vec::with_capacity(jobs.len());
        for job in jobs {
            let start = batch.len();
            batch.extend(job.writes);
            waiting.push((start..batch.len(), job.done));
        }
        let started = Instant::now();
        let outcome = self.write_until_answered(&batch).await;
        metrics::histogram!("vzetek_commit_seconds").record(started.elapsed().as_secs_f64());
        metrics::counter!("vzetek_writes_total").increment(batch.len() as u64);
        if waiting.len() > 1 && outcome == Written::Not(NotRecorded::Refused) {
            // One table's writes are at fault; the others must not suffer.
            for (range, done) in waiting {
                let outcome = self.write_until_answered(&batch[range]).await;
                tell(done, outcome.into());
                if outcome == Written::NeverMore {
                    return outcome;
                }
            }
            return Written::Now;
        }
        // From a thread of the runtime: to wake a task from there is a push to
        // the thread's own queue, from here a lock and a wake-up each.
        tokio::spawn(async move {
            for (_, done) in waiting {
                tell(done, outcome.into());
            }
        });
        outcome
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
        let mut takes_others = false;
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
                Err(StoreError::Unavailable(error)) => self.note_trouble(&error),
                // Refused although a made-up deal was taken just before: the fault
                // is with this batch.
                Err(refusal) if takes_others => {
                    self.note_works();
                    tracing::error!(error = %refusal, writes = batch.len(), "a write was refused");
                    return Written::Not(NotRecorded::Refused);
                }
                // If the store takes that no more than this, somebody will mend it.
                Err(refusal) => match self.store.ping().await {
                    Ok(()) => {
                        takes_others = true;
                        continue;
                    }
                    Err(_) => self.note_trouble(&refusal),
                },
            }
            takes_others = false;
            tokio::time::sleep(RETRY).await;
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
