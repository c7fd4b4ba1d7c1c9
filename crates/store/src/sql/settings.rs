//! The settings of a page that people store with their account.

use serde_json::Value;
use sqlx::Row as _;

use super::Connection;
use crate::StoreError;
use crate::column::JsonText;

pub(super) async fn of(
    connection: &mut Connection,
    account: &str,
) -> Result<Option<Value>, StoreError> {
    let row = sqlx::query("SELECT settings FROM account_settings WHERE account = $1")
        .bind(account)
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.try_get::<JsonText, _>("settings")?.read()).transpose()
}

/// Replaces the settings stored before. A deleted account stores none.
pub(super) async fn keep(
    connection: &mut Connection,
    account: &str,
    settings: &Value,
) -> Result<(), StoreError> {
    let done = sqlx::query(
        "INSERT INTO account_settings (account, settings) \
         SELECT id, $2 FROM accounts WHERE id = $1 AND kind = 'person' \
         ON CONFLICT (account) DO UPDATE SET settings = excluded.settings",
    )
    .bind(account)
    .bind(JsonText::from(settings))
    .execute(connection)
    .await?;
    match done.rows_affected() {
        1 => Ok(()),
        _ => Err(StoreError::Refused(format!("{account:?} is no person's account"))),
    }
}

pub(super) async fn remove(connection: &mut Connection, account: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM account_settings WHERE account = $1")
        .bind(account)
        .execute(connection)
        .await?;
    Ok(())
}
