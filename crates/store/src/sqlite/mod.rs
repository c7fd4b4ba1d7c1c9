//! The store in one SQLite file.
//!
//! One connection writes, the others only read: SQLite has one writer at a
//! time anyway, and in our own queue it waits in turn instead of polling a
//! lock. `BEGIN IMMEDIATE` keeps a transaction that reads first from failing
//! when another process has written in between.

#[cfg(test)]
mod failures;
mod file;
mod moves;
mod nodes;
mod open;
#[cfg(test)]
mod plans;
#[path = "../sql/mod.rs"]
mod sql;

use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{Sqlite, SqliteConnection, SqlitePool, sqlite::SqliteRow};

use self::file::File;
use self::sql::{Transaction, guests};
use crate::fence::Fence;
use crate::node::Owner;
use crate::{GuestLimits, StoreError};

type Db = Sqlite;
type Connection = SqliteConnection;
type Row = SqliteRow;

/// The store in one SQLite file.
#[derive(Debug)]
pub(crate) struct Backend {
    /// The one connection that writes.
    writer: SqlitePool,
    /// Connections that only read.
    readers: SqlitePool,
    /// The file that they have open.
    file: File,
    /// The fence that every write checks, if the store was opened by a claim.
    fence: Option<Fence>,
    begins: Begins,
}

/// The statements that begin transactions.
#[derive(Debug)]
struct Begins {
    write: Arc<str>,
    read: Arc<str>,
}

impl Begins {
    fn new(fence: Option<&Fence>) -> Self {
        let fence = fence.map(Fence::read).unwrap_or_default();
        Self { write: format!("BEGIN IMMEDIATE; {fence}").into(), read: "BEGIN DEFERRED".into() }
    }
}

impl Backend {
    const NAME: &str = "sqlite";
    /// Another that writes is waited for.
    const SKIP_LOCKED: &str = "";
    /// With a row that is returned only if it succeeded. A connection is a thread, and if that
    /// panics, statements seem to end without rows and without an error.
    const COMMIT: &str = "COMMIT; SELECT TRUE";
    const COMMIT_ANSWERS: bool = true;

    async fn begin_write(&self) -> Result<Transaction, StoreError> {
        self.begin_write_on(self.writer.acquire().await?).await
    }

    /// Begins a write like any other: it waits its turn behind others as long.
    async fn begin_probe(&self) -> Result<Transaction, StoreError> {
        self.begin_write().await
    }

    async fn begin_write_on(
        &self,
        connection: PoolConnection<Db>,
    ) -> Result<Transaction, StoreError> {
        Transaction::begin(connection, &self.begins.write, self.fence.as_ref()).await
    }

    /// Others who write wait anyway.
    #[expect(clippy::unused_async, reason = "on Postgres it waits")]
    async fn lock_names(_: &mut Connection) -> Result<(), StoreError> {
        Ok(())
    }

    fn owner(&self) -> Option<Owner> {
        self.fence.as_ref()?.owner()
    }

    /// Begins a transaction all of whose reads see one moment.
    async fn begin_read(&self) -> Result<Transaction, StoreError> {
        Transaction::begin(self.readers.acquire().await?, &self.begins.read, None).await
    }

    /// Without the foreign keys, which would look through all moves for each account that is
    /// removed: references to it are looked up before. The connection does not outlive the call in
    /// any case.
    async fn remove_guests_now(
        &self,
        ids: &[String],
        limits: GuestLimits,
    ) -> Result<Vec<String>, StoreError> {
        // Outside of a transaction: within one the setting does nothing.
        let mut connection = self.writer.acquire().await?;
        connection.close_on_drop();
        sqlx::query("PRAGMA foreign_keys = OFF").execute(&mut *connection).await?;
        let mut transaction = self.begin_write_on(connection).await?;
        let removed = guests::remove(&mut transaction, ids, limits).await;
        transaction.end(removed).await
    }

    /// A local file needs no limit of its own, but must still be at its path: SQLite continues to
    /// write into a file that has been moved or deleted.
    async fn bounded<T>(
        &self,
        call: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        self.file.is_in_place()?;
        let answer = call.await?;
        self.file.is_in_place()?;
        Ok(answer)
    }

    async fn close_all(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}
