//! Tables that are not closed, a page at a time.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::{QueryBuilder, Row as _};

use super::many::{IDS, push_in};
use super::reading::{Moves, load};
use super::{Backend, Connection, Db, promises, tables};
use crate::column::{JsonText, Stamp, unsigned};
use crate::node::Owner;
use crate::{StoreError, StoredTable, TablePlace, TableRow};

/// Returns the next tables with all that is needed to rebuild them.
pub(super) async fn page(
    connection: &mut Connection,
    after: Option<&TablePlace>,
    limit: u32,
) -> Result<Vec<StoredTable>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(tables::SELECT);
    query.push(" WHERE closed_at IS NULL");
    push_page(&mut query, after, limit);
    load_page(connection, query).await
}

/// Returns this table, if it is open, with all that is needed to rebuild it.
pub(super) async fn one(
    connection: &mut Connection,
    table: &str,
) -> Result<Option<StoredTable>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(tables::SELECT);
    query.push(" WHERE closed_at IS NULL AND id = ").push_bind(table.to_owned());
    Ok(load_page(connection, query).await?.pop())
}

/// Takes the next tables over that no living server runs, for this one.
pub(super) async fn adopt(
    connection: &mut Connection,
    owner: Option<&Owner>,
    after: Option<&TablePlace>,
    limit: u32,
) -> Result<Vec<StoredTable>, StoreError> {
    let mut query =
        QueryBuilder::<Db>::new("SELECT t.id FROM tables t WHERE closed_at IS NULL AND ");
    push_not_run(&mut query, None);
    push_page(&mut query, after, limit);
    let mut page = Vec::new();
    for orphans in lock(connection, query).await?.chunks(IDS) {
        let mut query = QueryBuilder::<Db>::new("UPDATE tables AS t SET owner = ");
        query.push_bind(owner.map(|owner| owner.id.as_str()));
        query.push(", incarnation = ").push_bind(owner.map(|owner| owner.incarnation));
        query.push(", term = term + 1 WHERE ");
        push_not_run(&mut query, None);
        query.push(" AND id");
        push_in(&mut query, orphans);
        let adopted = fetch_ids(connection, query.push(" RETURNING id")).await?;
        if !adopted.is_empty() {
            let mut query = QueryBuilder::<Db>::new(tables::SELECT);
            query.push(" WHERE id");
            push_in(&mut query, &adopted);
            page.append(&mut load_page(connection, query).await?);
        }
    }
    page.sort_by_cached_key(StoredTable::place);
    Ok(page)
}

/// Closes those of these tables that are open and that no living server other than the owner
/// runs; says how many.
pub(super) async fn close_abandoned(
    connection: &mut Connection,
    owner: Option<&Owner>,
    ids: &[String],
    at: DateTime<Utc>,
) -> Result<u64, StoreError> {
    let mut count = 0;
    for ids in ids.chunks(IDS) {
        let mut query =
            QueryBuilder::<Db>::new("SELECT t.id FROM tables t WHERE closed_at IS NULL AND id");
        push_in(&mut query, ids);
        let open = lock(connection, query).await?;
        if open.is_empty() {
            continue;
        }
        let mut query = QueryBuilder::<Db>::new("UPDATE tables AS t SET closed_at = ");
        query.push_bind(Stamp::from(at)).push(" WHERE id");
        push_in(&mut query, &open);
        if owner.is_some() {
            query.push(" AND ");
            push_not_run(&mut query, owner);
        }
        let closed = fetch_ids(connection, query.push(" RETURNING id")).await?;
        let closed: Vec<_> = closed.iter().map(|id| (id.as_str(), at)).collect();
        if !closed.is_empty() {
            tables::end(connection, &closed).await?;
        }
        count += closed.len() as u64;
    }
    Ok(count)
}

/// Locks the tables that a query finds, without those that another server is changing, and
/// returns their ids.
///
/// Another may have taken one between the query's look and the lock. Postgres then tries the row
/// that it finds once more, but not the servers that the query found with the row before: a caller
/// that changes the table checks them again.
async fn lock(
    connection: &mut Connection,
    mut query: QueryBuilder<Db>,
) -> Result<Vec<String>, StoreError> {
    fetch_ids(connection, query.push(Backend::SKIP_LOCKED)).await
}

async fn fetch_ids(
    connection: &mut Connection,
    query: &mut QueryBuilder<Db>,
) -> Result<Vec<String>, StoreError> {
    Ok(query.build_query_scalar().persistent(false).fetch_all(connection).await?)
}

/// Adds the condition that no living server runs a table `t`, or none but this one.
fn push_not_run(query: &mut QueryBuilder<Db>, but_by: Option<&Owner>) {
    query.push(
        "NOT EXISTS (SELECT 1 FROM nodes n WHERE n.id = t.owner \
            AND n.incarnation = t.incarnation AND NOT n.fenced",
    );
    if let Some(owner) = but_by {
        query.push(" AND n.id <> ").push_bind(owner.id.as_str().to_owned());
    }
    query.push(")");
}

/// Returns the tables that a query finds, with all that is needed to rebuild them.
async fn load_page(
    connection: &mut Connection,
    mut query: QueryBuilder<Db>,
) -> Result<Vec<StoredTable>, StoreError> {
    let rows = query.build().persistent(false).fetch_all(&mut *connection).await?;
    let read = |row| Ok((tables::read(row)?, unsigned(row.try_get::<i64, _>("term")?)?));
    let rows: Vec<(TableRow, u64)> = rows.iter().map(read).collect::<Result<_, StoreError>>()?;
    let mut page = Vec::with_capacity(rows.len());
    for rows in rows.chunks(IDS) {
        add(connection, rows, &mut page).await?;
    }
    Ok(page)
}

/// Adds these tables to the page, with seats, states, commitments and last deals.
async fn add(
    connection: &mut Connection,
    rows: &[(TableRow, u64)],
    page: &mut Vec<StoredTable>,
) -> Result<(), StoreError> {
    let ids: Vec<&str> = rows.iter().map(|(row, _)| row.id.as_str()).collect();
    let mut seats = seats_of(connection, &ids).await?;
    let mut states = states_of(connection, &ids).await?;
    let mut promises = promises::open_of(connection, &ids).await?;
    let last = last_games(connection, &ids).await?;
    let games: Vec<&str> = last.values().map(String::as_str).collect();
    let mut games = load(connection, &games, Moves::All).await?;
    for (row, term) in rows {
        page.push(StoredTable {
            term: *term,
            seats: seats.remove(&row.id).unwrap_or_default(),
            state: states.remove(&row.id),
            promises: promises.remove(&row.id).unwrap_or_default(),
            game: last.get(&row.id).and_then(|game| games.remove(game)),
            row: row.clone(),
        });
    }
    Ok(())
}

/// Returns the places of the next tables that were opened before this time, without those
/// that a living server other than the owner runs.
pub(super) async fn places(
    connection: &mut Connection,
    owner: Option<&Owner>,
    before: DateTime<Utc>,
    after: Option<&TablePlace>,
    limit: u32,
) -> Result<Vec<TablePlace>, StoreError> {
    let mut query =
        QueryBuilder::<Db>::new("SELECT created_at, id FROM tables t WHERE closed_at IS NULL");
    if owner.is_some() {
        query.push(" AND ");
        push_not_run(&mut query, owner);
    }
    query.push(" AND created_at < ").push_bind(Stamp::from(before));
    push_page(&mut query, after, limit);
    let rows = query.build().fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get::<Stamp, _>(0)?.into(), row.try_get(1)?))).collect()
}

/// Adds the end of a query for a page: after this place, in the order of the
/// index.
fn push_page(query: &mut QueryBuilder<Db>, after: Option<&TablePlace>, limit: u32) {
    if let Some((opened, id)) = after {
        query.push(" AND (created_at, id) > (").push_bind(Stamp::from(*opened));
        query.push(", ").push_bind(id.clone()).push(")");
    }
    query.push(" ORDER BY created_at, id LIMIT ").push_bind(i64::from(limit));
}

async fn seats_of(
    connection: &mut Connection,
    ids: &[&str],
) -> Result<HashMap<String, Vec<Option<String>>>, StoreError> {
    let mut query = QueryBuilder::<Db>::new("SELECT table_id, account FROM seats WHERE table_id");
    push_in(&mut query, ids);
    query.push(" ORDER BY table_id, seat");
    let mut seats: HashMap<String, Vec<Option<String>>> = HashMap::with_capacity(ids.len());
    for row in query.build().persistent(false).fetch_all(connection).await? {
        seats.entry(row.try_get("table_id")?).or_default().push(row.try_get("account")?);
    }
    Ok(seats)
}

async fn states_of(
    connection: &mut Connection,
    ids: &[&str],
) -> Result<HashMap<String, Value>, StoreError> {
    let mut query =
        QueryBuilder::<Db>::new("SELECT table_id, state FROM table_states WHERE table_id");
    push_in(&mut query, ids);
    let rows = query.build().persistent(false).fetch_all(connection).await?;
    rows.iter()
        .map(|row| Ok((row.try_get("table_id")?, row.try_get::<JsonText, _>("state")?.read()?)))
        .collect()
}

/// The last deal of each of these tables.
async fn last_games(
    connection: &mut Connection,
    ids: &[&str],
) -> Result<HashMap<String, String>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(
        "SELECT t.id AS table_id, g.id AS game \
           FROM tables t \
           JOIN games g ON g.id = (SELECT l.id FROM games l WHERE l.table_id = t.id \
                                    ORDER BY l.match_number DESC, l.number DESC LIMIT 1) \
          WHERE t.id",
    );
    push_in(&mut query, ids);
    let rows = query.build().persistent(false).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get("table_id")?, row.try_get("game")?))).collect()
}
