//! What a request costs: the time of a processor, on the threads that play and beside them.

use std::future::{pending, poll_fn};
use std::panic::resume_unwind;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Told what has been spent, each time that it has been.
pub type Bill = Arc<dyn Fn(Duration) + Send + Sync>;

tokio::task_local! {
    static BILL: Bill;
}

/// Runs work at this bill: it is told the processor's time of each part, and of what that does
/// [`beside`] itself.
pub async fn billed<T>(bill: Bill, work: impl Future<Output = T>) -> T {
    let mut work = pin!(BILL.scope(bill.clone(), work));
    poll_fn(|context| timed(&bill, || work.as_mut().poll(context))).await
}

/// Returns the work at the bill of whoever calls this, to be run in another task.
pub fn carried<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let bill = BILL.try_with(Arc::clone).ok();
    async move {
        match bill {
            Some(bill) => billed(bill, work).await,
            None => work.await,
        }
    }
}

/// Runs what takes long on a thread beside those that play, at the bill of whoever waits for it.
/// It runs to its end even if nobody waits any more.
///
/// # Panics
/// If the work panics.
pub async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let bill = BILL.try_with(Arc::clone).ok();
    let running = tokio::task::spawn_blocking(move || match bill {
        Some(bill) => timed(&bill, work),
        None => work(),
    });
    match running.await.map_err(tokio::task::JoinError::try_into_panic) {
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

/// The processor's time that this thread has taken so far.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Uses a processor for so long.
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
        // Nobody's work.
        beside(|| busy(PART)).await;
        assert_eq!(parts(), told);
    }
}
