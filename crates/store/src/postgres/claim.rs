//! The session that holds the lock of a [`crate::Claim`].

use std::str::FromStr;
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

use super::nodes;
use crate::claim_wait::{ClaimError, ClaimWait, RETRY};
use crate::error::no_answer;
use crate::fence::Fence;
use crate::{ConnectOptions, StoreError};

/// The lock's number, which means something in this database only: `vzetek`. Servers that
/// share the database share it.
const LOCK: i64 = 0x767a_6574_656b;
/// The time for our own broken session to end. Another's is not waited for.
const OWN_END: Duration = Duration::from_secs(1);
/// The time for taking leave.
const LEAVE: Duration = Duration::from_secs(1);
/// The interval at which the session is tried and the server's row is renewed.
const BEAT: Duration = Duration::from_millis(500);

/// A session that holds the lock, and takes it again in another one if it
/// breaks. Ends when dropped.
#[derive(Debug)]
pub(crate) struct Session {
    watching: JoinHandle<()>,
    lost: oneshot::Receiver<ClaimError>,
    wishes: mpsc::Sender<Wish>,
}

/// Something that is to be done in the session.
enum Wish {
    /// The server is entered, so that those before it are fenced; the caller receives the outcome.
    Enter(oneshot::Sender<Result<(), StoreError>>),
    /// The server leaves.
    Leave,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

impl Session {
    pub(crate) async fn open(
        url: String,
        options: &ConnectOptions,
        timeout: Duration,
        fence: Fence,
        shared: bool,
    ) -> Result<Self, ClaimError> {
        let server = PgConnectOptions::from_str(&url)
            .map_err(StoreError::from)?
            .application_name("vzetek claim")
            .log_statements(log::LevelFilter::Trace)
            // A machine that fails silently must not hold it for hours.
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
            shared,
        };
        let (tell, lost) = oneshot::channel();
        let (wishes, wished) = mpsc::channel(1);
        let started = Instant::now();
        let held = loop {
            match keeper.claim(None, ClaimWait::new(timeout)).await {
                Err(ClaimError::Store(StoreError::Unavailable(error)))
                    if started.elapsed() < options.open_timeout =>
                {
                    tracing::debug!(%error, "the database does not answer yet");
                    tokio::time::sleep(RETRY).await;
                }
                claimed => break claimed?,
            }
        };
        let watching = tokio::spawn(async move {
            if let Some(error) = keeper.keep(held, wished).await {
                let _ = tell.send(error);
            }
        });
        Ok(Self { watching, lost, wishes })
    }

    /// Keeps all earlier holders of the lock from writing. Waits for what they are writing now.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] if another process has the lock;
    /// [`StoreError::Unavailable`] if Postgres does not answer, or an earlier
    /// write does not end.
    pub(crate) async fn raise_fence(&self) -> Result<(), StoreError> {
        let (tell, told) = oneshot::channel();
        self.wishes.send(Wish::Enter(tell)).await.map_err(|_| StoreError::Fenced)?;
        told.await.unwrap_or(Err(StoreError::Fenced))
    }

    /// Fences the server itself, and gives the lock up. A Postgres that does not answer is
    /// not waited for: the others find the lock free.
    pub(crate) async fn leave(mut self) {
        let left = async {
            if self.wishes.send(Wish::Leave).await.is_ok() {
                let _ = (&mut self.watching).await;
            }
        };
        if tokio::time::timeout(LEAVE, left).await.is_err() {
            tracing::warn!("left without a word to the database");
        }
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
    /// True if the database has other servers as well.
    shared: bool,
}

/// A session with the lock.
struct Held {
    connection: PgConnection,
    backend: Backend,
}

/// A process of Postgres. A number alone may be another's after a restart.
#[derive(Clone)]
struct Backend {
    pid: i32,
    backend_start: String,
}

impl Keeper {
    /// Holds the lock, in a new session if this one breaks, until another process has it, or the
    /// server leaves.
    async fn keep(&self, mut held: Held, mut wishes: mpsc::Receiver<Wish>) -> Option<ClaimError> {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let alive = tokio::select! {
                Some(wish) = wishes.recv() => match wish {
                    Wish::Enter(entered) => {
                        let outcome = self.enter(&mut held).await;
                        let alive = outcome.is_ok();
                        // A caller that no longer waits opens no store.
                        let _ = entered.send(outcome);
                        alive
                    }
                    Wish::Leave => {
                        self.leave(held).await;
                        return None;
                    }
                },
                _ = beat.tick() => match self.renew(&mut held).await {
                    Ok(true) => true,
                    Ok(false) => return Some(ClaimError::Taken),
                    Err(_) => false,
                },
            };
            if alive {
                continue;
            }
            tracing::warn!("Postgres broke the connection that holds this server's claim");
            let before = held.backend.clone();
            drop(held);
            held = loop {
                match self.claim(Some(&before), ClaimWait::silent(OWN_END)).await {
                    Ok(held) => break held,
                    Err(ClaimError::Store(error)) => {
                        tracing::debug!(%error, "the database cannot be claimed again yet");
                        tokio::time::sleep(RETRY).await;
                    }
                    Err(error) => return Some(error),
                }
            };
            tracing::info!("the database is claimed again");
        }
    }

    /// Enters the server in the session that holds the lock: if another process
    /// has the lock, this one cannot.
    async fn enter(&self, held: &mut Held) -> Result<(), StoreError> {
        if self.fence.incarnation().is_some() {
            return Ok(());
        }
        let enter = nodes::enter(&mut held.connection, self.fence.node(), !self.shared);
        let incarnation = tokio::time::timeout(self.others_end, enter)
            .await
            .map_err(|_| no_answer(self.others_end))??;
        self.fence.set(incarnation);
        Ok(())
    }

    /// Renews the server's row, or before there is one tries the session. Says whether the
    /// row is still its own.
    async fn renew(&self, held: &mut Held) -> Result<bool, StoreError> {
        match self.fence.owner() {
            Some(own) => self.bounded(nodes::renew(&mut held.connection, &own)).await,
            None => self.bounded(held.connection.ping()).await.map(|()| true),
        }
    }

    async fn leave(&self, mut held: Held) {
        if let Some(own) = self.fence.owner() {
            let left = self.bounded(nodes::leave(&mut held.connection, &own)).await;
            if let Err(error) = left {
                tracing::warn!(%error, "left without a word to the database");
            }
        }
        let _ = self.bounded(held.connection.close()).await;
    }

    /// Takes the locks in a new session, after ending the own session that had them `before`. Once
    /// the server is entered its row decides: as long as that is its own, locks that cannot be
    /// taken are [`StoreError::Unavailable`].
    async fn claim(&self, before: Option<&Backend>, wait: ClaimWait) -> Result<Held, ClaimError> {
        let mut connection = self.bounded(self.server.connect()).await?;
        if let Some(Backend { pid, backend_start }) = before {
            // If only the network broke, it may hold its locks still.
            let end = sqlx::query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                  WHERE pid = $1 AND backend_start::text = $2",
            );
            self.bounded(end.bind(pid).bind(backend_start).execute(&mut connection)).await?;
        }
        let locked = self.lock(&mut connection, wait).await;
        if let Some(ours) = self.fence.incarnation() {
            // Another process may have had the locks meanwhile, and have ended, or the database may
            // be older than our start and not know of it.
            let stored = sqlx::query_scalar(AssertSqlSafe(self.fence.read()));
            let stored: Option<i64> = self.bounded(stored.fetch_optional(&mut connection)).await?;
            if stored != Some(ours) {
                return Err(ClaimError::Taken);
            }
            // No other server has entered, so the locks can be taken again: as a rule Postgres is
            // yet to end our own session, which it cannot in the middle of a commit.
            locked.map_err(|error| match error {
                ClaimError::Store(error) => error,
                _ => no_answer(OWN_END),
            })?;
        } else {
            locked?;
        }
        let ours = sqlx::query_as(
            "SELECT pid, backend_start::text FROM pg_stat_activity \
              WHERE pid = pg_backend_pid()",
        );
        let (pid, backend_start) = self.bounded(ours.fetch_one(&mut connection)).await?;
        Ok(Held { connection, backend: Backend { pid, backend_start } })
    }

    /// Takes the claim's lock and the server's own.
    async fn lock(
        &self,
        connection: &mut PgConnection,
        mut wait: ClaimWait,
    ) -> Result<(), ClaimError> {
        let lock = if self.shared {
            "SELECT pg_try_advisory_lock_shared($1)"
        } else {
            "SELECT pg_try_advisory_lock($1)"
        };
        while !self.bounded(sqlx::query_scalar(lock).bind(LOCK).fetch_one(&mut *connection)).await?
        {
            wait.wait().await?;
        }
        let id = &self.fence.node().id;
        while !self.bounded(nodes::lock(connection, id)).await? {
            let taken = |_| ClaimError::NameTaken(id.to_string());
            wait.wait().await.map_err(taken)?;
        }
        Ok(())
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
