//! Postgres loses connections, is slow, or hangs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{Connection as _, PgConnection};
use vzetek_store::{ConnectOptions, StoreError, connect};

use crate::place::Place;
use crate::samples::{begin, move_of, mv};

on_postgres!(
    dead_idle_connections_are_replaced,
    a_connection_that_dies_in_a_write_is_unavailable,
    a_write_that_waits_too_long_is_unavailable,
    encryption_is_had_or_refused,
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
async fn lock_moves(connection: &mut PgConnection) {
    sqlx::raw_sql("BEGIN; LOCK TABLE moves IN EXCLUSIVE MODE").execute(connection).await.unwrap();
}

async fn wait_for_waiting(connection: &mut PgConnection) {
    loop {
        let waiting: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM pg_stat_activity \
              WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        .fetch_one(&mut *connection)
        .await
        .unwrap();
        if waiting > 0 {
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
    wait_for_waiting(&mut other).await;
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
    let store = connect(&place.url, &options).await.unwrap();
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    lock_moves(&mut other).await;
    let started = Instant::now();
    let answer = store.write(&[move_of("g", mv(1))]).await;
    assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    assert!(started.elapsed() < Duration::from_secs(3));
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    store.write(&[move_of("g", mv(1))]).await.unwrap();
    store.close().await;
}

/// Whoever asks for TLS never speaks without: a server that has none is refused.
async fn encryption_is_had_or_refused(place: Arc<Place>) {
    let mut other = PgConnection::connect(&place.url).await.unwrap();
    let offered: String = sqlx::query_scalar("SHOW ssl").fetch_one(&mut other).await.unwrap();
    let url = format!("{}?sslmode=require", place.url);
    match connect(&url, &ConnectOptions::default()).await {
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
