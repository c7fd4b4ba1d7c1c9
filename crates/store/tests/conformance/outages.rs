//! Postgres loses connections, is slow, or hangs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection};
use vzetek_store::{ClaimError, ConnectOptions, StoreError, connect_unclaimed};

use crate::claims::{PATIENCE, take};
use crate::place::{Place, answers, patient};
use crate::samples::{begin, move_of, mv};

on_postgres!(
    dead_idle_connections_are_replaced,
    a_connection_that_dies_in_a_write_is_unavailable,
    a_write_that_waits_too_long_is_unavailable,
    a_write_waits_for_no_read,
    encryption_is_had_or_refused,
    a_claim_outlives_its_connection,
    a_claim_is_lost_to_whoever_is_faster,
);

async fn end_connections(connection: &mut PgConnection) -> u64 {
    sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
          WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .execute(connection)
    .await
    .unwrap()
    .rows_affected()
}

async fn dead_idle_connections_are_replaced(place: Arc<Place>) {
    begin(&*place.store).await;
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    for number in 1..=5 {
        assert!(end_connections(&mut other).await >= 1);
        place.store.write(&[move_of("g", mv(number))]).await.unwrap();
    }
    assert_eq!(place.store.game("g").await.unwrap().unwrap().moves.len(), 5);
}

/// Keeps others from writing moves until the connection is dropped.
pub async fn lock_moves(connection: &mut PgConnection) {
    sqlx::raw_sql("BEGIN; LOCK TABLE moves IN EXCLUSIVE MODE").execute(connection).await.unwrap();
}

/// Until so many sessions wait for a lock.
pub async fn wait_for_waiting(connection: &mut PgConnection, sessions: i64) {
    loop {
        // Within a transaction what was seen first would be seen for ever.
        sqlx::raw_sql("SELECT pg_stat_clear_snapshot()").execute(&mut *connection).await.unwrap();
        let waiting: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM pg_stat_activity \
              WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        .fetch_one(&mut *connection)
        .await
        .unwrap();
        if waiting >= sessions {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn a_connection_that_dies_in_a_write_is_unavailable(place: Arc<Place>) {
    begin(&*place.store).await;
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    lock_moves(&mut other).await;
    let write = {
        let store = place.store.clone();
        tokio::spawn(async move { store.write(&[move_of("g", mv(1)), move_of("g", mv(2))]).await })
    };
    wait_for_waiting(&mut other, 1).await;
    end_connections(&mut other).await;
    let answer = write.await.unwrap();
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");

    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(place.store.game("g").await.unwrap().unwrap().moves, []);
    place.store.write(&[move_of("g", mv(1)), move_of("g", mv(2))]).await.unwrap();
    assert_eq!(place.store.game("g").await.unwrap().unwrap().moves, [mv(1), mv(2)]);
}

async fn a_write_that_waits_too_long_is_unavailable(place: Arc<Place>) {
    begin(&*place.store).await;
    let options = ConnectOptions {
        max_connections: 1,
        answer_timeout: Duration::from_millis(300),
        ..ConnectOptions::default()
    };
    let store = connect_unclaimed(&place.url, &options).await.unwrap();
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    lock_moves(&mut other).await;
    // The lock is held until it has answered.
    let answer = store.write(&[move_of("g", mv(1))]).await;
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    store.write(&[move_of("g", mv(1))]).await.unwrap();
    store.close().await;
}

async fn a_write_waits_for_no_read(place: Arc<Place>) {
    begin(&*place.store).await;
    let options = ConnectOptions { max_connections: 1, ..patient() };
    let store = connect_unclaimed(&place.url, &options).await.unwrap();
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    sqlx::raw_sql("BEGIN; LOCK TABLE ratings IN ACCESS EXCLUSIVE MODE")
        .execute(&mut other)
        .await
        .unwrap();
    let read = {
        let store = store.clone();
        tokio::spawn(async move { store.ratings_of("ana").await })
    };
    wait_for_waiting(&mut other, 1).await;
    store.write(&[move_of("g", mv(1))]).await.unwrap();
    let ping = store.ping().await;
    assert!(matches!(ping, Err(StoreError::Unavailable(_))), "matches could not end: {ping:?}");
    assert!(!read.is_finished(), "the one connection that reads was taken");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(read.await.unwrap().unwrap(), []);
    answers(&*store).await;
    store.close().await;
}

/// A client that asks for TLS never speaks without: a server that has none is
/// refused.
async fn encryption_is_had_or_refused(place: Arc<Place>) {
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let offered: String = sqlx::query_scalar("SHOW ssl").fetch_one(&mut other).await.unwrap();
    let url = format!("{}?sslmode=require", place.url);
    match connect_unclaimed(&url, &ConnectOptions::default()).await {
        Ok(store) => {
            assert_eq!(offered, "on");
            store.close().await;
        }
        Err(error) => {
            assert_eq!(offered, "off", "{error}");
            assert!(error.to_string().contains("server does not support TLS"), "{error}");
        }
    }
}

/// Ends the session that holds the lock.
pub async fn break_claim(connection: &mut PgConnection) {
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                WHERE datname = current_database() AND application_name = 'vzetek claim'";
    // A holder whose session was ended before may be about to connect again.
    while sqlx::query(end).execute(&mut *connection).await.unwrap().rows_affected() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The number of the claim's lock. A server holds another one as well, its own.
const LOCK: i64 = 0x767a_6574_656b;

/// The process of Postgres that holds the lock.
async fn holder(connection: &mut PgConnection) -> Option<i32> {
    sqlx::query_scalar(
        "SELECT pid FROM pg_locks \
          WHERE locktype = 'advisory' AND granted \
            AND (classid::bigint << 32) | objid::bigint = $1 \
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )
    .bind(LOCK)
    .fetch_optional(connection)
    .await
    .unwrap()
}

async fn a_claim_outlives_its_connection(place: Arc<Place>) {
    let _claim = take(&place, Duration::ZERO).await.unwrap();
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let before = holder(&mut other).await.expect("somebody holds the lock");
    break_claim(&mut other).await;
    let started = Instant::now();
    loop {
        if let Some(pid) = holder(&mut other).await
            && pid != before
        {
            break;
        }
        assert!(started.elapsed() < PATIENCE, "nobody claims the database again");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let second = take(&place, Duration::ZERO).await;
    assert!(matches!(second, Err(ClaimError::Taken)), "{second:?}");
}

async fn a_claim_is_lost_to_whoever_is_faster(place: Arc<Place>) {
    let mut claim = take(&place, Duration::ZERO).await.unwrap();
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    assert!(holder(&mut other).await.is_some());
    // Waits in the database itself, so that it is the next.
    let mut faster = PgConnection::connect(&place.url).await.unwrap();
    let waiting = tokio::spawn(async move {
        let query = sqlx::query("SELECT pg_advisory_lock($1)").bind(LOCK);
        query.execute(&mut faster).await.unwrap();
        faster
    });
    wait_for_waiting(&mut other, 1).await;
    break_claim(&mut other).await;
    let _faster = waiting.await.unwrap();
    let lost = tokio::time::timeout(PATIENCE, claim.lost()).await.expect("it is lost");
    assert!(matches!(lost, ClaimError::Taken), "{lost:?}");
}
