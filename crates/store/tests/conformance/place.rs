//! Where a test runs: a store of its own, thrown away afterwards.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use tokio::task::{LocalSet, spawn_local};
use vzetek_store::{ConnectOptions, Store, StoreError, connect_unclaimed};

use crate::claims::PATIENCE;

/// A store of one test.
#[derive(Debug)]
pub struct Place {
    pub store: Arc<dyn Store>,
    pub url: String,
}

impl Place {
    async fn new(url: String) -> Arc<Self> {
        let store = connect_unclaimed(&url, &patient()).await.expect("the store opens");
        Arc::new(Self { store, url })
    }

    /// Another store on the same database, as of another process.
    pub async fn another(&self) -> Arc<dyn Store> {
        connect_unclaimed(&self.url, &patient()).await.expect("the store opens again")
    }

    /// The first column of what a query finds, as text, past the store.
    pub async fn query(&self, sql: &str) -> Vec<String> {
        let sql = AssertSqlSafe(sql.to_owned());
        if self.store.backend() == "postgres" {
            let mut connection = PgConnection::connect(&self.url).await.expect("a connection");
            sqlx::query_scalar(sql).fetch_all(&mut connection).await.expect("a good query")
        } else {
            let mut connection = SqliteConnection::connect(&self.url).await.expect("a connection");
            sqlx::query_scalar(sql).fetch_all(&mut connection).await.expect("a good query")
        }
    }
}

/// Options whose time limits are not reached on the busiest machine.
pub fn patient() -> ConnectOptions {
    ConnectOptions {
        acquire_timeout: PATIENCE,
        answer_timeout: PATIENCE,
        busy_timeout: PATIENCE,
        ..ConnectOptions::default()
    }
}

/// Waits until the store passes its health check, which gives up soon where much else is going on.
pub async fn answers(store: &dyn Store) {
    let started = Instant::now();
    while let Err(error) = store.ping().await {
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        assert!(started.elapsed() < PATIENCE, "{error:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The store in this file, which SQLite makes if need be.
pub async fn open(file: &Path) -> Arc<dyn Store> {
    let url = format!("sqlite:{}", file.display());
    connect_unclaimed(&url, &patient()).await.expect("the store opens")
}

/// Runs a test on SQLite, in a folder of its own.
pub async fn on_sqlite<F>(test: impl FnOnce(Arc<Place>) -> F)
where
    F: Future<Output = ()>,
{
    let folder = tempfile::tempdir().expect("a folder");
    let place = Place::new(format!("sqlite:{}", folder.path().join("test.db").display())).await;
    test(place.clone()).await;
    place.store.close().await;
}

/// Runs a test on Postgres, in a database of its own.
pub async fn on_postgres<F>(test: impl FnOnce(Arc<Place>) -> F)
where
    F: Future<Output = ()> + 'static,
{
    static NUMBER: AtomicU32 = AtomicU32::new(0);

    let Some(server) = postgres_url() else { return };
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("vzetek_test_{}_{number}", std::process::id());
    let mut admin = PgConnection::connect(&server).await.expect("VZETEK_TEST_POSTGRES answers");
    admin_does(&mut admin, format!("CREATE DATABASE {name}")).await;
    let (start, _) = server.rsplit_once('/').expect("VZETEK_TEST_POSTGRES names a database");
    let place = Place::new(format!("{start}/{name}")).await;

    // In a task, so that the database goes even if the test fails.
    let task = test(place.clone());
    let outcome = LocalSet::new().run_until(async { spawn_local(task).await }).await;
    place.store.close().await;
    admin_does(&mut admin, format!("DROP DATABASE {name} WITH (FORCE)")).await;
    if let Err(error) = outcome {
        std::panic::resume_unwind(error.into_panic());
    }
}

async fn admin_does(admin: &mut PgConnection, sql: String) {
    sqlx::query(AssertSqlSafe(sql)).execute(admin).await.expect("databases may be made");
}

/// The server to test on.
///
/// # Panics
/// If there is none although there must be.
pub fn postgres_url() -> Option<String> {
    static SAID: Once = Once::new();

    let url = std::env::var("VZETEK_TEST_POSTGRES").ok().filter(|url| !url.is_empty());
    if url.is_none() {
        let required = std::env::var("VZETEK_REQUIRE_POSTGRES").is_ok_and(|value| value == "1");
        assert!(!required, "VZETEK_REQUIRE_POSTGRES=1, but VZETEK_TEST_POSTGRES is not set");
        SAID.call_once(|| {
            // Past the test harness, which hides what passing tests print.
            let line = "\nSKIPPED: the store on Postgres (VZETEK_TEST_POSTGRES is not set)\n";
            let _ = std::io::stderr().write_all(line.as_bytes());
        });
    }
    url
}

/// Makes two tests of each function named, one a back end.
macro_rules! on_both {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                crate::place::on_sqlite(super::$test).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                crate::place::on_postgres(super::$test).await;
            })+
        }
    };
}

/// Makes a test of each function named, on Postgres alone.
macro_rules! on_postgres {
    ($($test:ident),+ $(,)?) => {
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $test() {
                crate::place::on_postgres(super::$test).await;
            })+
        }
    };
}
