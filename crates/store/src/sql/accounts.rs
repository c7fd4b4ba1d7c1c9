//! Accounts.

use sqlx::{QueryBuilder, Row as _};

use super::many::{IDS, push_in};
use super::{Backend, Connection, Db, Row, sessions};
use crate::column::{Stamp, from_name, to_name, truncate};
use crate::error::is_name_taken;
use crate::{Account, AccountKind, StoreError};

const SELECT: &str = "SELECT id, name, name_key, kind, level, face, owner, password_hash, \
                      created_at FROM accounts";

pub(super) async fn add(connection: &mut Connection, account: &Account) -> Result<(), StoreError> {
    let done = sqlx::query(
        "INSERT INTO accounts \
             (id, name, name_key, kind, level, face, owner, password_hash, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&account.id)
    .bind(&account.name)
    .bind(&account.name_key)
    .bind(to_name(account.kind))
    .bind(&account.level)
    .bind(&account.face)
    .bind(&account.owner)
    .bind(&account.password_hash)
    .bind(Stamp::from(account.created_at))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 1 {
        return Ok(());
    }
    match by_id(connection, &account.id).await? {
        // The answer to the first try was lost.
        Some(stored) if stored == truncated(account) => Ok(()),
        Some(_) => Err(StoreError::Refused(format!("there is an account {:?}", account.id))),
        None => Err(StoreError::NameTaken(account.name.clone())),
    }
}

pub(super) async fn change(
    connection: &mut Connection,
    account: &Account,
    so_far: Option<&str>,
) -> Result<bool, StoreError> {
    let done = sqlx::query(
        "UPDATE accounts \
            SET name = $2, name_key = $3, kind = $4, level = $5, password_hash = $6, \
                face = CASE WHEN $4 = 'deleted' THEN NULL ELSE face END \
          WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $7",
    )
    .bind(&account.id)
    .bind(&account.name)
    .bind(&account.name_key)
    .bind(to_name(account.kind))
    .bind(&account.level)
    .bind(&account.password_hash)
    .bind(so_far)
    .execute(&mut *connection)
    .await
    .map_err(|error| {
        if is_name_taken(&error) {
            StoreError::NameTaken(account.name.clone())
        } else {
            error.into()
        }
    })?;
    if done.rows_affected() == 1 {
        return Ok(true);
    }
    match by_id(connection, &account.id).await? {
        Some(_) => Ok(false),
        None => Err(StoreError::Refused(format!("no account {:?}", account.id))),
    }
}

/// Gives a guest another name. Returns the account, if it is a guest's.
pub(super) async fn rename_guest(
    connection: &mut Connection,
    id: &str,
    name: &str,
    name_key: &str,
) -> Result<Option<Account>, StoreError> {
    let done = sqlx::query(
        "UPDATE accounts SET name = $2, name_key = $3 WHERE id = $1 AND kind = 'guest'",
    )
    .bind(id)
    .bind(name)
    .bind(name_key)
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 1 { by_id(connection, id).await } else { Ok(None) }
}

/// Sets the face of an account. Returns the account, unless it is deleted.
pub(super) async fn set_face(
    connection: &mut Connection,
    id: &str,
    face: Option<&str>,
) -> Result<Option<Account>, StoreError> {
    let done = sqlx::query("UPDATE accounts SET face = $2 WHERE id = $1 AND kind <> 'deleted'")
        .bind(id)
        .bind(face)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 1 { by_id(connection, id).await } else { Ok(None) }
}

/// Takes a name for a new account, or for that of a guest so far, unless a person or bot has
/// one with a key among these. Says whether it did.
pub(super) async fn take_name(
    connection: &mut Connection,
    account: &Account,
    rivals: &[String],
) -> Result<bool, StoreError> {
    Backend::lock_names(connection).await?;
    if let Some(owner) = &account.owner {
        let owner = by_id(connection, owner).await?;
        if owner.is_some_and(|owner| owner.kind == AccountKind::Deleted) {
            return Ok(false);
        }
    }
    for rivals in rivals.chunks(IDS) {
        let mut query =
            QueryBuilder::<Db>::new("SELECT 1 FROM accounts WHERE kind IN ('person', 'bot')");
        query.push(" AND id <> ").push_bind(&account.id).push(" AND name_key");
        push_in(&mut query, rivals);
        if query.build().persistent(false).fetch_optional(&mut *connection).await?.is_some() {
            return Err(StoreError::NameTaken(account.name.clone()));
        }
    }
    if by_id(connection, &account.id).await?.is_none() {
        add(connection, account).await?;
        return Ok(true);
    }
    let changed = change(connection, account, None).await?;
    if changed {
        sessions::remove_all_of(connection, &account.id, None).await?;
    }
    Ok(changed)
}

pub(super) async fn by_id(
    connection: &mut Connection,
    id: &str,
) -> Result<Option<Account>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE id = ").push_bind(id);
    query.build().fetch_optional(connection).await?.as_ref().map(read).transpose()
}

pub(super) async fn by_ids(
    connection: &mut Connection,
    ids: &[String],
) -> Result<Vec<Account>, StoreError> {
    let mut found = Vec::with_capacity(ids.len());
    for ids in ids.chunks(IDS) {
        let mut query = QueryBuilder::<Db>::new(SELECT);
        query.push(" WHERE id");
        push_in(&mut query, ids);
        for row in query.build().persistent(false).fetch_all(&mut *connection).await? {
            found.push(read(&row)?);
        }
    }
    Ok(found)
}

pub(super) async fn by_name(
    connection: &mut Connection,
    name_key: &str,
) -> Result<Option<Account>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE kind IN ('person', 'bot') AND name_key = ").push_bind(name_key);
    query.build().fetch_optional(connection).await?.as_ref().map(read).transpose()
}

pub(super) async fn named(
    connection: &mut Connection,
    from: &str,
    before: &str,
    limit: u32,
) -> Result<Vec<Account>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE kind IN ('person', 'bot') AND name_key >= ").push_bind(from);
    query.push(" AND name_key < ").push_bind(before);
    query.push(" ORDER BY name_key LIMIT ").push_bind(i64::from(limit));
    query.build().fetch_all(connection).await?.iter().map(read).collect()
}

pub(super) async fn bots_of(
    connection: &mut Connection,
    owner: &str,
) -> Result<Vec<Account>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE kind = 'bot' AND owner = ").push_bind(owner);
    query.push(" ORDER BY created_at, id");
    query.build().fetch_all(connection).await?.iter().map(read).collect()
}

pub(super) async fn household_key(connection: &mut Connection) -> Result<String, StoreError> {
    let key = sqlx::query_scalar("SELECT value FROM household_key WHERE id = 1");
    Ok(key.fetch_one(connection).await?)
}

/// As it is read back from the store.
fn truncated(account: &Account) -> Account {
    Account { created_at: truncate(account.created_at), ..account.clone() }
}

pub(super) fn read(row: &Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        name_key: row.try_get("name_key")?,
        kind: from_name(row.try_get("kind")?)?,
        level: row.try_get("level")?,
        face: row.try_get("face")?,
        owner: row.try_get("owner")?,
        password_hash: row.try_get("password_hash")?,
        created_at: row.try_get::<Stamp, _>("created_at")?.into(),
    })
}
