//! Opening the file.

use std::path::{Path, PathBuf};

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};

use super::Backend;
use crate::connect::{Access, ConnectOptions, Durability};
use crate::{SLOW_STATEMENT, StoreError};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations/sqlite");

impl Backend {
    /// Opens the file; if it may write, makes it if it is not there, and
    /// updates its schema.
    pub(crate) async fn open(path: PathBuf, options: ConnectOptions) -> Result<Self, StoreError> {
        if options.access == Access::Read {
            return Self::open_to_read(&path, &options).await;
        }
        create(&path).map_err(sqlx::Error::Io)?;
        let synchronous = match options.durability {
            Durability::Process => SqliteSynchronous::Normal,
            Durability::Power => SqliteSynchronous::Full,
        };
        let file = SqliteConnectOptions::new()
            .filename(&path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(synchronous)
            .foreign_keys(true)
            // In pages, 16 MB: tables that play at once keep writing the same
            // pages, which then go into the file once instead of many times.
            .pragma("wal_autocheckpoint", "4000")
            .busy_timeout(options.busy_timeout)
            .log_statements(log::LevelFilter::Trace)
            .log_slow_statements(log::LevelFilter::Warn, SLOW_STATEMENT);
        let writer = pool(1, file.clone().optimize_on_close(true, 400), &options).await?;
        MIGRATIONS.run_direct(None, &mut *writer.acquire().await?, false).await?;
        let readers =
            pool(options.max_connections.max(1), file.pragma("query_only", "ON"), &options).await?;
        Ok(Self { writer, readers })
    }

    async fn open_to_read(path: &Path, options: &ConnectOptions) -> Result<Self, StoreError> {
        let file = SqliteConnectOptions::new()
            .filename(path)
            .read_only(true)
            .busy_timeout(options.busy_timeout)
            // Who reads the whole archive asks for much at once.
            .disable_statement_logging();
        let readers = pool(options.max_connections.max(1), file, options).await?;
        Ok(Self { writer: readers.clone(), readers })
    }
}

async fn pool(
    connections: u32,
    file: SqliteConnectOptions,
    options: &ConnectOptions,
) -> Result<SqlitePool, StoreError> {
    let pool = SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(options.acquire_timeout)
        // An open file does not go stale.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(file)
        .await?;
    Ok(pool)
}

/// Makes the file, for its owner's eyes only: it holds password hashes. SQLite
/// gives its log the same rights.
fn create(path: &Path) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = std::fs::OpenOptions::new();
    file.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    file.open(path).map(drop)
}
