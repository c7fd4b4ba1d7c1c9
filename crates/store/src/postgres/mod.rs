//! The store in a Postgres database.
//!
//! Writes have connections of their own, so that however much is read, no move
//! waits for it. A connection is tried before it is used, so one that died while
//! idle is replaced unseen. One that dies during a call makes that call
//! [`StoreError::Unavailable`]; the next call gets a new one as soon as Postgres
//! answers again (`sql/transaction.rs`).

pub(crate) mod claim;
mod moves;
mod open;
#[path = "../sql/mod.rs"]
mod sql;

use std::time::Duration;

use sqlx::{PgConnection, PgPool, Postgres, postgres::PgRow};

use self::sql::{Transaction, guests};
use crate::error::no_answer;
use crate::fence::{Fence, read_fence};
use crate::{GuestLimits, StoreError};

type Db = Postgres;
type Connection = PgConnection;
type Row = PgRow;

/// The statement that reads the generation for [`crate::fence`], and keeps it
/// until the end of the transaction.
macro_rules! share_fence {
    () => {
        concat!(read_fence!(), " FOR SHARE")
    };
}

macro_rules! short_limits {
    () => {
        "SET LOCAL lock_timeout = '1s'; SET LOCAL statement_timeout = '1500ms'; "
    };
}

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
}

impl Backend {
    const NAME: &str = "postgres";
    const COMMIT: &str = "COMMIT";
    const COMMIT_ANSWERS: bool = false;

    async fn begin_write(&self) -> Result<Transaction, StoreError> {
        // In one message, so that the fence costs no wait of its own.
        let begin = match &self.fence {
            None => "BEGIN ISOLATION LEVEL READ COMMITTED",
            Some(_) => concat!("BEGIN ISOLATION LEVEL READ COMMITTED; ", share_fence!()),
        };
        Transaction::begin(self.writers.acquire().await?, begin, self.fence.as_ref()).await
    }

    /// Begins a write that waits for nobody long.
    async fn begin_probe(&self) -> Result<Transaction, StoreError> {
        let begin = match &self.fence {
            None => concat!("BEGIN; ", short_limits!()),
            Some(_) => concat!("BEGIN; ", short_limits!(), share_fence!()),
        };
        Transaction::begin(self.writers.acquire().await?, begin, self.fence.as_ref()).await
    }

    /// Begins a transaction all of whose reads see one moment.
    async fn begin_read(&self) -> Result<Transaction, StoreError> {
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY";
        Transaction::begin(self.readers.acquire().await?, begin, None).await
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
