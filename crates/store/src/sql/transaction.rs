//! The one place where transactions begin and end.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Row as _};

use super::{Backend, Connection, Db};
use crate::StoreError;
use crate::fence::Fence;

/// A connection with a transaction on it.
///
/// It returns to its pool only if it is known to be idle: after a commit or a rollback that
/// succeeded. In all other cases it is closed, which undoes what the transaction did, and the next
/// call opens a new one: after an error of the database, which may have rolled back automatically
/// or not, and if the call is dropped in the middle.
///
/// sqlx's own transactions count how deep they are nested, and a connection on which one of them
/// failed may be counted wrong permanently.
pub(crate) struct Transaction {
    connection: PoolConnection<Db>,
    idle: bool,
}

impl Transaction {
    /// Begins one with these own statements, the last of which asks for the incarnation if there is
    /// a fence.
    pub(crate) async fn begin(
        connection: PoolConnection<Db>,
        begin: &Arc<str>,
        fence: Option<&Fence>,
    ) -> Result<Self, StoreError> {
        let mut transaction = Self { connection, idle: false };
        let begin = AssertSqlSafe(begin.clone());
        let rows = sqlx::raw_sql(begin).fetch_all(&mut *transaction).await?;
        if let Some(fence) = fence {
            let incarnation = rows.first().map(|row| row.try_get(0)).transpose()?;
            if let Err(error) = fence.check(incarnation) {
                return transaction.end(Err(error)).await;
            }
        }
        Ok(transaction)
    }

    /// Commits what succeeded, and rolls back what did not.
    pub(crate) async fn end<T>(mut self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        match outcome {
            Ok(answer) => {
                let rows = sqlx::raw_sql(Backend::COMMIT).fetch_all(&mut *self).await?;
                if Backend::COMMIT_ANSWERS && rows.is_empty() {
                    return Err(sqlx::Error::WorkerCrashed.into());
                }
                self.idle = true;
                Ok(answer)
            }
            Err(error) => {
                if error.is_about_what_was_asked() {
                    self.idle = sqlx::raw_sql("ROLLBACK").execute(&mut *self).await.is_ok();
                }
                Err(error)
            }
        }
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if !self.idle {
            self.connection.close_on_drop();
        }
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Self::Target {
        &self.connection
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.connection
    }
}
