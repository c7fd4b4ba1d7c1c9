//! Opening the file.

use std::path::PathBuf;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use super::file::File;
use super::{Backend, Begins, nodes};
use crate::connect::{Access, ConnectOptions, Durability, compare_schema};
use crate::fence::Fence;
use crate::{SLOW_STATEMENT, StoreError, migrations};

impl Backend {
    /// Opens the file; if it may write, makes it if it is not there, and
    /// updates its schema. With a fence it raises that.
    pub(crate) async fn open(
        path: PathBuf,
        options: ConnectOptions,
        fence: Option<Fence>,
    ) -> Result<Self, StoreError> {
        if options.access == Access::Read {
            return Self::open_to_read(path, &options).await;
        }
        let file = File::create(path).map_err(sqlx::Error::Io)?;
        let synchronous = match options.durability {
            Durability::Process => SqliteSynchronous::Normal,
            Durability::Power => SqliteSynchronous::Full,
        };
        let how = SqliteConnectOptions::new()
            .filename(file.path())
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(synchronous)
            .foreign_keys(true)
            // In pages, 16 MB: tables that play in parallel repeatedly write the same pages, which
            // then go into the file once instead of many times.
            .pragma("wal_autocheckpoint", "4000")
            // In bytes, the same: a long reader lets the log grow, which shrinks again after it.
            .pragma("journal_size_limit", "16384000")
            .busy_timeout(options.busy_timeout)
            .log_statements(log::LevelFilter::Trace)
            .log_slow_statements(log::LevelFilter::Warn, SLOW_STATEMENT);
        let writer = pool(1, how.clone().optimize_on_close(true, 400), &options, &file).await?;
        migrations::SQLITE.run_direct(None, &mut *writer.acquire().await?, false).await?;
        if let Some(fence) = &fence
            && fence.incarnation().is_none()
        {
            fence.set(nodes::enter(&mut *writer.acquire().await?, fence.node()).await?);
        }
        let readers = how.pragma("query_only", "ON");
        let readers = pool(options.max_connections.max(1), readers, &options, &file).await?;
        let begins = Begins::new(fence.as_ref());
        Ok(Self { writer, readers, file, fence, begins })
    }

    async fn open_to_read(path: PathBuf, options: &ConnectOptions) -> Result<Self, StoreError> {
        let how = SqliteConnectOptions::new()
            .filename(&path)
            .read_only(true)
            .busy_timeout(options.busy_timeout)
            // A reader of the whole archive runs large queries.
            .disable_statement_logging();
        let file = File::find(path).map_err(sqlx::Error::Io)?;
        let readers = pool(options.max_connections.max(1), how, options, &file).await?;
        compare_schema(&mut *readers.acquire().await?, &migrations::SQLITE).await?;
        let begins = Begins::new(None);
        Ok(Self { writer: readers.clone(), readers, file, fence: None, begins })
    }
}

async fn pool(
    connections: u32,
    how: SqliteConnectOptions,
    options: &ConnectOptions,
    file: &File,
) -> Result<SqlitePool, StoreError> {
    let file = file.clone();
    let pool = SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(options.acquire_timeout)
        // An open file does not go stale: a connection on which something went
        // wrong does not come back here.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .after_connect(move |_, _| {
            // Another file may have been put there meanwhile.
            let in_place = file.is_in_place();
            Box::pin(async { in_place })
        })
        .connect_with(how)
        .await?;
    Ok(pool)
}
