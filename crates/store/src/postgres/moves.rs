//! Adding many moves with one statement.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};

use super::Connection;
use super::sql::Repeats;
use crate::column::{signed, to_name, truncate};
use crate::{MoveRow, StoreError};

/// The statement for moves none of which is stored.
///
/// Subqueries as values, which Postgres looks up row by row. Of EXISTS it makes a join, in the
/// wrong order, as it does not know how many rows come. They stand for foreign keys as well, which
/// would lock what they find. The account that decided is nearly always the seat's own.
const NEW: &str = "INSERT INTO moves (game, number, seat, action, moved_by, account, at, thinking_ms) \
     SELECT m.* \
       FROM UNNEST($1::text[], $2::int4[], $3::int2[], $4::text[], \
                   $5::text[], $6::text[], $7::timestamptz[], $8::int8[]) \
            AS m (game, number, seat, action, moved_by, account, at, thinking_ms) \
      WHERE (SELECT p.finished_at IS NULL \
                    AND (m.account IS NULL OR m.account = p.account \
                         OR (SELECT TRUE FROM accounts a WHERE a.id = m.account)) \
               FROM game_players p WHERE p.game = m.game AND p.seat = m.seat)";

/// The statement for moves that may be stored.
static NEW_OR_STORED: LazyLock<String> =
    LazyLock::new(|| format!("{NEW} ON CONFLICT (game, number) DO NOTHING"));

/// Adds those moves that are new and whose game is going on; says how many.
///
/// # Errors
/// [`StoreError::Refused`] for a stored move, if none was to be.
pub(super) async fn insert(
    connection: &mut Connection,
    moves: &[(&str, &MoveRow)],
    repeats: Repeats,
) -> Result<u64, StoreError> {
    let mut columns = Columns::default();
    for (game, row) in moves {
        columns.game.push(game);
        columns.number.push(signed(row.number)?);
        columns.seat.push(i16::from(row.seat));
        columns.action.push(&row.action);
        columns.moved_by.push(to_name(row.by));
        columns.account.push(row.account.as_deref());
        columns.at.push(truncate(row.at));
        columns.thinking_ms.push(signed(row.thinking_ms)?);
    }
    let done = sqlx::query(match repeats {
        Repeats::None => NEW,
        Repeats::Some => &NEW_OR_STORED,
    })
    .bind(columns.game)
    .bind(columns.number)
    .bind(columns.seat)
    .bind(columns.action)
    .bind(columns.moved_by)
    .bind(columns.account)
    .bind(columns.at)
    .bind(columns.thinking_ms)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// The moves column by column, as `UNNEST` takes them.
#[derive(Default)]
struct Columns<'a> {
    game: Vec<&'a str>,
    number: Vec<i32>,
    seat: Vec<i16>,
    action: Vec<&'a str>,
    moved_by: Vec<&'static str>,
    account: Vec<Option<&'a str>>,
    at: Vec<DateTime<Utc>>,
    thinking_ms: Vec<i64>,
}
