//! Statements for many rows.

use sqlx::QueryBuilder;

use super::Db;

/// The most identifiers that one statement asks for. A caller with more asks
/// again; both databases limit the parameters of a statement.
pub(super) const IDS: usize = 500;

/// The most rows that one statement writes. Each takes up to sixteen variables, of which
/// SQLite allows 32,766.
const ROWS: usize = 256;

/// Adds ` IN ($1, $2, …)`. `ids` must not be empty.
pub(super) fn push_in(query: &mut QueryBuilder<Db>, ids: &[impl AsRef<str>]) {
    query.push(" IN (");
    let mut list = query.separated(", ");
    for id in ids {
        list.push_bind(id.as_ref().to_owned());
    }
    query.push(")");
}

/// Cuts rows into pieces of 256, 128, …, 2 and 1: a statement for so few sizes has so few texts
/// that all of them stay prepared. To parse and plan one costs Postgres more than to run it.
pub(super) fn pieces<T>(rows: &[T]) -> impl Iterator<Item = &[T]> {
    let mut rest = rows;
    std::iter::from_fn(move || {
        let size = ROWS.min(1 << rest.len().checked_ilog2()?);
        let (piece, after) = rest.split_at(size);
        rest = after;
        Some(piece)
    })
}
