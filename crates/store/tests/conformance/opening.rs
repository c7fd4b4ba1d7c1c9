//! From a URL to a store.

use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection as _;
use vzetek_store::{
    Access, AccountKind, ConnectOptions, Durability, StoreError, connect_unclaimed,
};

use crate::place::{Place, answers, patient};
use crate::samples::account;

on_both!(
    opens_again,
    is_healthy,
    only_reads,
    says_what_to_do_about_another_schema,
    says_what_to_do_before_an_old_schema_is_read,
);

async fn opens_again(place: Arc<Place>) {
    let ana = account("ana", AccountKind::Person);
    place.store.add_account(&ana).await.unwrap();
    place.store.close().await;
    let closed = place.store.ping().await;
    assert!(matches!(closed, Err(StoreError::Unavailable(_))), "{closed:?}");
    let (one, two) = tokio::join!(place.another(), place.another());
    assert_eq!(one.account("ana").await.unwrap(), Some(ana.clone()));
    assert_eq!(two.account("ana").await.unwrap(), Some(ana));
    one.close().await;
    two.close().await;
}

async fn is_healthy(place: Arc<Place>) {
    answers(&*place.store).await;
    assert!(["postgres", "sqlite"].contains(&place.store.backend()));
    let debug = format!("{:?}", place.store);
    assert!(!debug.contains("postgres://"), "{debug}");
}

async fn says_what_to_do_about_another_schema(place: Arc<Place>) {
    for (change, advice) in [
        (
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             SELECT 9999, description, success, checksum, execution_time \
               FROM _sqlx_migrations WHERE version = 1 RETURNING description",
            "run that version, or put back the backup from before the upgrade",
        ),
        ("DELETE FROM _sqlx_migrations WHERE version = 9999 RETURNING description", ""),
        (
            "UPDATE _sqlx_migrations SET checksum = (SELECT checksum FROM _sqlx_migrations \
                                                    WHERE version = 2) \
              WHERE version = 1 RETURNING description",
            "run the version that made it, or begin with a new database",
        ),
    ] {
        place.query(change).await;
        match connect_unclaimed(&place.url, &ConnectOptions::default()).await {
            Ok(store) => {
                assert_eq!(advice, "");
                store.close().await;
            }
            Err(error) => {
                assert!(!advice.is_empty() && error.to_string().contains(advice), "{error}");
            }
        }
    }
}

async fn says_what_to_do_before_an_old_schema_is_read(place: Arc<Place>) {
    let options = ConnectOptions { access: Access::Read, ..patient() };
    for (change, advice) in [
        (
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
             SELECT 9999, description, success, checksum, execution_time \
               FROM _sqlx_migrations WHERE version = 1 RETURNING description",
            "run that version",
        ),
        (
            "DELETE FROM _sqlx_migrations WHERE version > 2 RETURNING description",
            "(step 3 of the schema is missing): let that open it once",
        ),
        (
            "ALTER TABLE _sqlx_migrations RENAME TO others",
            "(step 1 of the schema is missing): let that open it once",
        ),
    ] {
        place.query(change).await;
        let error = connect_unclaimed(&place.url, &options).await.unwrap_err().to_string();
        assert!(error.contains(advice), "{error}");
    }
}

/// Beside a server that goes on writing.
async fn only_reads(place: Arc<Place>) {
    let options = ConnectOptions { access: Access::Read, ..patient() };
    let reader = connect_unclaimed(&place.url, &options).await.unwrap();
    let ana = account("ana", AccountKind::Person);
    place.store.add_account(&ana).await.unwrap();
    assert_eq!(reader.account("ana").await.unwrap(), Some(ana));
    let refused = reader.add_account(&account("vid", AccountKind::Person)).await;
    assert!(refused.is_err());
    assert_eq!(place.store.account("vid").await.unwrap(), None);
    reader.close().await;
}

#[tokio::test]
async fn reading_makes_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("not-there.db");
    let options = ConnectOptions { access: Access::Read, ..patient() };
    let answer = connect_unclaimed(&format!("sqlite:{}", file.display()), &options).await;
    assert!(answer.is_err(), "{answer:?}");
    assert!(!file.exists());
}

#[tokio::test]
async fn other_databases_are_refused() {
    for url in
        ["mysql://ana:geslo@host/db", "vzetek.db", "", "sqlite:", "sqlite::memory:", "sqlite://"]
    {
        let answer = connect_unclaimed(url, &ConnectOptions::default()).await;
        let Err(StoreError::Refused(message)) = answer else { panic!("{url}: {answer:?}") };
        assert!(message.contains("sqlite:PATH") && !message.contains("geslo"), "{message}");
    }
}

#[tokio::test]
async fn a_file_is_made_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a folder/100% žoga?.db");
    let url = format!("sqlite://{}", file.display());
    let options = ConnectOptions { durability: Durability::Power, ..patient() };
    let store = connect_unclaimed(&url, &options).await.unwrap();
    store.add_account(&account("ana", AccountKind::Person)).await.unwrap();
    #[cfg(unix)]
    for entry in std::fs::read_dir(file.parent().unwrap()).unwrap() {
        use std::os::unix::fs::PermissionsExt as _;
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{entry:?}");
    }
    store.close().await;
    assert!(file.exists());
}

/// A reader of the whole file lets SQLite's log grow beyond its usual size.
#[tokio::test]
async fn the_log_shrinks_after_a_long_reader() {
    let folder = tempfile::tempdir().unwrap();
    let (file, log) = (folder.path().join("a.db"), folder.path().join("a.db-wal"));
    let url = format!("sqlite:{}", file.display());
    let store = connect_unclaimed(&url, &patient()).await.unwrap();
    store.add_account(&account("ana", AccountKind::Person)).await.unwrap();
    let length = || std::fs::metadata(&log).unwrap().len();
    let write = async |times: u64| {
        for number in 0..times {
            let settings = serde_json::json!({ "text": format!("{number} ").repeat(100_000) });
            store.keep_settings("ana", &settings).await.unwrap();
        }
    };
    let mut reader = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::raw_sql("BEGIN; SELECT * FROM accounts").execute(&mut reader).await.unwrap();
    write(150).await;
    let grown = length();
    assert!(grown > 25_000_000, "{grown}");
    sqlx::raw_sql("COMMIT").execute(&mut reader).await.unwrap();
    write(3).await;
    assert!(length() < 20_000_000, "{} after {grown}", length());
    store.close().await;
}

#[tokio::test]
async fn what_is_no_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.txt");
    std::fs::write(&file, "Dear Ana, this is not a database. ".repeat(100)).unwrap();
    let url = format!("sqlite:{}", file.display());
    let answer = connect_unclaimed(&url, &ConnectOptions::default()).await;
    assert!(matches!(answer, Err(StoreError::Database(_))), "{answer:?}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("Dear Ana"));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unavailable() {
    let options =
        ConnectOptions { acquire_timeout: Duration::from_millis(300), ..ConnectOptions::default() };
    // Nobody listens there, and somebody listens but says nothing.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    for port in [1, port] {
        let answer =
            connect_unclaimed(&format!("postgres://ana@127.0.0.1:{port}/db"), &options).await;
        assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    }
}
