//! Adding many moves with one statement.

use std::sync::LazyLock;

use super::Connection;
use super::sql::Repeats;
use crate::column::{Stamp, signed, to_name};
use crate::{MoveRow, StoreError};

/// The statements for 1, 2, 4, … rows. Few sizes, so that all of them stay prepared. Rows that are
/// not bound are NULL (sqlx clears what was bound the time before); NULL equals no game's name, so
/// they are not added, and the added ones are counted: a caller with `n` rows and a count below `n`
/// knows that one of them did not fit.
///
/// That the game continues is read from the player's own row in it, which the foreign key has to
/// find anyway.
static STATEMENTS: LazyLock<[String; 11]> = LazyLock::new(|| {
    std::array::from_fn(|power| {
        let rows = vec!["(?, ?, ?, ?, ?, ?, ?, ?)"; 1 << power].join(", ");
        format!(
            "INSERT INTO moves (game, number, seat, action, moved_by, account, at, thinking_ms) \
             SELECT m.* FROM (VALUES {rows}) AS m \
              WHERE EXISTS (SELECT 1 FROM game_players p \
                             WHERE p.game = m.column1 AND p.seat = m.column3 \
                               AND p.finished_at IS NULL) \
             ON CONFLICT (game, number) DO NOTHING"
        )
    })
});

/// Adds those moves that are new and whose game is going on; says how many. It always allows for
/// repeated ones, which costs SQLite nothing.
pub(super) async fn insert(
    connection: &mut Connection,
    moves: &[(&str, &MoveRow)],
    _repeats: Repeats,
) -> Result<u64, StoreError> {
    let mut added = 0;
    for moves in moves.chunks(1 << (STATEMENTS.len() - 1)) {
        let power = moves.len().next_power_of_two().trailing_zeros();
        let mut query = sqlx::query(&*STATEMENTS[power as usize]);
        for (game, row) in moves {
            // SQLite would take a bigger number; Postgres would not.
            let (number, thinking_ms): (i32, i64) = (signed(row.number)?, signed(row.thinking_ms)?);
            query = query
                .bind(*game)
                .bind(number)
                .bind(row.seat)
                .bind(&*row.action)
                .bind(to_name(row.by))
                .bind(row.account.as_deref())
                .bind(Stamp::from(row.at))
                .bind(thinking_ms);
        }
        added += query.execute(&mut *connection).await?.rows_affected();
    }
    Ok(added)
}
