//! Adding many moves with one statement.

use super::Connection;
use crate::column::{Stamp, signed};
use crate::error::unreadable;
use crate::{MoveRow, StoreError};

/// A row of the statement below.
type Fields<'a> = (&'a str, i32, u8, &'a str, &'static str, Option<&'a str>, String, i64);

/// Adds those moves that are new and whose game is going on; says how many.
pub(super) async fn insert(
    connection: &mut Connection,
    moves: &[(&str, &MoveRow)],
) -> Result<u64, StoreError> {
    let mut rows: Vec<Fields<'_>> = Vec::with_capacity(moves.len());
    for (game, row) in moves {
        rows.push((
            game,
            // SQLite would take a bigger number; Postgres would not.
            signed(row.number)?,
            row.seat,
            &row.action,
            row.by.text(),
            row.account.as_deref(),
            Stamp::from(row.at).text(),
            signed(row.thinking_ms)?,
        ));
    }
    let rows = serde_json::to_string(&rows).map_err(unreadable)?;
    let done = sqlx::query(
        "INSERT INTO moves (game, number, seat, action, moved_by, account, at, thinking_ms) \
         SELECT m.value ->> 0, m.value ->> 1, m.value ->> 2, m.value ->> 3, \
                m.value ->> 4, m.value ->> 5, m.value ->> 6, m.value ->> 7 \
           FROM json_each($1) m \
          WHERE EXISTS (SELECT 1 FROM games g \
                         WHERE g.id = m.value ->> 0 AND g.finished_at IS NULL) \
         ON CONFLICT (game, number) DO NOTHING",
    )
    .bind(rows)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}
