//! Sessions and bot tokens.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Row as _};

use super::many::IDS;
use super::{Connection, Db, Row};
use crate::column::{Stamp, truncate};
use crate::{SessionRow, StoreError};

pub(super) async fn add(
    connection: &mut Connection,
    session: &SessionRow,
) -> Result<(), StoreError> {
    let done = sqlx::query(
        "INSERT INTO sessions (token_hash, account, created_at, expires_at) \
         VALUES ($1, $2, $3, $4) \
         ON CONFLICT DO NOTHING",
    )
    .bind(session.token_hash.as_slice())
    .bind(&session.account)
    .bind(Stamp::from(session.created_at))
    .bind(session.expires_at.map(Stamp::from))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 1 {
        return Ok(());
    }
    let same = SessionRow {
        created_at: truncate(session.created_at),
        expires_at: session.expires_at.map(truncate),
        ..session.clone()
    };
    let stored = sqlx::query(
        "SELECT token_hash, account, created_at, expires_at FROM sessions WHERE token_hash = $1",
    )
    .bind(session.token_hash.as_slice())
    .fetch_optional(connection)
    .await?;
    match stored.as_ref().map(read).transpose()? {
        // The answer to the first try was lost.
        Some(stored) if stored == same => Ok(()),
        _ => Err(StoreError::Refused("the token is in use".to_owned())),
    }
}

pub(super) async fn get(
    connection: &mut Connection,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<SessionRow>, StoreError> {
    sqlx::query(
        "SELECT token_hash, account, created_at, expires_at FROM sessions \
          WHERE token_hash = $1 AND (expires_at IS NULL OR expires_at > $2)",
    )
    .bind(token_hash)
    .bind(Stamp::from(now))
    .fetch_optional(connection)
    .await?
    .as_ref()
    .map(read)
    .transpose()
}

/// Returns those of these tokens' hashes whose sessions have been removed, or belong to an account
/// or a bot's owner that is deleted.
pub(super) async fn ended(
    connection: &mut Connection,
    token_hashes: &[Vec<u8>],
) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut ended = Vec::new();
    for asked in token_hashes.chunks(IDS) {
        let mut query = QueryBuilder::<Db>::new(
            "SELECT s.token_hash FROM sessions s \
               JOIN accounts a ON a.id = s.account \
               LEFT JOIN accounts o ON o.id = a.owner \
              WHERE a.kind <> 'deleted' AND (a.owner IS NULL OR o.kind <> 'deleted') \
                AND s.token_hash",
        );
        push_hashes(&mut query, asked);
        let last: Vec<Vec<u8>> =
            query.build_query_scalar().persistent(false).fetch_all(&mut *connection).await?;
        let last: HashSet<Vec<u8>> = last.into_iter().collect();
        ended.extend(asked.iter().filter(|hash| !last.contains(*hash)).cloned());
    }
    Ok(ended)
}

pub(super) async fn renew(
    connection: &mut Connection,
    token_hashes: &[Vec<u8>],
    due: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<(), StoreError> {
    for renewed in token_hashes.chunks(IDS) {
        let mut query = QueryBuilder::<Db>::new("UPDATE sessions SET expires_at = ");
        query.push_bind(Stamp::from(until));
        query.push(" WHERE expires_at <= ").push_bind(Stamp::from(due));
        query.push(" AND token_hash");
        push_hashes(&mut query, renewed);
        query.build().persistent(false).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Adds ` IN ($1, $2, …)`. `hashes` must not be empty.
fn push_hashes(query: &mut QueryBuilder<Db>, hashes: &[Vec<u8>]) {
    query.push(" IN (");
    let mut list = query.separated(", ");
    for hash in hashes {
        list.push_bind(hash.clone());
    }
    query.push(")");
}

pub(super) async fn remove(
    connection: &mut Connection,
    token_hash: &[u8],
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE token_hash = $1")
        .bind(token_hash)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn remove_all_of(
    connection: &mut Connection,
    account: &str,
    keep: Option<&[u8]>,
) -> Result<(), StoreError> {
    // No hash is empty.
    sqlx::query("DELETE FROM sessions WHERE account = $1 AND token_hash <> $2")
        .bind(account)
        .bind(keep.unwrap_or_default())
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn remove_expired(
    connection: &mut Connection,
    now: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let done = sqlx::query("DELETE FROM sessions WHERE expires_at <= $1")
        .bind(Stamp::from(now))
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

fn read(row: &Row) -> Result<SessionRow, StoreError> {
    Ok(SessionRow {
        token_hash: row.try_get("token_hash")?,
        account: row.try_get("account")?,
        created_at: row.try_get::<Stamp, _>("created_at")?.into(),
        expires_at: row.try_get::<Option<Stamp>, _>("expires_at")?.map(Into::into),
    })
}
