//! Deals: beginning and ending.

use sqlx::QueryBuilder;

use super::reading::{Moves, load};
use super::{Connection, Db};
use crate::column::{JsonText, Stamp, signed, truncate};
use crate::{FinishRow, GamePlayerRow, GameRow, StoreError};

/// Begins a deal. What the players' rows say of the end is left out.
pub(super) async fn begin(connection: &mut Connection, game: &GameRow) -> Result<(), StoreError> {
    if game.players.is_empty() {
        return Err(StoreError::Refused(format!("game {:?} has no players", game.id)));
    }
    let done = sqlx::query(
        "INSERT INTO games (id, table_id, match_number, number, kind, options, dealer, \
                            secret, nonces, started_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&game.id)
    .bind(&game.table)
    .bind(signed::<_, i32>(game.match_number)?)
    .bind(signed::<_, i32>(game.number)?)
    .bind(&game.kind)
    .bind(JsonText::from(&game.options))
    .bind(i16::from(game.dealer))
    .bind(&game.secret)
    .bind(JsonText::list(&game.nonces))
    .bind(Stamp::from(game.started_at))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return same_beginning(connection, game).await;
    }
    let mut query = QueryBuilder::<Db>::new(
        "INSERT INTO game_players (game, seat, account, name, kind, level) ",
    );
    query.push_values(&game.players, |mut row, player| {
        row.push_bind(game.id.as_str())
            .push_bind(i16::from(player.seat))
            .push_bind(player.account.as_str())
            .push_bind(player.name.as_str())
            .push_bind(player.kind.text())
            .push_bind(player.level.as_deref());
    });
    query.build().execute(connection).await?;
    Ok(())
}

/// A deal that was there already must have begun exactly like that.
async fn same_beginning(connection: &mut Connection, game: &GameRow) -> Result<(), StoreError> {
    let stored = load(connection, &[&game.id], Moves::None).await?.remove(&game.id);
    let Some(stored) = stored else {
        return Err(StoreError::Refused(format!(
            "table {:?} has another deal {} in match {}",
            game.table, game.number, game.match_number
        )));
    };
    if beginning(&stored.row) == beginning(game) {
        Ok(())
    } else {
        Err(StoreError::Refused(format!("game {:?} began differently", game.id)))
    }
}

/// What is known when a deal begins, as it comes back from the store.
fn beginning(game: &GameRow) -> GameRow {
    let mut game = game.clone();
    game.started_at = truncate(game.started_at);
    game.players.sort_by_key(|player| player.seat);
    for player in &mut game.players {
        player.thirds = None;
        player.points = None;
        player.won = None;
        player.forfeited = None;
        player.rating = None;
    }
    game
}

/// Ends a deal, with what every one of its players took.
pub(super) async fn finish(
    connection: &mut Connection,
    finish: &FinishRow,
) -> Result<(), StoreError> {
    let done = sqlx::query(
        "UPDATE games SET finished_at = $2, result = $3 WHERE id = $1 AND finished_at IS NULL",
    )
    .bind(&finish.game)
    .bind(Stamp::from(finish.finished_at))
    .bind(JsonText::from(&finish.result))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return same_end(connection, finish).await;
    }
    for player in &finish.players {
        let done = sqlx::query(
            "UPDATE game_players \
                SET thirds = $4, points = $5, won = $6, forfeited = $7, \
                    rating_before = $8, rating_after = $9, finished_at = $10 \
              WHERE game = $1 AND seat = $2 AND account = $3 AND finished_at IS NULL",
        )
        .bind(&finish.game)
        .bind(i16::from(player.seat))
        .bind(&player.account)
        .bind(player.thirds)
        .bind(player.points)
        .bind(player.won)
        .bind(player.forfeited)
        .bind(player.rating.map(|(before, _)| before))
        .bind(player.rating.map(|(_, after)| after))
        .bind(Stamp::from(finish.finished_at))
        .execute(&mut *connection)
        .await?;
        if done.rows_affected() == 0 {
            return Err(other_players(finish));
        }
    }
    let left: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM game_players WHERE game = $1 AND finished_at IS NULL",
    )
    .bind(&finish.game)
    .fetch_one(connection)
    .await?;
    if left == 0 { Ok(()) } else { Err(other_players(finish)) }
}

fn other_players(finish: &FinishRow) -> StoreError {
    StoreError::Refused(format!("game {:?} did not begin with these players", finish.game))
}

/// A deal that was over already must have ended exactly like that.
async fn same_end(connection: &mut Connection, finish: &FinishRow) -> Result<(), StoreError> {
    let stored = load(connection, &[&finish.game], Moves::None).await?.remove(&finish.game);
    let Some(stored) = stored else {
        return Err(StoreError::Refused(format!("no game {:?}", finish.game)));
    };
    let mut players: Vec<_> = finish.players.iter().map(taken).collect();
    players.sort_by_key(|(seat, ..)| *seat);
    if stored.finished_at == Some(truncate(finish.finished_at))
        && stored.result.as_ref() == Some(&finish.result)
        && stored.row.players.iter().map(taken).eq(players)
    {
        Ok(())
    } else {
        Err(StoreError::Refused(format!("game {:?} ended differently", finish.game)))
    }
}

type Taken<'a> =
    (u8, &'a str, (Option<i32>, Option<i32>), (Option<bool>, Option<bool>), Option<(i32, i32)>);

/// What the end of a deal says of a player.
fn taken(player: &GamePlayerRow) -> Taken<'_> {
    (
        player.seat,
        &player.account,
        (player.thirds, player.points),
        (player.won, player.forfeited),
        player.rating,
    )
}
