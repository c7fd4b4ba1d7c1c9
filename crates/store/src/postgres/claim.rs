//! The session that holds the lock of a [`crate::Claim`].

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::claim::{ClaimError, Patience, RETRY};
use crate::error::no_answer;
use crate::fence::{self, Fence};
use crate::{ConnectOptions, StoreError};

/// The lock's number, which means something in this database only: `vzetek`.
const LOCK: i64 = 0x767a_6574_656b;
/// The time for our own broken session to end. Another's is not waited for.
const OWN_END: Duration = Duration::from_secs(1);
/// The interval at which the session is tried.
const BEAT: Duration = Duration::from_secs(1);

/// A session that holds the lock, and takes it again in another one if it
/// breaks. Ends when dropped.
#[derive(Debug)]
pub(crate) struct Session {
    watching: JoinHandle<()>,
    lost: oneshot::Receiver<ClaimError>,
    raising: mpsc::Sender<Raising>,
}

/// Asks for the fence to be raised, and is told how that went.
type Raising = oneshot::Sender<Result<(), StoreError>>;

impl Drop for Session {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

impl Session {
    pub(crate) async fn open(
        url: String,
        options: &ConnectOptions,
        patience: Duration,
        fence: Fence,
    ) -> Result<Self, ClaimError> {
        let server = PgConnectOptions::from_str(&url)
            .map_err(StoreError::from)?
            .application_name("vzetek claim")
            .log_statements(log::LevelFilter::Trace)
            // A machine that is gone without a word must not hold it for hours.
            .options([
                ("tcp_keepalives_idle", "10"),
                ("tcp_keepalives_interval", "5"),
                ("tcp_keepalives_count", "3"),
            ]);
        let keeper = Keeper {
            server,
            limit: options.acquire_timeout,
            others_end: 2 * options.answer_timeout,
            fence,
        };
        let (tell, lost) = oneshot::channel();
        let (raising, raisings) = mpsc::channel(1);
        let held = keeper.claim(None, patience).await?;
        let watching = tokio::spawn(async move {
            let _ = tell.send(keeper.keep(held, raisings).await);
        });
        Ok(Self { watching, lost, raising })
    }

    /// Keeps all who had the lock before from writing. Waits for what they are
    /// writing now.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] if another process has the lock;
    /// [`StoreError::Unavailable`] if Postgres does not answer, or an earlier
    /// write does not end.
    pub(crate) async fn raise_fence(&self) -> Result<(), StoreError> {
        let (tell, told) = oneshot::channel();
        self.raising.send(tell).await.map_err(|_| StoreError::Fenced)?;
        told.await.unwrap_or(Err(StoreError::Fenced))
    }

    /// Waits until another process has the lock.
    pub(crate) async fn lost(&mut self) -> ClaimError {
        (&mut self.lost).await.unwrap_or(ClaimError::Taken)
    }
}

/// The keeper of the lock.
struct Keeper {
    server: PgConnectOptions,
    /// The time for Postgres to answer.
    limit: Duration,
    /// The time for a write of an earlier holder of the lock to end.
    others_end: Duration,
    fence: Fence,
}

/// A session with the lock.
struct Held {
    connection: PgConnection,
    backend: Backend,
}

/// A process of Postgres. A number alone may be another's after a restart.
#[derive(Clone, sqlx::FromRow)]
struct Backend {
    pid: i32,
    backend_start: String,
}

impl Keeper {
    /// Keeps the lock, in a new session if this one breaks, until another
    /// process has it.
    async fn keep(&self, mut held: Held, mut raisings: mpsc::Receiver<Raising>) -> ClaimError {
        loop {
            let alive = tokio::select! {
                Some(raised) = raisings.recv() => {
                    let outcome = self.raise(&mut held).await;
                    let alive = outcome.is_ok();
                    // A caller that no longer waits opens no store.
                    let _ = raised.send(outcome);
                    alive
                }
                () = tokio::time::sleep(BEAT) => self.bounded(held.connection.ping()).await.is_ok(),
            };
            if alive {
                continue;
            }
            tracing::warn!("Postgres broke the connection that holds this server's claim");
            let before = held.backend.clone();
            drop(held);
            held = loop {
                match self.claim(Some(&before), OWN_END).await {
                    Ok(held) => break held,
                    Err(ClaimError::Taken) => return ClaimError::Taken,
                    Err(ClaimError::Store(error)) => {
                        tracing::debug!(%error, "the database cannot be claimed again yet");
                        tokio::time::sleep(RETRY).await;
                    }
                }
            };
            tracing::info!("the database is claimed again");
        }
    }

    /// Raises the fence in the session that holds the lock: if another process
    /// has the lock, this one cannot.
    async fn raise(&self, held: &mut Held) -> Result<(), StoreError> {
        if self.fence.generation().is_some() {
            return Ok(());
        }
        let raise = sqlx::query_scalar(fence::RAISE).fetch_optional(&mut held.connection);
        let generation = tokio::time::timeout(self.others_end, raise)
            .await
            .map_err(|_| no_answer(self.others_end))??;
        self.fence.set(generation.ok_or_else(fence::no_row)?);
        Ok(())
    }

    /// Takes the lock in a session of its own, after that session of ours which
    /// had it `before` is ended. Once the fence is raised, only if nobody else
    /// has raised it since.
    async fn claim(
        &self,
        before: Option<&Backend>,
        patience: Duration,
    ) -> Result<Held, ClaimError> {
        let mut connection = self.bounded(self.server.connect()).await?;
        if let Some(Backend { pid, backend_start }) = before {
            // If only the network broke, it may hold the lock still.
            let end = sqlx::query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                  WHERE pid = $1 AND backend_start::text = $2",
            );
            self.bounded(end.bind(pid).bind(backend_start).execute(&mut connection)).await?;
        }
        let mut patience = Patience::new(patience);
        loop {
            let lock = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK);
            if self.bounded(lock.fetch_one(&mut connection)).await? {
                break;
            }
            patience.wait().await?;
        }
        if let Some(ours) = self.fence.generation() {
            // Another process may have had it meanwhile, and be gone again.
            let stored = sqlx::query_scalar(fence::read_fence!()).fetch_optional(&mut connection);
            if self.bounded(stored).await? != Some(ours) {
                return Err(ClaimError::Taken);
            }
        }
        let ours = sqlx::query_as(
            "SELECT pid, backend_start::text AS backend_start FROM pg_stat_activity \
              WHERE pid = pg_backend_pid()",
        );
        let backend = self.bounded(ours.fetch_one(&mut connection)).await?;
        Ok(Held { connection, backend })
    }

    async fn bounded<T>(
        &self,
        call: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, StoreError> {
        match tokio::time::timeout(self.limit, call).await {
            Ok(answer) => Ok(answer?),
            Err(_) => Err(no_answer(self.limit)),
        }
    }
}
