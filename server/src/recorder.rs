//! Group commit: the writes of all tables, together, every few milliseconds.
//!
//! Tables hand in what happened and wait; whoever is told `Ok` may show it to
//! the players, because it is durable. While the store does not answer the
//! recorder keeps what it has and tries again: tables stand still, nothing is
//! lost, and nobody sees a move that is not stored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use vzetek_store::{Store, StoreError, Write};

/// How many tables may wait for the recorder before others wait for them.
const QUEUE: usize = 4096;
/// How many writes go into one transaction at most.
const BATCH: usize = 2048;
/// Between two tries while the store does not answer.
const RETRY: Duration = Duration::from_millis(250);
/// How long a server that stops waits for a store that does not answer.
const LAST_TRIES: Duration = Duration::from_secs(10);

/// What one table wants to have written, whole or not at all.
struct Job {
    writes: Vec<Write>,
    done: oneshot::Sender<Result<(), NotRecorded>>,
}

/// Why something is not recorded. It then never happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRecorded {
    /// The store found a contradiction: a fault of ours, logged.
    #[error("the store refused the write")]
    Refused,
    /// The server stopped before the store answered again.
    #[error("the recorder has stopped")]
    Stopped,
}

/// The way to the recorder.
#[derive(Clone, Debug)]
pub struct Recorder {
    jobs: mpsc::Sender<Job>,
    healthy: Arc<AtomicBool>,
    finish: CancellationToken,
}

impl Recorder {
    /// Starts the recorder's task, which ends when [`Recorder::finish`] is
    /// called. Once `shutdown` is cancelled it no longer waits for a store
    /// that does not answer.
    pub fn start(
        store: Arc<dyn Store>,
        interval: Duration,
        shutdown: CancellationToken,
    ) -> (Self, JoinHandle<()>) {
        let (jobs, queue) = mpsc::channel(QUEUE);
        let healthy = Arc::new(AtomicBool::new(true));
        let finish = CancellationToken::new();
        let worker = Worker {
            store,
            interval,
            queue,
            healthy: healthy.clone(),
            shutdown,
            finish: finish.clone(),
        };
        // On a thread of its own: a commit is many short waits for the store,
        // and behind hundreds of busy tables each of them would wait its turn.
        let runtime = Handle::current();
        let running = tokio::task::spawn_blocking(move || runtime.block_on(worker.run()));
        (Self { jobs, healthy, finish }, running)
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

    /// Whether the last write went through and another one would be taken.
    pub fn healthy(&self) -> bool {
        self.healthy.load(Ordering::Relaxed) && !self.jobs.is_closed()
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
    healthy: Arc<AtomicBool>,
    shutdown: CancellationToken,
    finish: CancellationToken,
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
                    self.commit(jobs).await;
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

    async fn commit(&self, jobs: Vec<Job>) {
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
        if waiting.len() > 1 && outcome == Err(NotRecorded::Refused) {
            // One table's writes are at fault; the others must not suffer.
            for (range, done) in waiting {
                tell(done, self.write_until_answered(&batch[range]).await);
            }
            return;
        }
        // From a thread of the runtime: to wake a task from there is a push to
        // the thread's own queue, from here a lock and a wake-up each.
        tokio::spawn(async move {
            for (_, done) in waiting {
                tell(done, outcome);
            }
        });
    }

    async fn write_until_answered(&self, batch: &[Write]) -> Result<(), NotRecorded> {
        let mut stopping = None;
        loop {
            match self.store.write(batch).await {
                Ok(()) => {
                    if !self.healthy.swap(true, Ordering::Relaxed) {
                        tracing::info!("the store answers again");
                    }
                    return Ok(());
                }
                Err(StoreError::Unavailable(error)) => {
                    if self.healthy.swap(false, Ordering::Relaxed) {
                        tracing::warn!(%error, "the store does not answer; tables wait");
                    }
                }
                Err(error) => {
                    tracing::error!(%error, writes = batch.len(), "a write was refused");
                    return Err(NotRecorded::Refused);
                }
            }
            if self.shutdown.is_cancelled() {
                let since = *stopping.get_or_insert_with(Instant::now);
                if since.elapsed() > LAST_TRIES {
                    tracing::error!(writes = batch.len(), "stopping without the store");
                    return Err(NotRecorded::Stopped);
                }
            }
            tokio::time::sleep(RETRY).await;
        }
    }
}
