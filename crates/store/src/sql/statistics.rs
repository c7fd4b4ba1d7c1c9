//! Sums over an account's latest finished deals.

use sqlx::{QueryBuilder, Row as _};

use super::history::{push_latest, push_latest_of_all};
use super::{Connection, Db, Row};
use crate::column::unsigned;
use crate::error::unreadable;
use crate::{ContractRow, OpponentRow, Statistics, StoreError, TotalsRow};

pub(super) async fn of(
    connection: &mut Connection,
    account: &str,
    private_opponents: bool,
) -> Result<Statistics, StoreError> {
    let mut query = QueryBuilder::<Db>::new("");
    push_totals(&mut query, account);
    let totals = query.build().fetch_all(&mut *connection).await?;
    let mut query = QueryBuilder::<Db>::new("");
    push_contracts(&mut query, account);
    let contracts = query.build().fetch_all(&mut *connection).await?;
    let mut query = QueryBuilder::<Db>::new("");
    push_opponents(&mut query, account, private_opponents);
    let opponents = query.build().fetch_all(&mut *connection).await?;
    Ok(Statistics {
        totals: totals.iter().map(read_totals).collect::<Result<_, _>>()?,
        contracts: contracts.iter().map(read_contract).collect::<Result<_, _>>()?,
        opponents: opponents.iter().map(read_opponent).collect::<Result<_, _>>()?,
    })
}

/// The columns that the sums are made of.
const COLUMNS: &str = "game, seat, account, game_kind, points, won, match_won, finished_at";

/// Adds the statement for the totals.
pub(crate) fn push_totals(query: &mut QueryBuilder<Db>, account: &str) {
    query.push(
        "SELECT kind, bots, count(*) AS games, sum(won) AS wins, \
                CAST(sum(points) AS BIGINT) AS points, \
                count(match_won) AS matches, coalesce(sum(match_won), 0) AS match_wins \
           FROM (SELECT p.game_kind AS kind, \
                        EXISTS (SELECT 1 FROM game_players o WHERE o.game = p.game \
                                   AND o.seat <> p.seat AND o.kind = 'bot') AS bots, \
                        CASE WHEN p.won THEN 1 ELSE 0 END AS won, \
                        coalesce(p.points, 0) AS points, \
                        CASE WHEN p.match_won THEN 1 WHEN NOT p.match_won THEN 0 END AS match_won \
                   FROM ",
    );
    push_latest_of_all(query, COLUMNS, account);
    query.push(" p) q GROUP BY kind, bots ORDER BY kind, bots");
}

/// Adds the statement for the contracts: only results of tarok have a `contract`.
pub(crate) fn push_contracts(query: &mut QueryBuilder<Db>, account: &str) {
    query.push(
        "SELECT p.game_kind AS kind, g.result ->> 'contract' AS contract, count(*) AS games, \
                sum(CASE WHEN p.won THEN 1 ELSE 0 END) AS wins, \
                CAST(sum(coalesce(p.points, 0)) AS BIGINT) AS points \
           FROM ",
    );
    push_latest_of_all(query, COLUMNS, account);
    query.push(
        " p JOIN games g ON g.id = p.game \
         WHERE p.game_kind LIKE 'tarok-%' \
           AND CAST(g.result ->> 'declarer' AS INTEGER) = p.seat \
           AND g.result ->> 'contract' IS NOT NULL \
         GROUP BY p.game_kind, g.result ->> 'contract' \
         ORDER BY p.game_kind, g.result ->> 'contract'",
    );
}

/// Adds the statement for the opponents, without deleted accounts.
pub(crate) fn push_opponents(query: &mut QueryBuilder<Db>, account: &str, private: bool) {
    query.push(
        "SELECT o.account AS other, p.seat, o.seat AS other_seat, \
                CAST(g.options AS TEXT) AS options, p.match_won, o.match_won AS other_won, \
                count(*) AS matches \
           FROM ",
    );
    if private {
        push_latest_of_all(query, COLUMNS, account);
    } else {
        push_latest(query, COLUMNS, account, false, None);
    }
    query.push(
        " p JOIN games g ON g.id = p.game \
            JOIN game_players o ON o.game = p.game AND o.account <> p.account AND o.name <> '' \
         WHERE p.match_won IS NOT NULL AND o.match_won IS NOT NULL \
         GROUP BY o.account, p.seat, o.seat, CAST(g.options AS TEXT), p.match_won, o.match_won",
    );
}

fn read_totals(row: &Row) -> Result<TotalsRow, StoreError> {
    Ok(TotalsRow {
        kind: row.try_get("kind")?,
        bots: row.try_get("bots")?,
        games: unsigned(row.try_get::<i64, _>("games")?)?,
        wins: unsigned(row.try_get::<i64, _>("wins")?)?,
        points: row.try_get("points")?,
        matches: unsigned(row.try_get::<i64, _>("matches")?)?,
        match_wins: unsigned(row.try_get::<i64, _>("match_wins")?)?,
    })
}

fn read_contract(row: &Row) -> Result<ContractRow, StoreError> {
    Ok(ContractRow {
        kind: row.try_get("kind")?,
        contract: row.try_get("contract")?,
        games: unsigned(row.try_get::<i64, _>("games")?)?,
        wins: unsigned(row.try_get::<i64, _>("wins")?)?,
        points: row.try_get("points")?,
    })
}

fn read_opponent(row: &Row) -> Result<OpponentRow, StoreError> {
    Ok(OpponentRow {
        other: row.try_get("other")?,
        seat: unsigned(row.try_get::<i16, _>("seat")?)?,
        other_seat: unsigned(row.try_get::<i16, _>("other_seat")?)?,
        options: serde_json::from_str(row.try_get("options")?).map_err(unreadable)?,
        won: row.try_get("match_won")?,
        other_won: row.try_get("other_won")?,
        matches: unsigned(row.try_get::<i64, _>("matches")?)?,
    })
}
