//! Connecting.

use std::convert::Infallible;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::{Backend, Begins};
use crate::connect::{Access, ConnectOptions, compare_schema};
use crate::error::no_answer;
use crate::fence::Fence;
use crate::{SLOW_STATEMENT, StoreError, migrations};

/// The connections that write: one for the recorder, the others for accounts
/// and sessions.
const WRITERS: u32 = 4;

/// The longest pause of a server between two statements of a transaction. One that sleeps in the
/// middle of a write holds its row in `nodes`, and a server that declares it dead waits for it.
const ASLEEP: Duration = Duration::from_secs(2);

/// The time between two log lines about what a start waits for.
const LONG: Duration = Duration::from_secs(5);

/// The longest pause of a server between two statements that bring the schema up to date.
/// One that sleeps there keeps all others from starting.
const STILL: Duration = Duration::from_secs(10);

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
            // Every query here has its index. Plans are cached, and those made while tables are new
            // and small would else scan them, also for foreign keys, until the next ANALYZE.
            ("enable_seqscan", "off"),
            // Where there is no other way, a scan then seems so dear that Postgres would compile
            // the query to machine code each time, which takes longer than all of it.
            ("jit", "off"),
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
                compare_schema(&mut *readers.acquire().await?, &migrations::POSTGRES).await?;
                readers.clone()
            }
        };
        let limit = options.acquire_timeout + options.answer_timeout + GRACE;
        let begins = Begins::new(fence.as_ref());
        Ok(Self { writers, readers, limit, fence, begins })
    }
}

/// On a connection of its own, without limits: an index on a big table takes
/// its time. Several servers that start together wait for each other, but not for one that
/// stands still.
async fn migrate(server: &PgConnectOptions, timeout: Duration) -> Result<(), StoreError> {
    let mut connection = connect(server, timeout).await?;
    // The second is known to Postgres from version 14 on.
    let limit = "SELECT set_config(name, $1, FALSE) FROM pg_settings \
                  WHERE name IN ('idle_in_transaction_session_timeout', 'idle_session_timeout')";
    let still = format!("{}ms", STILL.as_millis());
    sqlx::query(limit).bind(still).execute(&mut connection).await?;
    let pid = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut connection).await?;
    let migrated = tokio::select! {
        migrated = migrations::POSTGRES.run_direct(None, &mut connection, false) => migrated,
        never = tell_who_is_waited_for(server, timeout, pid) => match never {},
    };
    migrated.map_err(|error| match error {
        sqlx::migrate::MigrateError::Execute(error) => error.into(),
        error => StoreError::Migrate(error),
    })?;
    connection.close().await?;
    Ok(())
}

async fn connect(server: &PgConnectOptions, timeout: Duration) -> Result<PgConnection, StoreError> {
    let connected = tokio::time::timeout(timeout, server.connect()).await;
    Ok(connected.map_err(|_| no_answer(timeout))??)
}

/// Says in the log again and again why the schema is not up to date yet.
async fn tell_who_is_waited_for(
    server: &PgConnectOptions,
    timeout: Duration,
    waiting: i32,
) -> Infallible {
    let look = async || {
        let mut connection = connect(server, timeout).await?;
        let others = "SELECT concat_ws(' ', pid, application_name, host(client_addr), state) \
                        FROM pg_stat_activity WHERE pid = ANY(pg_blocking_pids($1)) ORDER BY pid";
        let others: Vec<String> =
            sqlx::query_scalar(others).bind(waiting).fetch_all(&mut connection).await?;
        connection.close().await?;
        Ok::<_, StoreError>(others)
    };
    loop {
        tokio::time::sleep(LONG).await;
        match look().await {
            Ok(others) if others.is_empty() => {
                tracing::info!("the schema is being brought up to date");
            }
            Ok(others) => tracing::warn!(
                sessions = others.join(", "),
                "the schema cannot be brought up to date yet: other sessions of Postgres are in \
                 the way, perhaps of a server that does the same"
            ),
            Err(error) => tracing::warn!(%error, "the schema is not up to date yet"),
        }
    }
}
