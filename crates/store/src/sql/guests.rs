//! Guests who have left no trace.

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Row as _};

use super::many::push_in;
use super::{Connection, Db};
use crate::column::Stamp;
use crate::{GuestLimits, GuestPage, StoreError};

/// Adds the condition that nothing refers to the account `a` but sessions that end in time. It
/// names everything that refers to accounts; moves do so only where the same game has a row for the
/// player, or a bot decided.
fn push_unused(query: &mut QueryBuilder<Db>, limits: GuestLimits) {
    query.push(
        "NOT EXISTS (SELECT 1 FROM game_players p WHERE p.account = a.id) \
         AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.account = a.id) \
         AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.creator = a.id) \
         AND NOT EXISTS (SELECT 1 FROM ratings r WHERE r.account = a.id) \
         AND NOT EXISTS (SELECT 1 FROM accounts b WHERE b.owner = a.id) \
         AND NOT EXISTS (SELECT 1 FROM sessions o WHERE o.account = a.id \
                          AND (o.expires_at IS NULL OR o.expires_at > ",
    );
    query.push_bind(Stamp::from(limits.sessions_end_by)).push("))");
}

/// Looks at the next guests in the order in which they were made.
pub(super) async fn unused(
    connection: &mut Connection,
    limits: GuestLimits,
    after: Option<&(DateTime<Utc>, String)>,
    limit: u32,
) -> Result<GuestPage, StoreError> {
    let mut query = QueryBuilder::<Db>::new("SELECT a.id, a.created_at, (");
    push_unused(&mut query, limits);
    query.push(
        ") AS unused FROM (SELECT id, created_at FROM accounts \
                            WHERE kind = 'guest' AND created_at < ",
    );
    query.push_bind(Stamp::from(limits.made_before));
    if let Some((made, id)) = after {
        query.push(" AND (created_at, id) > (").push_bind(Stamp::from(*made));
        query.push(", ").push_bind(id.as_str()).push(")");
    }
    query.push(" ORDER BY created_at, id LIMIT ").push_bind(i64::from(limit));
    query.push(") a ORDER BY a.created_at, a.id");
    let mut page = GuestPage::default();
    for row in query.build().fetch_all(connection).await? {
        let id: String = row.try_get("id")?;
        if row.try_get("unused")? {
            page.unused.push(id.clone());
        }
        page.last = Some((row.try_get::<Stamp, _>("created_at")?.into(), id));
    }
    Ok(page)
}

/// Removes those of them who are still unused, with their sessions.
pub(crate) async fn remove(
    connection: &mut Connection,
    ids: &[String],
    limits: GuestLimits,
) -> Result<Vec<String>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut query =
        QueryBuilder::<Db>::new("SELECT a.id FROM accounts a WHERE kind = 'guest' AND ");
    push_unused(&mut query, limits);
    query.push(" AND a.id");
    push_in(&mut query, ids);
    let unused: Vec<String> =
        query.build_query_scalar().persistent(false).fetch_all(&mut *connection).await?;
    if unused.is_empty() {
        return Ok(unused);
    }
    let mut query = QueryBuilder::<Db>::new("DELETE FROM sessions WHERE expires_at <= ");
    query.push_bind(Stamp::from(limits.sessions_end_by)).push(" AND account");
    push_in(&mut query, &unused);
    query.build().persistent(false).execute(&mut *connection).await?;
    let mut query = QueryBuilder::<Db>::new("DELETE FROM accounts WHERE kind = 'guest' AND id");
    push_in(&mut query, &unused);
    query.push(" RETURNING id");
    Ok(query.build_query_scalar().persistent(false).fetch_all(connection).await?)
}
