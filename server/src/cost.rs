//! The cost of requests: processor time on the runtime's threads and on blocking ones, and the time
//! of long reads of the store.

use std::future::{pending, poll_fn};
use std::panic::resume_unwind;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::thread::available_parallelism;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Receives the time of each piece of a request's work: of a processor, or of a long read.
pub type Bill = Arc<dyn Fn(Duration) + Send + Sync>;

tokio::task_local! {
    static BILL: Bill;
}

/// Runs a future and charges its processor time to a bill: that of each poll, and that of its
/// calls of [`beside`].
pub async fn billed<T>(bill: Bill, work: impl Future<Output = T>) -> T {
    let mut work = pin!(BILL.scope(bill.clone(), work));
    poll_fn(|context| timed(&bill, || work.as_mut().poll(context))).await
}

/// Wraps a future for another task, so that it is charged to the caller's bill.
pub fn carried<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let bill = BILL.try_with(Arc::clone).ok();
    async move {
        match bill {
            Some(bill) => billed(bill, work).await,
            None => work.await,
        }
    }
}

/// Runs blocking work on a thread outside the runtime, charged to the caller's bill. It runs to
/// its end even if the caller is dropped.
///
/// # Panics
/// If the work panics.
pub async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let bill = BILL.try_with(Arc::clone).ok();
    ended(tokio::task::spawn_blocking(move || match bill {
        Some(bill) => timed(&bill, work),
        None => work(),
    }))
    .await
}

/// Waits for the end of a task, and panics if it did.
async fn ended<T>(task: JoinHandle<T>) -> T {
    match task.await.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(done) => done,
        Err(Ok(panic)) => resume_unwind(panic),
        // The runtime ends, and this task with it.
        Err(Err(_)) => pending().await,
    }
}

fn timed<T>(bill: &Bill, work: impl FnOnce() -> T) -> T {
    let before = thread_time();
    let done = work();
    bill(thread_time().saturating_sub(before));
    done
}

/// The processor time of the current thread so far.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Limits blocking work of requests to one thread.
static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);

/// Runs work of more than a millisecond outside the runtime, one piece at a time.
pub async fn one_at_a_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let turn = ONE_AT_A_TIME.acquire().await;
    beside(move || {
        let done = work();
        // Held by the work, not by the request, which may be dropped.
        drop(turn);
        done
    })
    .await
}

/// Limits long reads to half of the processors: on Postgres and on SQLite each one occupies another,
/// and moves need some.
static READS: LazyLock<Semaphore> = LazyLock::new(|| {
    Semaphore::new(available_parallelism().map_or(1, |processors| processors.get().div_ceil(2)))
});
/// The most that a read is charged: a store that does not answer is not the client's fault.
const MOST_OF_A_READ: Duration = Duration::from_millis(40);

/// Runs a read for which the store may work for milliseconds, in its turn, and charges the time
/// that it takes to the caller's bill: the store works on threads or in processes of its own, whose
/// processor time is not known. Once begun it runs to its end even if the caller is dropped.
///
/// # Panics
/// If the read panics.
pub async fn in_turn<T: Send + 'static>(read: impl Future<Output = T> + Send + 'static) -> T {
    let bill = BILL.try_with(Arc::clone).ok();
    // Before the task: a caller that is dropped gives its turn up.
    let turn = READS.acquire().await;
    ended(tokio::spawn(async move {
        let _turn = turn;
        let begun = Instant::now();
        let done = read.await;
        if let Some(bill) = bill {
            bill(begun.elapsed().min(MOST_OF_A_READ));
        }
        done
    }))
    .await
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Uses a processor for this time.
    fn busy(time: Duration) {
        let until = thread_time() + time;
        while thread_time() < until {
            std::hint::spin_loop();
        }
    }

    #[tokio::test]
    async fn work_is_billed_wherever_it_is_done_and_waiting_is_not() {
        const PART: Duration = Duration::from_millis(20);
        let told = Arc::new(AtomicU64::new(0));
        let bill: Bill = {
            let told = told.clone();
            Arc::new(move |spent| {
                let spent = u64::try_from(spent.as_micros()).unwrap();
                told.fetch_add(spent, Ordering::Relaxed);
            })
        };
        let parts = || Duration::from_micros(told.load(Ordering::Relaxed));
        billed(bill.clone(), async {
            busy(PART);
            tokio::time::sleep(5 * PART).await;
            beside(|| busy(PART)).await;
            let task = carried(async {
                busy(PART);
                beside(|| busy(PART)).await;
            });
            tokio::spawn(task).await.unwrap();
        })
        .await;
        let told = parts();
        assert!(told >= 4 * PART && told < 5 * PART, "{told:?}");
        // Work without a bill is charged to none.
        beside(|| busy(PART)).await;
        in_turn(std::future::ready(())).await;
        assert_eq!(parts(), told);
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_is_billed_by_its_time_and_not_without_bound() {
        for (takes, charged) in [(15, 15), (7000, 40)] {
            let told = Arc::new(AtomicU64::new(0));
            let bill: Bill = {
                let told = told.clone();
                Arc::new(move |spent| {
                    told.fetch_add(spent.as_millis() as u64, Ordering::Relaxed);
                })
            };
            let read = tokio::time::sleep(Duration::from_millis(takes));
            // The client hangs up.
            let caller = billed(bill, in_turn(read));
            assert!(tokio::time::timeout(Duration::from_millis(1), caller).await.is_err());
            tokio::time::sleep(Duration::from_millis(takes)).await;
            assert_eq!(told.load(Ordering::Relaxed), charged);
        }
    }
}
