//! After whatever went wrong, the store is as good as new.

use std::path::PathBuf;
use std::sync::Arc;

use sqlx::{Connection as _, PgConnection, SqliteConnection};
use vzetek_store::{AccountKind, StoreError};

use crate::outages::{lock_moves, wait_for_waiting};
use crate::place::{Place, answers};
use crate::samples::{account, begin, move_of, mv};

on_both!(a_refusal_costs_no_connection, a_call_that_is_dropped_leaves_nothing);

/// Past the store: how many connections to Postgres there are, by when they began.
async fn connections(place: &Place) -> Vec<String> {
    place
        .query(
            "SELECT backend_start::text FROM pg_stat_activity WHERE application_name = 'vzetek' \
              AND datname = current_database() ORDER BY 1",
        )
        .await
}

async fn a_refusal_costs_no_connection(place: Arc<Place>) {
    begin(&*place.store).await;
    let on_postgres = place.store.backend() == "postgres";
    let before = if on_postgres { connections(&place).await } else { Vec::new() };
    for _ in 0..20 {
        let name = account("ana", AccountKind::Bot);
        let taken = vzetek_store::Account { id: "other".to_owned(), ..name };
        let answer = place.store.add_account(&taken).await;
        assert!(matches!(answer, Err(StoreError::NameTaken(_))), "{answer:?}");
        let answer = place.store.write(&[move_of("none", mv(1))]).await;
        assert!(matches!(answer, Err(StoreError::Refused(_))), "{answer:?}");
    }
    if on_postgres {
        let after = connections(&place).await;
        assert!(before.iter().all(|began| after.contains(began)), "{before:?}, {after:?}");
    }
    place.store.write(&[move_of("g", mv(1))]).await.unwrap();
}

/// In the middle of its transaction.
async fn a_call_that_is_dropped_leaves_nothing(place: Arc<Place>) {
    begin(&*place.store).await;
    for number in 1..=3 {
        let store = place.store.clone();
        let write = async move { store.write(&[move_of("g", mv(number))]).await };
        if place.store.backend() == "postgres" {
            let mut other = PgConnection::connect(&place.url).await.unwrap();
            lock_moves(&mut other).await;
            let write = tokio::spawn(write);
            wait_for_waiting(&mut other, 1).await;
            write.abort();
            assert!(write.await.unwrap_err().is_cancelled());
            sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
        } else {
            let mut other = SqliteConnection::connect(&place.url).await.unwrap();
            sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
            let write = tokio::spawn(write);
            tokio::task::yield_now().await;
            write.abort();
            let _ = write.await;
            sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
        }
        let stored = place.store.game("g").await.unwrap().unwrap().moves;
        assert_eq!(stored.len() as u32, number - 1);
        place.store.write(&[move_of("g", mv(number))]).await.unwrap();
    }
}

/// SQLite itself goes on writing into a file that is no longer there.
#[tokio::test]
async fn a_file_that_was_moved_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    let store = crate::place::open(&file).await;
    begin(&*store).await;
    store.write(&[move_of("g", mv(1))]).await.unwrap();
    let elsewhere = folder.path().join("elsewhere.db");
    let refused = async |why: &str| {
        let answers = [
            store.write(&[move_of("g", mv(2))]).await,
            store.ping().await,
            store.game("g").await.map(drop),
        ];
        for answer in answers {
            let Err(error @ StoreError::Unavailable(_)) = answer else { panic!("{answer:?}") };
            assert!(error.to_string().contains(why), "{error}");
            assert!(error.to_string().contains("put the file back"), "{error}");
        }
    };
    std::fs::rename(&file, &elsewhere).unwrap();
    refused("has been moved or deleted").await;
    std::fs::copy(&elsewhere, &file).unwrap();
    refused("is another file").await;
    std::fs::rename(&elsewhere, &file).unwrap();
    store.write(&[move_of("g", mv(2))]).await.unwrap();
    assert_eq!(store.game("g").await.unwrap().unwrap().moves, [mv(1), mv(2)]);
    store.close().await;
}

/// A link may point to it, and the process may stand elsewhere later.
#[tokio::test]
async fn a_link_to_the_file_may_move() {
    let folder = tempfile::tempdir().unwrap();
    let link: PathBuf = folder.path().join("link.db");
    std::fs::write(folder.path().join("test.db"), "").unwrap();
    std::os::unix::fs::symlink(folder.path().join("test.db"), &link).unwrap();
    let store = crate::place::open(&link).await;
    std::fs::remove_file(&link).unwrap();
    answers(&*store).await;
    store.close().await;
}
