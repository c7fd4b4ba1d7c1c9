//! The meaning of the database's errors for the caller.

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;

use crate::model::RatingKey;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::Error as E;
        match &error {
            E::Io(_)
            | E::Tls(_)
            | E::Protocol(_)
            | E::PoolTimedOut
            | E::PoolClosed
            | E::WorkerCrashed
            | E::BeginFailed
            | E::InvalidSavePointStatement => Self::Unavailable(error),
            E::Database(report) => match meaning(report.as_ref()) {
                Meaning::Unavailable => Self::Unavailable(error),
                Meaning::Refused => Self::Refused(reason(report.as_ref())),
                Meaning::Other => Self::Database(error),
            },
            _ => Self::Database(error),
        }
    }
}

/// The meaning of an error by the database's own code.
enum Meaning {
    /// The call may be made again later.
    Unavailable,
    /// A constraint or an unstorable value.
    Refused,
    /// Any other error.
    Other,
}

fn meaning(report: &dyn DatabaseError) -> Meaning {
    let code = report.code().unwrap_or_default();
    if report.try_downcast_ref::<PgDatabaseError>().is_some() {
        postgres_meaning(&code)
    } else {
        // The lowest byte of an extended result code is the primary one.
        sqlite_meaning(code.parse::<u32>().unwrap_or_default() & 0xff)
    }
}

/// By SQLSTATE, <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn postgres_meaning(code: &str) -> Meaning {
    match code {
        // The lock was not to be had in time.
        "55P03" => Meaning::Unavailable,
        // The database has been dropped, or the password changed: not today.
        "57P04" => Meaning::Other,
        _ => match code.get(..2).unwrap_or_default() {
            // Connection lost; the transaction is not in the state it should be in,
            // was idle for too long, or the server has become a read-only standby;
            // deadlock or serialization; out of memory, disk or connections; cancelled
            // for taking too long, shut down or starting up; input or output error.
            "08" | "25" | "40" | "53" | "57" | "58" => Meaning::Unavailable,
            // Unstorable data; integrity.
            "22" | "23" => Meaning::Refused,
            _ => Meaning::Other,
        },
    }
}

/// By primary result code, <https://www.sqlite.org/rescode.html>.
fn sqlite_meaning(code: u32) -> Meaning {
    match code {
        // ABORT (another statement rolled back), BUSY, LOCKED, NOMEM, READONLY,
        // INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL. Not CORRUPT and NOTADB: no
        // waiting helps against these.
        4..=10 | 13..=15 => Meaning::Unavailable,
        // TOOBIG, CONSTRAINT, MISMATCH.
        18..=20 => Meaning::Refused,
        _ => Meaning::Other,
    }
}

/// The constraint that objected, as far as the database says.
///
/// Not Postgres's detail: that quotes the row, secrets included.
fn reason(report: &dyn DatabaseError) -> String {
    report.message().to_owned()
}

/// Describes an error of the schema and its remedy.
pub(crate) fn schema_advice(error: &MigrateError) -> String {
    match error {
        MigrateError::VersionMissing(step) => format!(
            "the database has been upgraded by a newer version (to step {step} of the schema): \
             run that version, or put back the backup from before the upgrade"
        ),
        MigrateError::VersionMismatch(step) => format!(
            "the database was made by an unreleased version (step {step} of its schema is another \
             one): run the version that made it, or begin with a new database"
        ),
        MigrateError::VersionTooNew(step, _) => format!(
            "the database has not been opened by this version's server yet (step {step} of the \
             schema is missing): let that open it once"
        ),
        error => error.to_string(),
    }
}

/// True if a name is taken: the error violates that unique index, and no
/// primary key.
pub(crate) fn is_name_taken(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(report) = error else { return false };
    if !report.is_unique_violation() {
        return false;
    }
    match report.constraint() {
        Some(constraint) => constraint == "accounts_name",
        // SQLite names the columns instead.
        None => report.message().ends_with("accounts.name_key"),
    }
}

/// The error of a call that the server did not answer within the client's own
/// limit.
pub(crate) fn no_answer(within: std::time::Duration) -> StoreError {
    let message = format!("no answer within {} ms", within.as_millis());
    StoreError::Unavailable(sqlx::Error::Io(std::io::Error::new(
        std::io::ErrorKind::TimedOut,
        message,
    )))
}

/// The error of a stored value that this program cannot read.
pub(crate) fn unreadable(what: impl std::fmt::Display) -> StoreError {
    StoreError::Database(sqlx::Error::Decode(what.to_string().into()))
}

/// The error of a call to the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The name belongs to another account.
    #[error("the name {0:?} is taken")]
    NameTaken(String),
    /// The database cannot be reached, did not answer in time, or cannot do its work until the
    /// operator repairs it: the disk is full, the file or a table is missing. Nothing is known to
    /// be written; the call may be made again.
    #[error("the store does not answer: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// Another process has claimed the database since, or has declared this server dead.
    /// Nothing is written, and nothing will be by this store any more.
    #[error("the database is another server's now")]
    Fenced,
    /// The stored ratings are not those from which the new ones were computed: another batch has
    /// rated the same accounts meanwhile. Nothing is written.
    #[error("ratings have moved: {}", list(.0))]
    RatingsMoved(Vec<RatingKey>),
    /// The call contradicts what is stored: a fault of the caller.
    #[error("the store refused: {0}")]
    Refused(String),
    /// Anything else the database reports.
    #[error(transparent)]
    Database(sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("{}", schema_advice(.0))]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

impl StoreError {
    /// True if the store works, and has only refused this call.
    pub(crate) fn is_about_what_was_asked(&self) -> bool {
        matches!(self, Self::NameTaken(_) | Self::Refused(_) | Self::Fenced | Self::RatingsMoved(_))
    }
}

fn list(keys: &[RatingKey]) -> String {
    let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
    keys.join(", ")
}
