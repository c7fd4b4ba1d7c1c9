//! The whole record of finished deals, the oldest first, for copies of it.

use chrono::{DateTime, Utc};
use sqlx::Row as _;

use super::reading::{Moves, load};
use super::{Connection, Db};
use crate::column::{Stamp, unsigned};
use crate::{DealDigest, DealRange, KindSpan, StoreError, StoredGame};

pub(super) async fn spans(connection: &mut Connection) -> Result<Vec<KindSpan>, StoreError> {
    let rows = sqlx::query(
        "SELECT kind, min(finished_at) AS first, max(finished_at) AS last \
           FROM games WHERE finished_at IS NOT NULL GROUP BY kind ORDER BY kind",
    );
    let rows = rows.fetch_all(connection).await?;
    let span = |row: &super::Row| {
        Ok(KindSpan {
            kind: row.try_get("kind")?,
            first: row.try_get::<Stamp, _>("first")?.into(),
            last: row.try_get::<Stamp, _>("last")?.into(),
        })
    };
    rows.iter().map(span).collect()
}

/// The figures of public deals and those of private ones are looked up apart, as
/// the index has them.
pub(super) async fn digest(
    connection: &mut Connection,
    range: &DealRange,
) -> Result<DealDigest, StoreError> {
    let mut digest = digest_of(connection, range, false).await?;
    if range.private {
        let private = digest_of(connection, range, true).await?;
        digest.deals += private.deals;
        digest.newest = digest.newest.max(private.newest);
        digest.seats += private.seats;
        digest.ended += private.ended;
        digest.rated += private.rated;
        digest.points += private.points;
        digest.deleted += private.deleted;
    }
    Ok(digest)
}

async fn digest_of(
    connection: &mut Connection,
    range: &DealRange,
    private: bool,
) -> Result<DealDigest, StoreError> {
    let row = sqlx::query(
        "SELECT count(DISTINCT g.id) AS deals, max(g.finished_at) AS newest, \
                count(p.seat) AS seats, count(p.match_won) AS ended, \
                count(p.rating_after) AS rated, count(a.id) AS deleted, \
                CAST(coalesce(sum(p.points), 0) AS BIGINT) AS points \
           FROM games g \
           LEFT JOIN game_players p ON p.game = g.id \
           LEFT JOIN accounts a ON a.id = p.account AND a.kind = 'deleted' \
          WHERE g.kind = $1 AND g.private = $2 AND g.finished_at >= $3 AND g.finished_at < $4",
    )
    .bind(range.kind.as_str())
    .bind(private)
    .bind(Stamp::from(range.from))
    .bind(Stamp::from(range.until))
    .fetch_one(connection)
    .await?;
    let count = |name| unsigned(row.try_get::<i64, _>(name)?);
    Ok(DealDigest {
        deals: count("deals")?,
        newest: row.try_get::<Option<Stamp>, _>("newest")?.map(Into::into),
        seats: count("seats")?,
        ended: count("ended")?,
        rated: count("rated")?,
        points: row.try_get("points")?,
        deleted: count("deleted")?,
    })
}

/// The next `limit` deals, the oldest first, with their moves.
pub(super) async fn deals(
    connection: &mut Connection,
    range: &DealRange,
    after: Option<&(DateTime<Utc>, String)>,
    limit: u32,
) -> Result<Vec<StoredGame>, StoreError> {
    let mut page = page(connection, range, false, after, limit).await?;
    if range.private {
        page.extend(self::page(connection, range, true, after, limit).await?);
        page.sort_unstable();
        page.truncate(limit as usize);
    }
    let ids: Vec<String> = page.into_iter().map(|(_, id)| id).collect();
    let mut games = load(connection, &ids, Moves::All).await?;
    Ok(ids.iter().filter_map(|id| games.remove(id)).collect())
}

async fn page(
    connection: &mut Connection,
    range: &DealRange,
    private: bool,
    after: Option<&(DateTime<Utc>, String)>,
    limit: u32,
) -> Result<Vec<(DateTime<Utc>, String)>, StoreError> {
    let mut query =
        sqlx::QueryBuilder::<Db>::new("SELECT finished_at, id FROM games WHERE kind = ");
    query.push_bind(range.kind.as_str()).push(" AND private = ").push_bind(private);
    query.push(" AND finished_at IS NOT NULL AND finished_at < ");
    query.push_bind(Stamp::from(range.until));
    match after {
        Some((end, id)) => {
            query.push(" AND (finished_at, id) > (").push_bind(Stamp::from(*end));
            query.push(", ").push_bind(id.as_str()).push(")");
        }
        None => {
            query.push(" AND finished_at >= ").push_bind(Stamp::from(range.from));
        }
    }
    query.push(" ORDER BY finished_at, id LIMIT ").push_bind(i64::from(limit));
    let rows = query.build().fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get::<Stamp, _>(0)?.into(), row.try_get(1)?))).collect()
}
