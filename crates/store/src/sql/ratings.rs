//! Ratings.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Row as _};

use super::many::{IDS, push_in};
use super::{Connection, Db, Row};
use crate::column::{Stamp, from_name, signed, to_name, truncate, unsigned};
use crate::{AccountKind, Ladder, RatingKey, RatingRow, StoreError};

const SELECT: &str = "SELECT r.account, r.kind, r.ladder, r.rating, r.deviation, \
                             r.volatility, r.matches, r.wins, r.updated_at, r.settled_until \
                      FROM ratings r";

/// Sets ratings to those that follow from the stored ones, of which each counts one match less;
/// those that are not stored yet are added. Each account, kind and ladder occurs once, and in a
/// constant order: they are locked in that order, so that two servers cannot wait for each other's.
///
/// Returns how many were set. All others are left as they are, and locked: they do not follow from
/// what is stored.
pub(super) async fn advance(
    connection: &mut Connection,
    ratings: &[&RatingRow],
) -> Result<usize, StoreError> {
    let mut rows = Vec::with_capacity(ratings.len());
    for rating in ratings {
        let counts: (i32, i32) = (signed(rating.matches)?, signed(rating.wins)?);
        rows.push((*rating, counts));
    }
    let mut query = QueryBuilder::<Db>::new(
        "INSERT INTO ratings \
             (account, kind, ladder, rating, deviation, volatility, matches, wins, updated_at, \
              settled_until) ",
    );
    query.push_values(&rows, |mut row, (rating, (matches, wins))| {
        row.push_bind(rating.account.as_str())
            .push_bind(rating.kind.as_str())
            .push_bind(to_name(rating.ladder))
            .push_bind(rating.rating)
            .push_bind(rating.deviation)
            .push_bind(rating.volatility)
            .push_bind(*matches)
            .push_bind(*wins)
            .push_bind(Stamp::from(rating.updated_at))
            .push_bind(rating.settled_until.map(Stamp::from));
    });
    query.push(
        " ON CONFLICT (account, kind, ladder) DO UPDATE \
             SET rating = excluded.rating, deviation = excluded.deviation, \
                 volatility = excluded.volatility, matches = excluded.matches, \
                 wins = excluded.wins, updated_at = excluded.updated_at, \
                 settled_until = excluded.settled_until \
           WHERE ratings.matches = excluded.matches - 1",
    );
    let done = query.build().execute(connection).await?;
    unsigned(done.rows_affected())
}

/// Returns the ratings that are not stored with equal values.
pub(super) async fn others(
    connection: &mut Connection,
    ratings: &[&RatingRow],
) -> Result<Vec<RatingKey>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" JOIN (");
    query.push_values(ratings, |mut row, rating| {
        row.push_bind(rating.account.as_str())
            .push_bind(rating.kind.as_str())
            .push_bind(to_name(rating.ladder));
    });
    query.push(") AS v ON r.account = v.column1 AND r.kind = v.column2 AND r.ladder = v.column3");
    let mut stored = HashMap::with_capacity(ratings.len());
    for row in query.build().persistent(false).fetch_all(connection).await? {
        let row = read(&row)?;
        stored.insert(row.key(), row);
    }
    let is_other = |rating: &&&RatingRow| {
        let kept = RatingRow {
            updated_at: truncate(rating.updated_at),
            settled_until: rating.settled_until.map(truncate),
            ..(**rating).clone()
        };
        stored.get(&rating.key()) != Some(&kept)
    };
    Ok(ratings.iter().filter(is_other).map(|rating| rating.key()).collect())
}

pub(super) async fn of_kind(
    connection: &mut Connection,
    accounts: &[String],
    kind: &str,
) -> Result<Vec<RatingRow>, StoreError> {
    let mut found = Vec::with_capacity(accounts.len());
    for accounts in accounts.chunks(IDS) {
        let mut query = QueryBuilder::<Db>::new(SELECT);
        query.push(" WHERE r.kind = ").push_bind(kind).push(" AND r.account");
        push_in(&mut query, accounts);
        for row in query.build().persistent(false).fetch_all(&mut *connection).await? {
            found.push(read(&row)?);
        }
    }
    Ok(found)
}

pub(super) async fn of_account(
    connection: &mut Connection,
    account: &str,
) -> Result<Vec<RatingRow>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query.push(" WHERE r.account = ").push_bind(account).push(" ORDER BY r.kind, r.ladder");
    query.build().fetch_all(connection).await?.iter().map(read).collect()
}

pub(super) async fn best(
    connection: &mut Connection,
    kind: &str,
    ladder: Ladder,
    now: DateTime<Utc>,
    limit: u32,
) -> Result<Vec<RatingRow>, StoreError> {
    let listed = match ladder {
        Ladder::People => AccountKind::Person,
        Ladder::Bots => AccountKind::Bot,
    };
    let mut query = QueryBuilder::<Db>::new(SELECT);
    query
        .push(" JOIN accounts a ON a.id = r.account AND a.kind = ")
        .push_bind(to_name(listed))
        .push(" WHERE r.kind = ")
        .push_bind(kind)
        .push(" AND r.ladder = ")
        .push_bind(to_name(ladder))
        .push(" AND r.settled_until > ")
        .push_bind(Stamp::from(now))
        // As the index `ratings_best` has it.
        .push(" ORDER BY (r.rating - 2 * r.deviation) DESC, r.account LIMIT ")
        .push_bind(i64::from(limit));
    query.build().fetch_all(connection).await?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<RatingRow, StoreError> {
    Ok(RatingRow {
        account: row.try_get("account")?,
        kind: row.try_get("kind")?,
        ladder: from_name(row.try_get("ladder")?)?,
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        matches: unsigned(row.try_get::<i32, _>("matches")?)?,
        wins: unsigned(row.try_get::<i32, _>("wins")?)?,
        updated_at: row.try_get::<Stamp, _>("updated_at")?.into(),
        settled_until: row.try_get::<Option<Stamp>, _>("settled_until")?.map(Into::into),
    })
}
