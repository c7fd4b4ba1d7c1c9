//! SQLite rolls back automatically when the disk is full, and sometimes otherwise.

use super::Backend;
use crate::connect::ConnectOptions;
use crate::{Account, AccountKind, Accounts as _, StoreError};

fn account(name: &str) -> Account {
    Account {
        id: name.to_owned(),
        name: name.to_owned(),
        name_key: name.to_owned(),
        kind: AccountKind::Guest,
        level: None,
        face: None,
        owner: None,
        password_hash: None,
        created_at: chrono::DateTime::UNIX_EPOCH,
    }
}

#[tokio::test]
async fn a_connection_that_failed_is_used_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("full.db");
    let backend = Backend::open(file, ConnectOptions::default(), None).await.unwrap();
    for round in 0..3 {
        // As if the disk were full; a new connection has no such limit.
        sqlx::raw_sql("PRAGMA max_page_count = 1").execute(&backend.writer).await.unwrap();
        let big = account(&format!("{round} {}", "x".repeat(1_000_000)));
        let full = backend.add_account(&big).await;
        let Err(StoreError::Unavailable(error)) = &full else { panic!("{full:?}") };
        assert!(error.to_string().contains("is full"), "{error}");
        backend.add_account(&big).await.unwrap();
        assert_eq!(backend.account(&big.id).await.unwrap(), Some(big));
    }
    backend.close_all().await;
}
