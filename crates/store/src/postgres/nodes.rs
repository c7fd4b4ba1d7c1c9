//! The servers of a database.

use super::Connection;
use super::sql::node_row;
use crate::node::{Node, NodeId, NodeRow, Owner};
use crate::{StoreError, fence};

/// The time for which a renewed row is good. Servers renew theirs twice a second.
macro_rules! lease {
    () => {
        "clock_timestamp() + interval '5 s'"
    };
}

/// The number of a server's lock, from its name. It shares the numbers of all locks of
/// the database with the claim's, and meets none of them but by a hash's chance.
macro_rules! lock {
    ($name:literal) => {
        concat!("hashtextextended('vzetek node ' || ", $name, ", 0)")
    };
}

/// Takes the lock of this server, if it is free.
pub(super) async fn lock(connection: &mut Connection, id: &NodeId) -> Result<bool, sqlx::Error> {
    let lock = concat!("SELECT pg_try_advisory_lock(", lock!("$1"), ")");
    sqlx::query_scalar(lock).bind(id.as_str()).fetch_one(connection).await
}

/// Enters the server with a new incarnation, and returns that. One that is `alone` fences all
/// others. Waits for pending writes of the servers that it fences.
pub(super) async fn enter(
    connection: &mut Connection,
    node: &Node,
    alone: bool,
) -> Result<i64, StoreError> {
    let enter = concat!(
        "WITH others AS (UPDATE nodes SET fenced = TRUE WHERE $4 AND id <> $1 AND NOT fenced) \
         INSERT INTO nodes (id, incarnation, address, release, expires_at, fenced) \
         VALUES ($1, 1, $2, $3, ",
        lease!(),
        ", FALSE) \
         ON CONFLICT (id) DO UPDATE SET incarnation = nodes.incarnation + 1, \
            address = excluded.address, release = excluded.release, \
            expires_at = excluded.expires_at, fenced = FALSE \
         RETURNING incarnation",
    );
    let entered = sqlx::query_scalar(enter)
        .bind(node.id.as_str())
        .bind(&node.address)
        .bind(&node.release)
        .bind(alone)
        .fetch_optional(connection)
        .await?;
    entered.ok_or_else(fence::no_row)
}

/// Renews the server's row. Says whether it is still its own.
pub(super) async fn renew(connection: &mut Connection, own: &Owner) -> Result<bool, sqlx::Error> {
    let renew = concat!(
        "UPDATE nodes SET expires_at = ",
        lease!(),
        " WHERE id = $1 AND incarnation = $2 AND NOT fenced",
    );
    let done =
        sqlx::query(renew).bind(own.id.as_str()).bind(own.incarnation).execute(connection).await?;
    Ok(done.rows_affected() == 1)
}

/// Fences the server's own row: it writes nothing more, and any server may take what it had.
pub(super) async fn leave(connection: &mut Connection, own: &Owner) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE nodes SET fenced = TRUE WHERE id = $1 AND incarnation = $2")
        .bind(own.id.as_str())
        .bind(own.incarnation)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the servers that are not fenced, by name.
pub(super) async fn list(connection: &mut Connection) -> Result<Vec<NodeRow>, StoreError> {
    let list = concat!(
        "SELECT id, incarnation, address, release, \
                expires_at < clock_timestamp() AS expired, \
                pg_try_advisory_xact_lock_shared(",
        lock!("id"),
        ") AS unlocked \
           FROM nodes WHERE NOT fenced ORDER BY id",
    );
    let rows = sqlx::query(list).fetch_all(connection).await?;
    rows.iter().map(node_row::read).collect()
}

/// Fences this incarnation of a server if its row has expired or, where it was seen unlocked, if
/// its lock is still free. Says whether it did. Waits for what that server is writing.
pub(super) async fn declare_dead(
    connection: &mut Connection,
    seen: &NodeRow,
) -> Result<bool, StoreError> {
    let fence = concat!(
        "UPDATE nodes SET fenced = TRUE \
          WHERE id = $1 AND incarnation = $2 AND NOT fenced \
            AND (expires_at < clock_timestamp() \
                 OR $3 AND pg_try_advisory_xact_lock_shared(",
        lock!("id"),
        "))",
    );
    let done = sqlx::query(fence)
        .bind(seen.node.id.as_str())
        .bind(seen.incarnation)
        .bind(seen.unlocked)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}
