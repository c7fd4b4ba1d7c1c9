//! A server as its row says.

use sqlx::Row as _;

use super::Row;
use crate::StoreError;
use crate::node::{Node, NodeRow, stored};

/// Reads a row of `nodes`, with the columns `expired` and `unlocked` beside its own.
pub(crate) fn read(row: &Row) -> Result<NodeRow, StoreError> {
    let node = Node {
        id: stored(row.try_get("id")?)?,
        address: row.try_get("address")?,
        release: row.try_get("release")?,
    };
    Ok(NodeRow {
        node,
        incarnation: row.try_get("incarnation")?,
        expired: row.try_get("expired")?,
        unlocked: row.try_get("unlocked")?,
    })
}
