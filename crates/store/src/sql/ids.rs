//! Asking for many identifiers in one query.

use sqlx::QueryBuilder;

use super::Db;

/// The most identifiers that one statement asks for. A caller with more asks
/// again; both databases limit the parameters of a statement.
pub(super) const IDS: usize = 500;

/// Adds ` IN ($1, $2, …)`. `ids` must not be empty.
pub(super) fn push_in(query: &mut QueryBuilder<Db>, ids: &[impl AsRef<str>]) {
    query.push(" IN (");
    let mut list = query.separated(", ");
    for id in ids {
        list.push_bind(id.as_ref().to_owned());
    }
    query.push(")");
}
