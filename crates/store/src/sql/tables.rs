//! Tables, who sits there, and what they carry from deal to deal.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::{QueryBuilder, Row as _};

use super::many::{IDS, push_in};
use super::{Connection, Db, Row, promises};
use crate::column::{JsonText, Stamp, truncate, unsigned};
use crate::node::Owner;
use crate::{StoreError, TableRow};

pub(super) const SELECT: &str =
    "SELECT id, config, creator, invite, created_at, seats, term FROM tables";

/// Opens a table, which is run by this server.
pub(super) async fn open(
    connection: &mut Connection,
    owner: Option<&Owner>,
    table: &TableRow,
) -> Result<(), StoreError> {
    let done = sqlx::query(
        "INSERT INTO tables (id, config, creator, invite, created_at, seats, owner, incarnation) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&table.id)
    .bind(JsonText::from(&table.config))
    .bind(&table.creator)
    .bind(&table.invite)
    .bind(Stamp::from(table.created_at))
    .bind(i16::from(table.seats))
    .bind(owner.map(|owner| owner.id.as_str()))
    .bind(owner.map(|owner| owner.incarnation))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 1 {
        return set_seats(connection, &table.id, &vec![None; usize::from(table.seats)]).await;
    }
    // Written before: the seats may have been taken since.
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE id = ").push_bind(table.id.as_str());
    let stored = read(&query.build().fetch_one(connection).await?)?;
    if stored == (TableRow { created_at: truncate(table.created_at), ..table.clone() }) {
        Ok(())
    } else {
        Err(StoreError::Refused(format!("there is another table {:?}", table.id)))
    }
}

/// Gives a table up, if it is this server's.
pub(super) async fn release(
    connection: &mut Connection,
    owner: Option<&Owner>,
    table: &str,
) -> Result<(), StoreError> {
    let Some(owner) = owner else { return Ok(()) };
    sqlx::query("UPDATE tables SET owner = NULL WHERE id = $1 AND owner = $2 AND incarnation = $3")
        .bind(table)
        .bind(owner.id.as_str())
        .bind(owner.incarnation)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn is_open(connection: &mut Connection, table: &str) -> Result<bool, StoreError> {
    let open = sqlx::query("SELECT 1 FROM tables WHERE id = $1 AND closed_at IS NULL");
    Ok(open.bind(table).fetch_optional(connection).await?.is_some())
}

pub(super) async fn seats(
    connection: &mut Connection,
    table: &str,
    seats: &[Option<String>],
) -> Result<(), StoreError> {
    let count: Option<i16> = sqlx::query_scalar("SELECT seats FROM tables WHERE id = $1")
        .bind(table)
        .fetch_optional(&mut *connection)
        .await?;
    let count = count.ok_or_else(|| unknown(table))?;
    if usize::try_from(count).ok() != Some(seats.len()) {
        return Err(StoreError::Refused(format!(
            "{} seats for table {table:?}, which has {count}",
            seats.len()
        )));
    }
    set_seats(connection, table, seats).await
}

async fn set_seats(
    connection: &mut Connection,
    table: &str,
    seats: &[Option<String>],
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new("INSERT INTO seats (table_id, seat, account) ");
    query.push_values((0_i16..).zip(seats), |mut row, (seat, account)| {
        row.push_bind(table).push_bind(seat).push_bind(account.as_deref());
    });
    query.push(" ON CONFLICT (table_id, seat) DO UPDATE SET account = excluded.account");
    query.build().execute(connection).await?;
    Ok(())
}

/// Sets what these tables carry from deal to deal. Each table occurs once.
pub(super) async fn states(
    connection: &mut Connection,
    states: &[(&str, &Value)],
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new("INSERT INTO table_states (table_id, state) ");
    query.push_values(states, |mut row, (table, state)| {
        row.push_bind(*table).push_bind(JsonText::from(*state));
    });
    query.push(" ON CONFLICT (table_id) DO UPDATE SET state = excluded.state");
    query.build().execute(connection).await?;
    Ok(())
}

/// Closes these tables, and deletes the ones without a deal. Each table occurs once.
pub(super) async fn close(
    connection: &mut Connection,
    tables: &[(&str, DateTime<Utc>)],
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new("UPDATE tables SET closed_at = v.column2 FROM (");
    query.push_values(tables, |mut row, (table, at)| {
        row.push_bind(*table).push_bind(Stamp::from(*at));
    });
    query.push(
        ") AS v WHERE tables.id = v.column1 \
                  AND (tables.closed_at IS NULL OR tables.closed_at = v.column2)",
    );
    let done = query.build().execute(&mut *connection).await?;
    if usize::try_from(done.rows_affected()).ok() == Some(tables.len()) {
        return end(connection, tables).await;
    }
    for (table, at) in tables {
        let closed: Option<Option<Stamp>> =
            sqlx::query_scalar("SELECT closed_at FROM tables WHERE id = $1")
                .bind(*table)
                .fetch_optional(&mut *connection)
                .await?;
        // A missing row was deleted by an earlier closing.
        if closed.is_some_and(|closed| closed != Some(Stamp::from(*at))) {
            return Err(StoreError::Refused(format!("table {table:?} is closed already")));
        }
    }
    end(connection, tables).await
}

/// Drops the commitments of closed tables, and deletes the tables without a deal.
pub(super) async fn end(
    connection: &mut Connection,
    tables: &[(&str, DateTime<Utc>)],
) -> Result<(), StoreError> {
    promises::drop_of_closed(connection, tables).await?;
    let ids: Vec<_> = tables.iter().map(|(table, _)| (*table).to_owned()).collect();
    for ids in ids.chunks(IDS) {
        let mut query = QueryBuilder::<Db>::new("SELECT t.id FROM tables t WHERE id");
        push_in(&mut query, ids);
        query.push(" AND NOT EXISTS (SELECT 1 FROM games g WHERE g.table_id = t.id)");
        let query = query.build_query_scalar().persistent(false);
        let undealt: Vec<String> = query.fetch_all(&mut *connection).await?;
        if undealt.is_empty() {
            continue;
        }
        for rows in [
            "promises WHERE table_id",
            "table_states WHERE table_id",
            "seats WHERE table_id",
            "tables WHERE id",
        ] {
            let mut query = QueryBuilder::<Db>::new("DELETE FROM ");
            query.push(rows);
            push_in(&mut query, &undealt);
            query.build().persistent(false).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

fn unknown(table: &str) -> StoreError {
    StoreError::Refused(format!("no table {table:?}"))
}

pub(super) fn read(row: &Row) -> Result<TableRow, StoreError> {
    Ok(TableRow {
        id: row.try_get("id")?,
        config: row.try_get::<JsonText, _>("config")?.read()?,
        creator: row.try_get("creator")?,
        invite: row.try_get("invite")?,
        created_at: row.try_get::<Stamp, _>("created_at")?.into(),
        seats: unsigned(row.try_get::<i16, _>("seats")?)?,
    })
}
