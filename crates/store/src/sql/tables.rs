//! Tables, who sits there, and what they carry from deal to deal.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::{QueryBuilder, Row as _};

use super::reading::{Moves, load};
use super::{Connection, Db, Row, promises};
use crate::column::{JsonText, Stamp, truncate, unsigned};
use crate::{StoreError, StoredTable, TableRow};

const SELECT: &str = "SELECT id, config, creator, invite, created_at, seats FROM tables";

pub(super) async fn open(connection: &mut Connection, table: &TableRow) -> Result<(), StoreError> {
    let done = sqlx::query(
        "INSERT INTO tables (id, config, creator, invite, created_at, seats) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&table.id)
    .bind(JsonText::from(&table.config))
    .bind(&table.creator)
    .bind(&table.invite)
    .bind(Stamp::from(table.created_at))
    .bind(i16::from(table.seats))
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

/// Sets what these tables carry from deal to deal. Each table comes once.
pub(super) async fn states(
    connection: &mut Connection,
    states: &[(&str, &Value)],
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new("INSERT INTO table_states (table_id, state) ");
    query.push_values(states, |mut row, (table, state)| {
        row.push_bind(*table).push_bind(JsonText::from(*state));
    });
    query.push(" ON CONFLICT (table_id) DO UPDATE SET state = excluded.state");
    query.build().persistent(false).execute(connection).await?;
    Ok(())
}

pub(super) async fn close(
    connection: &mut Connection,
    table: &str,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let done = sqlx::query(
        "UPDATE tables SET closed_at = $2 \
          WHERE id = $1 AND (closed_at IS NULL OR closed_at = $2)",
    )
    .bind(table)
    .bind(Stamp::from(at))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 1 {
        return promises::drop_of_closed(connection, table, at).await;
    }
    let known: Option<i16> = sqlx::query_scalar("SELECT seats FROM tables WHERE id = $1")
        .bind(table)
        .fetch_optional(connection)
        .await?;
    match known {
        Some(_) => Err(StoreError::Refused(format!("table {table:?} is closed already"))),
        None => Err(unknown(table)),
    }
}

fn unknown(table: &str) -> StoreError {
    StoreError::Refused(format!("no table {table:?}"))
}

/// Every table that is not closed, the oldest first.
pub(super) async fn all_open(connection: &mut Connection) -> Result<Vec<StoredTable>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE closed_at IS NULL ORDER BY created_at, id");
    let mut tables = Vec::new();
    for row in query.build().fetch_all(&mut *connection).await? {
        let row = read(&row)?;
        let (seats, promises) = (Vec::new(), Vec::new());
        tables.push(StoredTable { row, seats, state: None, game: None, promises });
    }
    let mut seats = open_seats(connection).await?;
    let mut states = open_states(connection).await?;
    let mut promises = promises::of_open_tables(connection).await?;
    let last = last_games(connection).await?;
    let ids: Vec<&str> = last.values().map(String::as_str).collect();
    let mut games = load(connection, &ids, Moves::All).await?;
    for table in &mut tables {
        let id = table.row.id.as_str();
        table.seats = seats.remove(id).unwrap_or_default();
        table.state = states.remove(id);
        table.promises = promises.remove(id).unwrap_or_default();
        table.game = last.get(id).and_then(|game| games.remove(game));
    }
    Ok(tables)
}

async fn open_seats(
    connection: &mut Connection,
) -> Result<HashMap<String, Vec<Option<String>>>, StoreError> {
    let rows = sqlx::query(
        "SELECT s.table_id, s.account FROM seats s JOIN tables t ON t.id = s.table_id \
          WHERE t.closed_at IS NULL ORDER BY s.table_id, s.seat",
    )
    .fetch_all(connection)
    .await?;
    let mut seats: HashMap<String, Vec<Option<String>>> = HashMap::new();
    for row in rows {
        seats.entry(row.try_get("table_id")?).or_default().push(row.try_get("account")?);
    }
    Ok(seats)
}

async fn open_states(connection: &mut Connection) -> Result<HashMap<String, Value>, StoreError> {
    let rows = sqlx::query(
        "SELECT s.table_id, s.state FROM table_states s JOIN tables t ON t.id = s.table_id \
          WHERE t.closed_at IS NULL",
    )
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok((row.try_get("table_id")?, row.try_get::<JsonText, _>("state")?.read()?)))
        .collect()
}

/// The last deal of each open table.
async fn last_games(connection: &mut Connection) -> Result<HashMap<String, String>, StoreError> {
    let rows = sqlx::query(
        "SELECT t.id AS table_id, g.id AS game \
           FROM tables t \
           JOIN games g ON g.id = (SELECT l.id FROM games l WHERE l.table_id = t.id \
                                    ORDER BY l.match_number DESC, l.number DESC LIMIT 1) \
          WHERE t.closed_at IS NULL",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.try_get("table_id")?, row.try_get("game")?))).collect()
}

fn read(row: &Row) -> Result<TableRow, StoreError> {
    Ok(TableRow {
        id: row.try_get("id")?,
        config: row.try_get::<JsonText, _>("config")?.read()?,
        creator: row.try_get("creator")?,
        invite: row.try_get("invite")?,
        created_at: row.try_get::<Stamp, _>("created_at")?.into(),
        seats: unsigned(row.try_get::<i16, _>("seats")?)?,
    })
}
