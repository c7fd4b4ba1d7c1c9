//! Matches of which a deal is over.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::{QueryBuilder, Row as _};

use super::many::push_in;
use super::reading::{self, Moves, Of, load};
use super::{Connection, Db};
use crate::column::{JsonText, Stamp, signed, unsigned};
use crate::{GameFilter, Reader, StoreError, StoredGame, StoredMatch};

/// Matches by their last finished deals, newest first; among those of one moment by id, backwards.
pub(super) async fn list(
    connection: &mut Connection,
    filter: &GameFilter,
    reader: Reader<'_>,
) -> Result<Vec<StoredMatch>, StoreError> {
    let ids = reading::ids(connection, filter, reader, Of::Matches).await?;
    let mut games = load(connection, &ids, Moves::None).await?;
    let last: Vec<StoredGame> = ids.iter().filter_map(|id| games.remove(id)).collect();
    if last.is_empty() {
        return Ok(Vec::new());
    }
    let mut deals = deals(connection, &last).await?;
    let open = open(connection, &last).await?;
    let matches = last.into_iter().filter_map(|last| {
        let Deals { results, started_at, unrated } =
            deals.remove(&(last.row.table.clone(), last.row.match_number))?;
        let open = open.contains(&last.row.id);
        Some(StoredMatch { last, results, started_at, open, unrated })
    });
    Ok(matches.collect())
}

/// The finished deals of a match.
struct Deals {
    results: Vec<Value>,
    started_at: DateTime<Utc>,
    unrated: Option<String>,
}

/// The finished deals of the matches that these deals belong to, by table and number of the match.
async fn deals(
    connection: &mut Connection,
    last: &[StoredGame],
) -> Result<HashMap<(String, u32), Deals>, StoreError> {
    let numbers: Vec<i32> =
        last.iter().map(|game| signed(game.row.match_number)).collect::<Result<_, _>>()?;
    let mut query = QueryBuilder::<Db>::new("");
    push_deals(&mut query, last.iter().map(|game| &*game.row.table).zip(numbers));
    let mut found: HashMap<(String, u32), Deals> = HashMap::with_capacity(last.len());
    for row in query.build().persistent(false).fetch_all(connection).await? {
        let number = unsigned(row.try_get::<i32, _>("match_number")?)?;
        let started_at = row.try_get::<Stamp, _>("started_at")?.into();
        let deals = found.entry((row.try_get("table_id")?, number)).or_insert_with(|| Deals {
            results: Vec::new(),
            started_at,
            unrated: None,
        });
        deals.results.push(row.try_get::<JsonText, _>("result")?.read()?);
        deals.unrated = row.try_get("unrated")?;
    }
    Ok(found)
}

/// Adds the statement for [`deals`]: those of each match by the index of its table's deals.
pub(crate) fn push_deals<'a>(
    query: &mut QueryBuilder<Db>,
    matches: impl Iterator<Item = (&'a str, i32)>,
) {
    // Without CROSS, SQLite may begin with the deals.
    query.push("SELECT g.table_id, g.match_number, g.started_at, g.result, g.unrated FROM (");
    query.push_values(matches, |mut row, (table, number)| {
        row.push_bind(table.to_owned()).push_bind(number);
    });
    query.push(
        ") AS v CROSS JOIN games g \
          WHERE g.table_id = v.column1 AND g.match_number = v.column2 \
            AND g.finished_at IS NOT NULL \
          ORDER BY g.table_id, g.match_number, g.number",
    );
}

/// Returns those of these deals whose matches may go on.
async fn open(connection: &mut Connection, last: &[StoredGame]) -> Result<Vec<String>, StoreError> {
    let undecided = |game: &&StoredGame| game.row.players.iter().all(|p| p.match_end.is_none());
    let ids: Vec<&str> = last.iter().filter(undecided).map(|game| &*game.row.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut query = QueryBuilder::<Db>::new(
        "SELECT g.id FROM games g JOIN tables t ON t.id = g.table_id AND t.closed_at IS NULL \
          WHERE g.match_number = (SELECT max(o.match_number) FROM games o \
                                   WHERE o.table_id = g.table_id) AND g.id",
    );
    push_in(&mut query, &ids);
    Ok(query.build_query_scalar().persistent(false).fetch_all(connection).await?)
}

/// Writes down why the matches that ended with these deals changed no rating: deal and reason.
pub(super) async fn set_unrated(
    connection: &mut Connection,
    reasons: &[(&str, &str)],
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new("UPDATE games SET unrated = v.column2 FROM (");
    query.push_values(reasons, |mut row, (game, reason)| {
        row.push_bind((*game).to_owned()).push_bind((*reason).to_owned());
    });
    query.push(
        ") AS v WHERE games.id = v.column1 AND games.finished_at IS NOT NULL \
                  AND coalesce(games.unrated, v.column2) = v.column2",
    );
    let done = query.build().execute(connection).await?;
    if usize::try_from(done.rows_affected()).ok() == Some(reasons.len()) {
        return Ok(());
    }
    let games: Vec<&str> = reasons.iter().map(|(game, _)| *game).collect();
    Err(StoreError::Refused(format!(
        "of the games {games:?} one goes on, is unknown, or has another reason"
    )))
}
