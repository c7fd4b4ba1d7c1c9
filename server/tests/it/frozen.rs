//! A server that is told to stop while Postgres stands still.

use rustix::process::Signal;
use sqlx::{Connection as _, PgConnection};

use crate::support::postgres::Postgres;
use crate::support::process::{Process, until};
use crate::support::rest::config;
use crate::support::tables::seated_at;

#[tokio::test]
async fn a_server_ends_in_time_though_postgres_is_frozen() {
    let Some(postgres) = Postgres::if_required() else { return };
    let database = postgres.start();
    let process = Process::start(&database).await;
    let (table, mut clients, _) = seated_at(process.address, &config("trset", 2), 2).await;
    crate::support::play_until(&mut clients, &table, 4).await;
    let mover = clients[0].tables[&table].turn.expect("a turn") as usize;
    clients[mover].wait_for_turn(&table).await;

    // The move is on its way into the database, and waits for a lock there.
    let mut other = PgConnection::connect(&database).await.expect("a connection");
    let mut watching = PgConnection::connect(&database).await.expect("a connection");
    let lock = "BEGIN; LOCK TABLE moves IN EXCLUSIVE MODE";
    sqlx::raw_sql(lock).execute(&mut other).await.expect("locked");
    clients[mover].play_if_due(&table).await;
    until("the move waits", async || {
        sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM pg_stat_activity \
                             WHERE application_name = 'vzetek' AND wait_event_type = 'Lock')",
        )
        .fetch_one(&mut watching)
        .await
        .expect("an answer")
    })
    .await;
    let frozen = postgres.freeze();
    // And a guest waits outside of the recorder.
    let address = process.address;
    let waits = tokio::spawn(async move {
        let body = serde_json::json!({ "name": "Cilka" });
        crate::support::rest::request(address, "POST", "/api/guest", None, Some(&body)).await
    });
    process.signal(Signal::TERM);
    // Postgres stands still until it has ended.
    let (_, said) = process.end().await;
    assert!(said.contains("stopping without the store"), "{said}");
    waits.abort();
    drop(frozen);
}
