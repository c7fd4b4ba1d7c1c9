//! Opening the store that a URL names.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::migrate::{Migrate, MigrateError, Migrator};

use crate::fence::Fence;
use crate::{Store, StoreError, postgres, sqlite};

/// The pause between two tries while the database does not answer at the start.
const RETRY: Duration = Duration::from_millis(250);

/// Options for using a database. The default suits one server on either back
/// end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectOptions {
    /// The most connections that read. One more writes on SQLite, four more on
    /// Postgres.
    pub max_connections: u32,
    /// The longest wait of a call for a free connection or for a new one to be
    /// made, before it fails as [`StoreError::Unavailable`].
    pub acquire_timeout: Duration,
    /// The time for a call on Postgres once it has a connection. The limit ends
    /// the statement in the database, and the call if the database does not
    /// answer.
    pub answer_timeout: Duration,
    /// The longest wait of a call on SQLite for another process that writes.
    pub busy_timeout: Duration,
    /// The durability of a finished write on SQLite.
    pub durability: Durability,
    /// The time for which opening the store is tried while Postgres does not answer yet.
    pub open_timeout: Duration,
    /// Access for writing, the schema included, or for reading only.
    pub access: Access,
}

impl Default for ConnectOptions {
    fn default() -> Self {
        Self {
            max_connections: 8,
            acquire_timeout: Duration::from_secs(3),
            answer_timeout: Duration::from_secs(10),
            busy_timeout: Duration::from_secs(5),
            durability: Durability::Process,
            open_timeout: Duration::ZERO,
            access: Access::Write,
        }
    }
}

/// The failures that a finished write on SQLite survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The end of the process (`synchronous=NORMAL`): fastest. If the machine loses power, the last
    /// writes may be lost; the file stays intact.
    #[default]
    Process,
    /// Loss of power too (`synchronous=FULL`).
    Power,
}

/// The kind of access to a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// Reading and writing. The database is made if it is not there, and its
    /// schema brought up to date.
    #[default]
    Write,
    /// Reading only: calls that write fail, and a schema of another version is
    /// refused. A role or a file that may only be read will do.
    Read,
}

/// Opens the store that `url` names and brings its schema up to date, if it
/// may: `postgres://…`, `postgresql://…` or `sqlite:PATH`.
///
/// Other processes may write at the same time: for tests, the laboratory, and readers. A server
/// takes a [`crate::Claim`] and opens its store by that.
///
/// # Errors
/// [`StoreError::Refused`] for any other URL, [`StoreError::Unavailable`] if
/// the database does not answer, [`StoreError::Migrate`] if its schema is not
/// one of ours.
pub async fn connect_unclaimed(
    url: &str,
    options: &ConnectOptions,
) -> Result<Arc<dyn Store>, StoreError> {
    open(url.to_owned(), options.clone(), None).await
}

type Opening = Pin<Box<dyn Future<Output = Result<Arc<dyn Store>, StoreError>> + Send>>;

/// Opens a store, with the fence of the claim if there is one. The future is
/// boxed, so that the compiler sees it to be `Send` wherever it is used: of
/// sqlx's own futures it often does not.
pub(crate) fn open(url: String, options: ConnectOptions, fence: Option<Fence>) -> Opening {
    Box::pin(async move {
        match locate(&url)? {
            Location::Sqlite(path) => {
                let store = sqlite::Backend::open(path, options, fence).await?;
                Ok(Arc::new(store) as Arc<dyn Store>)
            }
            Location::Postgres(url) => {
                let started = Instant::now();
                loop {
                    let opened =
                        postgres::Backend::open(url.clone(), options.clone(), fence.clone());
                    match opened.await {
                        Err(StoreError::Unavailable(error))
                            if started.elapsed() < options.open_timeout =>
                        {
                            tracing::debug!(%error, "the database does not answer yet");
                            tokio::time::sleep(RETRY).await;
                        }
                        Err(error) => return Err(error),
                        Ok(store) => return Ok(Arc::new(store) as Arc<dyn Store>),
                    }
                }
            }
        }
    })
}

/// Compares the schema of a database that is only read with the one that is known.
///
/// # Errors
/// [`StoreError::Migrate`] if it is another one.
pub(crate) async fn compare_schema(
    connection: &mut impl Migrate,
    known: &Migrator,
) -> Result<(), StoreError> {
    let applied = match connection.list_applied_migrations("_sqlx_migrations").await {
        Ok(applied) => applied,
        // By their codes in SQLite and Postgres: there is no such table.
        Err(MigrateError::Execute(sqlx::Error::Database(error)))
            if matches!(error.code().as_deref(), Some("1" | "42P01")) =>
        {
            Vec::new()
        }
        Err(MigrateError::Execute(error)) => return Err(error.into()),
        Err(error) => return Err(error.into()),
    };
    let latest = applied.last().map_or(0, |step| step.version);
    for step in known.iter() {
        match applied.iter().find(|applied| applied.version == step.version) {
            None => return Err(MigrateError::VersionTooNew(step.version, latest).into()),
            Some(applied) if applied.checksum != step.checksum => {
                return Err(MigrateError::VersionMismatch(step.version).into());
            }
            Some(_) => (),
        }
    }
    match applied.iter().find(|step| !known.version_exists(step.version)) {
        Some(step) => Err(MigrateError::VersionMissing(step.version).into()),
        None => Ok(()),
    }
}

/// Where a database is.
pub(crate) enum Location {
    Sqlite(PathBuf),
    Postgres(String),
}

/// Reads a URL.
pub(crate) fn locate(url: &str) -> Result<Location, StoreError> {
    if let Some(path) = url.strip_prefix("sqlite:") {
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() || path.starts_with(":memory:") {
            return Err(StoreError::Refused("SQLite needs a file: write sqlite:PATH".to_owned()));
        }
        return Ok(Location::Sqlite(path.into()));
    }
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok(Location::Postgres(url.to_owned()));
    }
    // Not the URL itself: it may hold a password.
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
    Err(StoreError::Refused(format!(
        "unknown kind of database {scheme:?}: write postgres://… or sqlite:PATH"
    )))
}
