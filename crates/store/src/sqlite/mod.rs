//! The store in one SQLite file.
//!
//! One connection writes, the others only read: SQLite has one writer at a
//! time anyway, and in our own queue it waits in turn instead of polling a
//! lock. `BEGIN IMMEDIATE` keeps a transaction that reads first from failing
//! when another process has written in between.

mod moves;
mod open;
#[cfg(test)]
mod plans;

// The same source for both back ends: each compiles it with its own
// `Connection`, `Row` and `Db`.
#[path = "../sql/accounts.rs"]
mod accounts;
#[path = "../sql/batch.rs"]
mod batch;
#[path = "../sql/games.rs"]
mod games;
#[path = "../sql/guests.rs"]
mod guests;
#[path = "../sql/history.rs"]
mod history;
#[path = "../sql/ids.rs"]
mod ids;
#[path = "../sql/promises.rs"]
mod promises;
#[path = "../sql/ratings.rs"]
mod ratings;
#[path = "../sql/reading.rs"]
mod reading;
#[path = "../sql/sessions.rs"]
mod sessions;
#[path = "../sql/store.rs"]
mod store;
#[path = "../sql/tables.rs"]
mod tables;

use sqlx::{Connection as _, Sqlite, SqliteConnection, SqlitePool, Transaction, sqlite::SqliteRow};

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
}

impl Backend {
    const NAME: &str = "sqlite";

    async fn begin_write(&self) -> Result<Transaction<'static, Db>, StoreError> {
        Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?)
    }

    /// All reads of the transaction see one moment.
    async fn begin_read(&self) -> Result<Transaction<'static, Db>, StoreError> {
        Ok(self.readers.begin_with("BEGIN DEFERRED").await?)
    }

    /// Without the foreign keys, which would look through all moves for each
    /// account that goes: what refers to an account is looked up before. The
    /// connection does not outlive the call, whatever becomes of that.
    async fn remove_guests_now(
        &self,
        ids: &[String],
        limits: GuestLimits,
    ) -> Result<Vec<String>, StoreError> {
        let mut connection = self.writer.acquire().await?;
        connection.close_on_drop();
        sqlx::query("PRAGMA foreign_keys = OFF").execute(&mut *connection).await?;
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let removed = guests::remove(&mut transaction, ids, limits).await?;
        transaction.commit().await?;
        Ok(removed)
    }

    /// A local file needs no limit of its own.
    async fn bounded<T>(
        &self,
        call: impl Future<Output = Result<T, StoreError>> + Send,
    ) -> Result<T, StoreError> {
        call.await
    }

    async fn close_all(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}
