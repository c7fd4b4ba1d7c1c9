//! Persons who follow others, and those whose presence is hidden from others.

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Row as _};

use super::{Connection, Db, accounts};
use crate::column::Stamp;
use crate::{FollowedRow, StoreError};

/// False if the follower follows `most` others already.
pub(super) async fn follow(
    connection: &mut Connection,
    follower: &str,
    followed: &str,
    at: DateTime<Utc>,
    most: u32,
) -> Result<bool, StoreError> {
    let persons: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM accounts WHERE id IN ($1, $2) AND kind = 'person'",
    )
    .bind(follower)
    .bind(followed)
    .fetch_one(&mut *connection)
    .await?;
    if persons != 2 {
        let message = format!("{follower:?} cannot follow {followed:?}: one is no person");
        return Err(StoreError::Refused(message));
    }
    let others: i64 =
        sqlx::query_scalar("SELECT count(*) FROM following WHERE follower = $1 AND followed <> $2")
            .bind(follower)
            .bind(followed)
            .fetch_one(&mut *connection)
            .await?;
    if others >= i64::from(most) {
        return Ok(false);
    }
    sqlx::query(
        "INSERT INTO following (follower, followed, followed_at) VALUES ($1, $2, $3) \
         ON CONFLICT DO NOTHING",
    )
    .bind(follower)
    .bind(followed)
    .bind(Stamp::from(at))
    .execute(connection)
    .await?;
    Ok(true)
}

pub(super) async fn unfollow(
    connection: &mut Connection,
    follower: &str,
    followed: &str,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM following WHERE follower = $1 AND followed = $2")
        .bind(follower)
        .bind(followed)
        .execute(connection)
        .await?;
    Ok(())
}

/// Those whom the account follows, in the order in which it began to.
pub(super) async fn followed_by(
    connection: &mut Connection,
    account: &str,
) -> Result<Vec<FollowedRow>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(
        "SELECT a.id, a.name, a.name_key, a.kind, a.level, a.face, a.owner, a.password_hash, \
                a.created_at, \
                EXISTS (SELECT 1 FROM hidden_presences h WHERE h.account = a.id) AS hidden \
           FROM following f JOIN accounts a ON a.id = f.followed AND a.kind = 'person' \
          WHERE f.follower = ",
    );
    query.push_bind(account).push(" ORDER BY f.followed_at, f.followed");
    let rows = query.build().fetch_all(connection).await?;
    rows.iter()
        .map(|row| {
            Ok(FollowedRow { account: accounts::read(row)?, hidden: row.try_get("hidden")? })
        })
        .collect()
}

pub(super) async fn is_hidden(
    connection: &mut Connection,
    account: &str,
) -> Result<bool, StoreError> {
    let hidden: i64 =
        sqlx::query_scalar("SELECT count(*) FROM hidden_presences WHERE account = $1")
            .bind(account)
            .fetch_one(connection)
            .await?;
    Ok(hidden > 0)
}

pub(super) async fn hide(
    connection: &mut Connection,
    account: &str,
    hidden: bool,
) -> Result<(), StoreError> {
    let statement = if hidden {
        "INSERT INTO hidden_presences (account) \
         SELECT id FROM accounts WHERE id = $1 AND kind = 'person' ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM hidden_presences WHERE account = $1"
    };
    sqlx::query(statement).bind(account).execute(connection).await?;
    Ok(())
}

/// Forgets whom the account follows, who follows it, and its choice.
pub(super) async fn remove(connection: &mut Connection, account: &str) -> Result<(), StoreError> {
    for statement in [
        "DELETE FROM following WHERE follower = $1",
        "DELETE FROM following WHERE followed = $1",
        "DELETE FROM hidden_presences WHERE account = $1",
    ] {
        sqlx::query(statement).bind(account).execute(&mut *connection).await?;
    }
    Ok(())
}
