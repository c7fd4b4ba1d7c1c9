//! What an account's finished deals come to.

use sqlx::{QueryBuilder, Row as _};

use super::{Connection, Db};
use crate::column::{Stamp, unsigned};
use crate::{LATEST_DEALS, RatedRow, ResultsRow, StoreError};

/// The account's latest deals as `p`, each with its game as `g`. The index
/// `game_players_by_account` hands them out in this order.
fn latest(columns: &str, account: &str) -> QueryBuilder<Db> {
    let mut query = QueryBuilder::new(format!("SELECT {columns} FROM (SELECT * FROM game_players"));
    query.push(" WHERE finished_at IS NOT NULL AND account = ").push_bind(account.to_owned());
    query.push(" ORDER BY finished_at DESC, game DESC LIMIT ").push_bind(i64::from(LATEST_DEALS));
    query.push(") p JOIN games g ON g.id = p.game");
    query
}

pub(super) async fn ratings(
    connection: &mut Connection,
    account: &str,
    kind: &str,
    limit: u32,
) -> Result<Vec<RatedRow>, StoreError> {
    let columns = "p.game, p.finished_at, p.rating_before, p.rating_after, p.won";
    let mut query = latest(columns, account);
    query.push(" WHERE p.rating_after IS NOT NULL AND g.kind = ").push_bind(kind);
    query.push(" ORDER BY p.finished_at DESC, p.game DESC LIMIT ").push_bind(i64::from(limit));
    let mut rows = Vec::new();
    for row in query.build().fetch_all(connection).await?.iter().rev() {
        rows.push(RatedRow {
            game: row.try_get("game")?,
            at: row.try_get::<Stamp, _>("finished_at")?.into(),
            before: row.try_get("rating_before")?,
            after: row.try_get("rating_after")?,
            won: row.try_get("won")?,
        });
    }
    Ok(rows)
}

pub(super) async fn results(
    connection: &mut Connection,
    account: &str,
) -> Result<Vec<ResultsRow>, StoreError> {
    let columns = "g.kind, count(*) AS games, sum(CASE WHEN p.won THEN 1 ELSE 0 END) AS wins";
    let mut query = latest(columns, account);
    query.push(" GROUP BY g.kind ORDER BY g.kind");
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
