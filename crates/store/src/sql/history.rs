//! An account's history from its finished deals: ratings, accounts met,
//! results.

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Row as _};

use super::many::push_in;
use super::{Connection, Db};
use crate::column::{Stamp, to_name, unsigned};
use crate::{LATEST_DEALS, Ladder, MOST_MET, MetRow, RatedRow, RatingStep, ResultsRow, StoreError};

/// Adds these columns of the account's latest finished deals at public tables, or at private
/// ones. An index hands them out in this order. SQLite copies the columns several times: all of
/// them take twice as long as the few that are needed.
pub(super) fn push_latest(
    query: &mut QueryBuilder<Db>,
    columns: &str,
    account: &str,
    private: bool,
    kind: Option<&str>,
) {
    query.push(format_args!(
        "(SELECT {columns} FROM game_players WHERE finished_at IS NOT NULL AND account = "
    ));
    query.push_bind(account.to_owned()).push(" AND private = ").push_bind(private);
    if let Some(kind) = kind {
        query.push(" AND game_kind = ").push_bind(kind.to_owned());
    }
    query.push(" ORDER BY finished_at DESC, game DESC LIMIT ").push_bind(i64::from(LATEST_DEALS));
    query.push(")");
}

/// Adds these columns of the account's latest finished deals, at private tables too. The end and
/// the id of the deal are among them.
pub(super) fn push_latest_of_all(query: &mut QueryBuilder<Db>, columns: &str, account: &str) {
    query.push("(SELECT * FROM (SELECT * FROM ");
    push_latest(query, columns, account, false, None);
    query.push(" a UNION ALL SELECT * FROM ");
    push_latest(query, columns, account, true, None);
    query.push(" b) c ORDER BY finished_at DESC, game DESC LIMIT ");
    query.push_bind(i64::from(LATEST_DEALS)).push(")");
}

pub(super) async fn ratings(
    connection: &mut Connection,
    account: &str,
    kind: &str,
    ladder: Ladder,
    limit: u32,
) -> Result<Vec<RatedRow>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(
        "SELECT p.game, p.finished_at, p.rating_before, p.rating_after, p.rating_settled, p.won \
           FROM ",
    );
    // Private tables are not rated.
    let columns =
        "game, finished_at, rating_before, rating_after, rating_settled, rating_ladder, won";
    push_latest(&mut query, columns, account, false, Some(kind));
    query.push(" p WHERE p.rating_after IS NOT NULL AND p.rating_ladder = ");
    query.push_bind(to_name(ladder));
    query.push(" ORDER BY p.finished_at DESC, p.game DESC LIMIT ").push_bind(i64::from(limit));
    let mut rows = Vec::new();
    for row in query.build().fetch_all(connection).await?.iter().rev() {
        rows.push(RatedRow {
            game: row.try_get("game")?,
            at: row.try_get::<Stamp, _>("finished_at")?.into(),
            step: RatingStep {
                before: row.try_get("rating_before")?,
                after: row.try_get("rating_after")?,
                settled: row.try_get("rating_settled")?,
            },
            won: row.try_get("won")?,
        });
    }
    Ok(rows)
}

pub(super) async fn met(
    connection: &mut Connection,
    account: &str,
    others: &[String],
    kind: &str,
    since: DateTime<Utc>,
) -> Result<Vec<MetRow>, StoreError> {
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = QueryBuilder::<Db>::new("");
    push_met(&mut query, account, others, kind, since);
    let mut rows = Vec::new();
    for row in query.build().persistent(false).fetch_all(connection).await? {
        rows.push(MetRow {
            seat: unsigned(row.try_get::<i16, _>("seat")?)?,
            other: row.try_get("other")?,
            other_seat: unsigned(row.try_get::<i16, _>("other_seat")?)?,
        });
    }
    Ok(rows)
}

/// Adds the statement for [`met`]: the account's rated matches by an index, and
/// the others who played in each.
pub(crate) fn push_met(
    query: &mut QueryBuilder<Db>,
    account: &str,
    others: &[String],
    kind: &str,
    since: DateTime<Utc>,
) {
    query.push(
        "SELECT a.seat, o.account AS other, o.seat AS other_seat \
           FROM (SELECT game, seat FROM game_players WHERE private = ",
    );
    // Private tables are not rated.
    query.push_bind(false).push(" AND account = ").push_bind(account.to_owned());
    query.push(" AND game_kind = ").push_bind(kind.to_owned());
    query.push(" AND finished_at >= ").push_bind(Stamp::from(since));
    query.push(" AND rating_ladder IS NOT NULL ORDER BY finished_at DESC, game DESC LIMIT ");
    query.push_bind(i64::from(MOST_MET));
    query.push(") a JOIN game_players o ON o.game = a.game WHERE o.account");
    push_in(query, others);
}

pub(super) async fn results(
    connection: &mut Connection,
    account: &str,
) -> Result<Vec<ResultsRow>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(
        "SELECT p.game_kind AS kind, count(*) AS games, \
                sum(CASE WHEN p.won THEN 1 ELSE 0 END) AS wins \
           FROM ",
    );
    push_latest_of_all(&mut query, "game, game_kind, won, finished_at", account);
    query.push(" p GROUP BY p.game_kind ORDER BY p.game_kind");
    let mut rows = Vec::new();
    for row in query.build().fetch_all(connection).await? {
        rows.push(ResultsRow {
            kind: row.try_get("kind")?,
            games: unsigned(row.try_get::<i64, _>("games")?)?,
            wins: unsigned(row.try_get::<i64, _>("wins")?)?,
        });
    }
    Ok(rows)
}
