//! Promised shuffles: made, bound, dropped.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Row as _};

use super::many::push_in;
use super::{Connection, Db, Row};
use crate::column::{JsonText, Stamp, from_name, signed, to_name, truncate, unsigned};
use crate::{DropRow, PromiseRow, StoreError, StoredPromise};

const SELECT: &str = "SELECT id, table_id, match_number, number, dealer, commitment, secret, \
                             promised_at, nonce_hashes, reason, seats, nonces, dropped_at \
                        FROM promises";

/// Adds commitments, before they are shown.
pub(super) async fn add(
    connection: &mut Connection,
    promises: &[&PromiseRow],
) -> Result<(), StoreError> {
    let mut rows = Vec::with_capacity(promises.len());
    for promise in promises {
        let numbers: (i32, i32) = (signed(promise.match_number)?, signed(promise.number)?);
        rows.push((*promise, numbers));
    }
    let mut query = QueryBuilder::<Db>::new(
        "INSERT INTO promises \
             (id, table_id, match_number, number, dealer, commitment, secret, promised_at) ",
    );
    query.push_values(&rows, |mut row, (promise, (match_number, number))| {
        row.push_bind(promise.id.as_str())
            .push_bind(promise.table.as_str())
            .push_bind(*match_number)
            .push_bind(*number)
            .push_bind(i16::from(promise.dealer))
            .push_bind(promise.commitment.as_str())
            .push_bind(promise.secret.as_str())
            .push_bind(Stamp::from(promise.promised_at));
    });
    query.push(" ON CONFLICT DO NOTHING RETURNING id");
    let new: Vec<String> = query.build_query_scalar().fetch_all(&mut *connection).await?;
    let new: HashSet<&str> = new.iter().map(String::as_str).collect();
    for promise in promises.iter().filter(|promise| !new.contains(&*promise.id)) {
        let same = PromiseRow { promised_at: truncate(promise.promised_at), ..(*promise).clone() };
        if by_id(connection, &promise.id).await?.is_none_or(|stored| stored.row != same) {
            return Err(StoreError::Refused(format!("there is another promise {:?}", promise.id)));
        }
    }
    Ok(())
}

/// Binds commitments to the hashes of the seats' nonces.
pub(super) async fn bind(
    connection: &mut Connection,
    bound: &[(&str, &[Option<String>])],
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new("UPDATE promises SET nonce_hashes = v.column2 FROM (");
    query.push_values(bound, |mut row, (promise, hashes)| {
        row.push_bind(*promise).push_bind(JsonText::options(hashes));
    });
    query.push(
        ") AS v WHERE promises.id = v.column1 \
                  AND ((promises.nonce_hashes IS NULL AND promises.reason IS NULL) \
                       OR CAST(promises.nonce_hashes AS TEXT) = CAST(v.column2 AS TEXT))",
    );
    let done = query.build().execute(connection).await?;
    if usize::try_from(done.rows_affected()).ok() == Some(bound.len()) {
        return Ok(());
    }
    Err(StoreError::Refused("a promise is unknown, dropped, or bound to others".to_owned()))
}

/// Drops a commitment: it will never be dealt.
pub(super) async fn drop_one(
    connection: &mut Connection,
    dropped: &DropRow,
) -> Result<(), StoreError> {
    let seats = serde_json::Value::from(dropped.seats.as_slice());
    let done = sqlx::query(
        "UPDATE promises SET reason = $2, seats = $3, nonces = $4, dropped_at = $5 \
          WHERE id = $1 AND (reason = $2 OR (reason IS NULL AND game IS NULL))",
    )
    .bind(&dropped.promise)
    .bind(to_name(dropped.reason))
    .bind(JsonText::from(&seats))
    .bind(JsonText::list(&dropped.nonces))
    .bind(Stamp::from(dropped.at))
    .execute(connection)
    .await?;
    if done.rows_affected() == 1 {
        return Ok(());
    }
    Err(StoreError::Refused(format!(
        "promise {:?} is unknown, dealt, or dropped for another reason",
        dropped.promise
    )))
}

/// Drops the commitments of tables that are closed.
pub(super) async fn drop_of_closed(
    connection: &mut Connection,
    tables: &[(&str, DateTime<Utc>)],
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new(
        "UPDATE promises SET reason = 'closed', seats = '[]', nonces = '[]', \
                             dropped_at = v.column2 FROM (",
    );
    query.push_values(tables, |mut row, (table, at)| {
        row.push_bind(*table).push_bind(Stamp::from(*at));
    });
    query.push(
        ") AS v WHERE promises.table_id = v.column1 \
                  AND promises.game IS NULL AND promises.reason IS NULL",
    );
    query.build().execute(connection).await?;
    Ok(())
}

/// Notes the deals that these tables' commitments have led to, those of dropped ones too.
pub(super) async fn dealt(
    connection: &mut Connection,
    games: &[(&str, &str)],
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new("UPDATE promises SET game = v.column2 FROM (");
    query.push_values(games, |mut row, (table, game)| {
        row.push_bind(*table).push_bind(*game);
    });
    query.push(") AS v WHERE promises.table_id = v.column1 AND promises.game IS NULL");
    query.build().execute(connection).await?;
    Ok(())
}

/// Returns the commitments dropped before a deal, in order.
pub(super) async fn dropped_before(
    connection: &mut Connection,
    game: &str,
) -> Result<Vec<StoredPromise>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE reason IS NOT NULL AND game = ").push_bind(game);
    query.push(" ORDER BY promised_at, id");
    query.build().fetch_all(connection).await?.iter().map(read).collect()
}

/// Returns the commitments made at each of these tables since cards were last dealt, in order.
pub(super) async fn open_of(
    connection: &mut Connection,
    tables: &[&str],
) -> Result<HashMap<String, Vec<StoredPromise>>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE game IS NULL AND table_id");
    push_in(&mut query, tables);
    query.push(" ORDER BY promised_at, id");
    let mut promises: HashMap<String, Vec<StoredPromise>> = HashMap::new();
    for row in query.build().persistent(false).fetch_all(connection).await? {
        let promise = read(&row)?;
        promises.entry(promise.row.table.clone()).or_default().push(promise);
    }
    Ok(promises)
}

async fn by_id(connection: &mut Connection, id: &str) -> Result<Option<StoredPromise>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE id = ").push_bind(id);
    query.build().fetch_optional(connection).await?.as_ref().map(read).transpose()
}

fn read(row: &Row) -> Result<StoredPromise, StoreError> {
    let id: String = row.try_get("id")?;
    let hashes: Option<JsonText> = row.try_get("nonce_hashes")?;
    let reason: Option<String> = row.try_get("reason")?;
    let dropped = match reason {
        None => None,
        Some(reason) => Some(DropRow {
            promise: id.clone(),
            reason: from_name(&reason)?,
            seats: row.try_get::<JsonText, _>("seats")?.read()?,
            nonces: row.try_get::<JsonText, _>("nonces")?.read()?,
            at: row.try_get::<Stamp, _>("dropped_at")?.into(),
        }),
    };
    Ok(StoredPromise {
        row: PromiseRow {
            id,
            table: row.try_get("table_id")?,
            match_number: unsigned(row.try_get::<i32, _>("match_number")?)?,
            number: unsigned(row.try_get::<i32, _>("number")?)?,
            dealer: unsigned(row.try_get::<i16, _>("dealer")?)?,
            commitment: row.try_get("commitment")?,
            secret: row.try_get("secret")?,
            promised_at: row.try_get::<Stamp, _>("promised_at")?.into(),
        },
        nonce_hashes: hashes.map(|hashes| hashes.read()).transpose()?,
        dropped,
    })
}
