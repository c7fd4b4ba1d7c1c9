//! The one server of a file.

use super::Connection;
use super::sql::node_row;
use crate::node::{Node, NodeRow};
use crate::{StoreError, fence};

/// Enters the server with a new incarnation, and returns that.
pub(super) async fn enter(connection: &mut Connection, node: &Node) -> Result<i64, StoreError> {
    let entered = sqlx::query_scalar(
        "INSERT INTO nodes (id, incarnation, address, release, fenced) VALUES ($1, 1, $2, $3, 0) \
         ON CONFLICT (id) DO UPDATE SET incarnation = nodes.incarnation + 1, \
            address = excluded.address, release = excluded.release, fenced = 0 \
         RETURNING incarnation",
    )
    .bind(node.id.as_str())
    .bind(&node.address)
    .bind(&node.release)
    .fetch_all(connection)
    .await?;
    entered.first().copied().ok_or_else(fence::no_row)
}

/// Returns the server, which is alive: a file has no other.
pub(super) async fn list(connection: &mut Connection) -> Result<Vec<NodeRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, incarnation, address, release, FALSE AS expired, FALSE AS unlocked \
           FROM nodes WHERE fenced = 0 ORDER BY id",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(node_row::read).collect()
}

/// Fences no server: a file has only one.
pub(super) async fn declare_dead(_: &mut Connection, _: &NodeRow) -> Result<bool, StoreError> {
    Ok(false)
}
