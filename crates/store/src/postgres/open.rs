//! Connecting.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{Backend, Begins};
use crate::connect::{Access, ConnectOptions, compare_schema};
use crate::error::no_answer;
use crate::fence::Fence;
use crate::{SLOW_STATEMENT, StoreError};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations/postgres");

/// The connections that write: one for the recorder, the others for accounts
/// and sessions.
const WRITERS: u32 = 4;

/// The longest pause of a server between two statements of a transaction. One that sleeps in
/// the middle of a write holds its row in `nodes`, and whoever declares it dead waits for it.
const ASLEEP: Duration = Duration::from_secs(2);

/// The time that the client waits beyond the database's own limit, so that as a
/// rule the database ends a slow statement itself.
const GRACE: Duration = Duration::from_millis(500);

impl Backend {
    /// Connects and, if it may write, updates the schema.
    pub(crate) async fn open(
        url: String,
        options: ConnectOptions,
        fence: Option<Fence>,
    ) -> Result<Self, StoreError> {
        let server = PgConnectOptions::from_str(&url)?
            .application_name("vzetek")
            .log_statements(log::LevelFilter::Trace)
            .log_slow_statements(log::LevelFilter::Warn, SLOW_STATEMENT);
        let (read_only, idle) = match options.access {
            Access::Write => {
                migrate(&server, options.acquire_timeout).await?;
                ("off", options.answer_timeout.min(ASLEEP))
            }
            Access::Read => ("on", options.answer_timeout),
        };
        let [limit, idle] =
            [options.answer_timeout, idle].map(|time| format!("{}ms", time.as_millis()));
        let server = server.options([
            ("statement_timeout", limit.as_str()),
            ("lock_timeout", limit.as_str()),
            ("idle_in_transaction_session_timeout", idle.as_str()),
            // Every query here has its index. Plans are kept, and those
            // made while tables are new and small would else scan them,
            // also for foreign keys, until the next ANALYZE.
            ("enable_seqscan", "off"),
            ("default_transaction_read_only", read_only),
        ]);
        let pool = |connections| {
            let pool = PgPoolOptions::new().max_connections(connections);
            pool.acquire_timeout(options.acquire_timeout).connect_with(server.clone())
        };
        let readers = pool(options.max_connections.max(1)).await?;
        let writers = match options.access {
            Access::Write => pool(WRITERS).await?,
            Access::Read => {
                compare_schema(&mut *readers.acquire().await?, &MIGRATIONS).await?;
                readers.clone()
            }
        };
        let limit = options.acquire_timeout + options.answer_timeout + GRACE;
        let begins = Begins::new(fence.as_ref());
        Ok(Self { writers, readers, limit, fence, begins })
    }
}

/// On a connection of its own, without limits: an index on a big table takes
/// its time. Several servers that start together wait for each other.
async fn migrate(server: &PgConnectOptions, patience: Duration) -> Result<(), StoreError> {
    let mut connection = tokio::time::timeout(patience, server.connect())
        .await
        .map_err(|_| no_answer(patience))??;
    MIGRATIONS.run_direct(None, &mut connection, false).await.map_err(|error| match error {
        sqlx::migrate::MigrateError::Execute(error) => error.into(),
        error => StoreError::Migrate(error),
    })?;
    connection.close().await?;
    Ok(())
}
