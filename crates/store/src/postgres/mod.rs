//! The store in a Postgres database.
//!
//! Writes have connections of their own, so that however much is read, no move
//! waits for it. A connection is tried before it is used, so one that died while
//! idle is replaced unseen. One that dies during a call makes that call
//! [`StoreError::Unavailable`]; the next call gets a new one as soon as Postgres
//! answers again (`sql/transaction.rs`).

pub(crate) mod claim;
mod moves;
mod nodes;
mod open;
#[cfg(test)]
mod plans;
#[path = "../sql/mod.rs"]
mod sql;

use std::sync::Arc;
use std::time::Duration;

use sqlx::{PgConnection, PgPool, Postgres, postgres::PgRow};

use self::sql::{Transaction, guests};
use crate::error::no_answer;
use crate::fence::Fence;
use crate::node::Owner;
use crate::{GuestLimits, StoreError};

type Db = Postgres;
type Connection = PgConnection;
type Row = PgRow;

/// The store in a Postgres database.
#[derive(Debug)]
pub(crate) struct Backend {
    /// Connections that write.
    writers: PgPool,
    /// Connections that only read.
    readers: PgPool,
    /// The time for a whole call: a frozen server closes no connection.
    limit: Duration,
    /// The fence that every write checks, if the store was opened by a claim.
    fence: Option<Fence>,
    begins: Begins,
}

/// The statements that begin transactions, each in one message, so that the fence costs
/// no wait of its own.
#[derive(Debug)]
struct Begins {
    write: Arc<str>,
    /// Never waits long for a lock.
    probe: Arc<str>,
    /// All reads see one moment.
    read: Arc<str>,
}

impl Begins {
    fn new(fence: Option<&Fence>) -> Self {
        // The incarnation stays until the end of the transaction.
        let fence = fence.map(|fence| format!("{} FOR KEY SHARE", fence.read()));
        let fence = fence.unwrap_or_default();
        let limits = "SET LOCAL lock_timeout = '1s'; SET LOCAL statement_timeout = '1500ms'";
        Self {
            write: format!("BEGIN ISOLATION LEVEL READ COMMITTED; {fence}").into(),
            probe: format!("BEGIN ISOLATION LEVEL READ COMMITTED; {limits}; {fence}").into(),
            read: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY".into(),
        }
    }
}

impl Backend {
    const NAME: &str = "postgres";
    /// The end of a query for tables that leaves out what another server is taking.
    const SKIP_LOCKED: &str = " FOR UPDATE OF t SKIP LOCKED";
    const COMMIT: &str = "COMMIT";
    const COMMIT_ANSWERS: bool = false;

    async fn begin_write(&self) -> Result<Transaction, StoreError> {
        let connection = self.writers.acquire().await?;
        Transaction::begin(connection, &self.begins.write, self.fence.as_ref()).await
    }

    async fn begin_probe(&self) -> Result<Transaction, StoreError> {
        let connection = self.writers.acquire().await?;
        Transaction::begin(connection, &self.begins.probe, self.fence.as_ref()).await
    }

    async fn begin_read(&self) -> Result<Transaction, StoreError> {
        Transaction::begin(self.readers.acquire().await?, &self.begins.read, None).await
    }

    /// Lets others who take names wait until the end of the transaction.
    async fn lock_names(connection: &mut Connection) -> Result<(), StoreError> {
        let lock = "SELECT pg_advisory_xact_lock(hashtextextended('vzetek names', 0))";
        sqlx::query(lock).execute(connection).await?;
        Ok(())
    }

    fn owner(&self) -> Option<Owner> {
        self.fence.as_ref()?.owner()
    }

    async fn remove_guests_now(
        &self,
        ids: &[String],
        limits: GuestLimits,
    ) -> Result<Vec<String>, StoreError> {
        let mut transaction = self.begin_write().await?;
        let removed = guests::remove(&mut transaction, ids, limits).await;
        transaction.end(removed).await
    }

    async fn bounded<T>(
        &self,
        call: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        tokio::time::timeout(self.limit, call).await.unwrap_or_else(|_| Err(no_answer(self.limit)))
    }

    async fn close_all(&self) {
        // A frozen server would keep the pool from closing.
        let close = async {
            self.readers.close().await;
            self.writers.close().await;
        };
        let _ = tokio::time::timeout(self.limit, close).await;
    }
}
