//! Deals: beginning and ending.

use std::collections::{HashMap, HashSet};

use sqlx::{QueryBuilder, Row as _};

use super::many::{pieces, push_in};
use super::reading::{Moves, load};
use super::{Connection, Db, promises};
use crate::column::{JsonText, Stamp, signed, to_name, truncate, unsigned};
use crate::{
    AccountKind, FinishRow, GamePlayerRow, GameRow, MatchEnd, MatchRating, StoreError, StoredGame,
};

/// Begins deals. What the players' rows say of the end is left out.
pub(super) async fn begin(
    connection: &mut Connection,
    games: &[&GameRow],
) -> Result<(), StoreError> {
    let mut rows = Vec::with_capacity(games.len());
    for game in games {
        if game.players.is_empty() {
            return Err(StoreError::Refused(format!("game {:?} has no players", game.id)));
        }
        let numbers: (i32, i32) = (signed(game.match_number)?, signed(game.number)?);
        rows.push((*game, numbers));
    }
    // A subquery as a value, which Postgres looks up row by row; it does not
    // know how many rows a join would find.
    let mut query = QueryBuilder::<Db>::new(
        "INSERT INTO games (id, table_id, match_number, number, kind, options, dealer, \
                            secret, nonce_hashes, nonces, started_at, people, private) \
         SELECT v.*, coalesce((SELECT t.invite IS NOT NULL FROM tables t \
                                WHERE t.id = v.column2), FALSE) FROM (",
    );
    query.push_values(&rows, |mut row, (game, (match_number, number))| {
        row.push_bind(game.id.as_str())
            .push_bind(game.table.as_str())
            .push_bind(*match_number)
            .push_bind(*number)
            .push_bind(game.kind.as_str())
            .push_bind(JsonText::from(&game.options))
            .push_bind(i16::from(game.dealer))
            .push_bind(game.secret.as_str())
            .push_bind(game.nonce_hashes.as_deref().map(JsonText::options))
            .push_bind(JsonText::list(&game.nonces))
            .push_bind(Stamp::from(game.started_at))
            .push_bind(game.players.iter().any(|player| player.kind != AccountKind::Bot));
    });
    // Without the condition SQLite would take ON for that of a join.
    query.push(") AS v WHERE TRUE ON CONFLICT DO NOTHING RETURNING id, private");
    let mut new: HashMap<String, bool> = HashMap::new();
    for row in query.build().fetch_all(&mut *connection).await? {
        new.insert(row.try_get("id")?, row.try_get("private")?);
    }
    let players: Vec<_> = games
        .iter()
        .filter_map(|game| Some((game, *new.get(&game.id)?)))
        .flat_map(|(game, private)| game.players.iter().map(move |p| (game, private, p)))
        .collect();
    for players in pieces(&players) {
        let mut query = QueryBuilder::<Db>::new(
            "INSERT INTO game_players \
                 (game, seat, account, name, kind, level, game_kind, private) \
             SELECT v.column1, v.column2, v.column3, \
                    CASE WHEN EXISTS (SELECT 1 FROM accounts a \
                                       WHERE a.id = v.column3 AND a.kind = 'deleted') \
                         THEN '' ELSE v.column4 END, \
                    v.column5, v.column6, v.column7, v.column8 FROM (",
        );
        query.push_values(players, |mut row, (game, private, player)| {
            row.push_bind(game.id.as_str())
                .push_bind(i16::from(player.seat))
                .push_bind(player.account.as_str())
                .push_bind(player.name.as_str())
                .push_bind(to_name(player.kind))
                .push_bind(player.level.as_deref())
                .push_bind(game.kind.as_str())
                .push_bind(private);
        });
        query.push(") AS v");
        query.build().execute(&mut *connection).await?;
    }
    let places: Vec<(&str, &str)> = games
        .iter()
        .filter(|game| new.contains_key(&game.id))
        .map(|game| (game.table.as_str(), game.id.as_str()))
        .collect();
    if !places.is_empty() {
        promises::dealt(connection, &places).await?;
    }
    for game in games.iter().filter(|game| !new.contains_key(&game.id)) {
        same_beginning(connection, game).await?;
    }
    Ok(())
}

/// The ids that a statement returns.
async fn ids(
    connection: &mut Connection,
    mut query: QueryBuilder<Db>,
) -> Result<HashSet<String>, StoreError> {
    let ids = query.build_query_scalar::<String>().persistent(false).fetch_all(connection).await?;
    Ok(ids.into_iter().collect())
}

/// Takes the name of an account out of the deals that it played.
pub(super) async fn forget_name(
    connection: &mut Connection,
    account: &str,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE game_players SET name = '' WHERE account = $1 AND name <> ''")
        .bind(account)
        .execute(connection)
        .await?;
    Ok(())
}

/// A deal that was there already must have begun exactly like that, but for the
/// names of accounts deleted since.
async fn same_beginning(connection: &mut Connection, game: &GameRow) -> Result<(), StoreError> {
    let stored = load(connection, &[&game.id], Moves::None).await?.remove(&game.id);
    let Some(stored) = stored else {
        return Err(StoreError::Refused(format!(
            "table {:?} has another deal {} in match {}",
            game.table, game.number, game.match_number
        )));
    };
    let mut asked = beginning(game);
    for (player, stored) in asked.players.iter_mut().zip(&beginning(&stored.row).players) {
        if stored.name.is_empty() {
            player.name.clear();
        }
    }
    if beginning(&stored.row) == asked {
        Ok(())
    } else {
        Err(StoreError::Refused(format!("game {:?} began differently", game.id)))
    }
}

/// The part of a deal that is known when it begins, as it is read back from the store.
fn beginning(game: &GameRow) -> GameRow {
    let mut game = game.clone();
    game.started_at = truncate(game.started_at);
    game.players.sort_by_key(|player| player.seat);
    for player in &mut game.players {
        player.card_points = None;
        player.points = None;
        player.won = None;
        player.forfeited = None;
        player.match_end = None;
        player.rating = None;
        player.moves = None;
    }
    game
}

/// Ends deals, with the results of all their players. Returns those that had ended already with the
/// same results.
pub(super) async fn finish<'a>(
    connection: &mut Connection,
    finishes: &[&'a FinishRow],
) -> Result<Vec<&'a FinishRow>, StoreError> {
    let mut query = QueryBuilder::<Db>::new(
        "UPDATE games SET finished_at = v.column2, result = v.column3 FROM (",
    );
    query.push_values(finishes, |mut row, finish| {
        row.push_bind(finish.game.as_str())
            .push_bind(Stamp::from(finish.finished_at))
            .push_bind(JsonText::from(&finish.result));
    });
    query.push(
        ") AS v WHERE games.id = v.column1 AND games.finished_at IS NULL \
         RETURNING games.id, \
                   (SELECT count(*) FROM game_players p WHERE p.game = games.id) AS players",
    );
    let mut ended: HashMap<String, usize> = HashMap::new();
    for row in query.build().fetch_all(&mut *connection).await? {
        ended.insert(row.try_get("id")?, unsigned(row.try_get::<i64, _>("players")?)?);
    }
    let (now, before): (Vec<&'a FinishRow>, Vec<&'a FinishRow>) =
        finishes.iter().partition(|finish| ended.contains_key(&finish.game));
    if let Some(finish) = now.iter().find(|finish| ended[&finish.game] != finish.players.len()) {
        return Err(other_players(finish));
    }
    finish_players(connection, &now).await?;
    for finish in &before {
        same_end(connection, finish).await?;
    }
    Ok(before)
}

/// Writes down the results of the players of these deals, as the players who began them. The
/// numbers are known to match.
async fn finish_players(
    connection: &mut Connection,
    finishes: &[&FinishRow],
) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    for (finish, player) in finishes.iter().flat_map(|f| f.players.iter().map(move |p| (*f, p))) {
        let step = player.rating.and_then(|rating| rating.step);
        let moves: Option<(i32, i32)> = match player.moves {
            Some((own, all)) => Some((signed(own)?, signed(all)?)),
            None => None,
        };
        rows.push((finish, player, moves, step));
    }
    let mut ended = 0;
    for rows in pieces(&rows) {
        let mut query = QueryBuilder::<Db>::new(
            "UPDATE game_players \
            SET card_points = v.column4, points = v.column5, won = v.column6, \
                forfeited = v.column7, rating_before = v.column8, \
                rating_after = v.column9, finished_at = v.column10, \
                own_moves = v.column11, seat_moves = v.column12, \
                match_won = v.column13, match_forfeited = v.column14, \
                rating_ladder = v.column15, rating_settled = v.column16 \
           FROM (",
        );
        query.push_values(rows, |mut row, (finish, player, moves, step)| {
            row.push_bind(finish.game.as_str())
                .push_bind(i16::from(player.seat))
                .push_bind(player.account.as_str())
                .push_bind(player.card_points)
                .push_bind(player.points)
                .push_bind(player.won)
                .push_bind(player.forfeited)
                .push_bind(step.map(|step| step.before))
                .push_bind(step.map(|step| step.after))
                .push_bind(Stamp::from(finish.finished_at))
                .push_bind(moves.map(|(own, _)| own))
                .push_bind(moves.map(|(_, all)| all))
                .push_bind(player.match_end.map(|end| end.won))
                .push_bind(player.match_end.map(|end| end.forfeited))
                .push_bind(player.rating.map(|rating| to_name(rating.ladder)))
                .push_bind(step.map(|step| step.settled));
        });
        query.push(
            ") AS v WHERE game_players.game = v.column1 AND game_players.seat = v.column2 \
                  AND game_players.account = v.column3 AND game_players.finished_at IS NULL",
        );
        ended += query.build().execute(&mut *connection).await?.rows_affected();
    }
    if usize::try_from(ended).ok() == Some(rows.len()) {
        return Ok(());
    }
    // Which row matched no player matters only for the error text.
    let mut query = QueryBuilder::<Db>::new(
        "SELECT DISTINCT game FROM game_players WHERE finished_at IS NULL AND game",
    );
    let games: Vec<&str> = finishes.iter().map(|finish| finish.game.as_str()).collect();
    push_in(&mut query, &games);
    let left = ids(connection, query).await?;
    let at_fault = finishes.iter().find(|finish| left.contains(&finish.game));
    Err(at_fault.or(finishes.first()).map_or_else(
        || StoreError::Refused("deals without players ended".to_owned()),
        |finish| other_players(finish),
    ))
}

/// Writes down that a finished deal was the last of a match, and what that did to its players, by
/// seat. Returns whether it does so now: the same may be stored already.
pub(super) async fn end_match(
    connection: &mut Connection,
    game: &str,
    players: &[(MatchEnd, Option<MatchRating>)],
) -> Result<bool, StoreError> {
    for (seat, (end, rating)) in (0_i16..).zip(players) {
        let step = rating.and_then(|rating| rating.step);
        let done = sqlx::query(
            "UPDATE game_players \
                SET match_won = $3, match_forfeited = $4, rating_ladder = $5, \
                    rating_before = $6, rating_after = $7, rating_settled = $8 \
              WHERE game = $1 AND seat = $2 AND finished_at IS NOT NULL \
                AND match_won IS NULL AND rating_ladder IS NULL",
        )
        .bind(game)
        .bind(seat)
        .bind(end.won)
        .bind(end.forfeited)
        .bind(rating.map(|rating| to_name(rating.ladder)))
        .bind(step.map(|step| step.before))
        .bind(step.map(|step| step.after))
        .bind(step.map(|step| step.settled))
        .execute(&mut *connection)
        .await?;
        if done.rows_affected() != 1 {
            same_match_end(connection, game, players).await?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// A match that had ended already must have ended exactly like that.
async fn same_match_end(
    connection: &mut Connection,
    game: &str,
    players: &[(MatchEnd, Option<MatchRating>)],
) -> Result<(), StoreError> {
    let id = game.to_owned();
    let stored = load(connection, &[&id], Moves::None).await?.remove(game);
    let ended = |stored: &StoredGame| {
        let ends = stored.row.players.iter().map(|player| Some((player.match_end?, player.rating)));
        stored.finished_at.is_some() && ends.eq(players.iter().copied().map(Some))
    };
    if stored.as_ref().is_some_and(ended) {
        Ok(())
    } else {
        Err(StoreError::Refused(format!(
            "game {game:?} goes on, has other seats, or decided another match"
        )))
    }
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
    players.sort_by_key(|((seat, _), ..)| *seat);
    if stored.finished_at == Some(truncate(finish.finished_at))
        && stored.result.as_ref() == Some(&finish.result)
        && stored.row.players.iter().map(taken).eq(players)
    {
        Ok(())
    } else {
        Err(StoreError::Refused(format!("game {:?} ended differently", finish.game)))
    }
}

type Taken<'a> = (
    (u8, &'a str),
    (Option<i32>, Option<i32>),
    (Option<bool>, Option<bool>),
    (Option<MatchEnd>, Option<MatchRating>),
    Option<(u32, u32)>,
);

/// The part of a player's row that the end of a deal decides.
fn taken(player: &GamePlayerRow) -> Taken<'_> {
    (
        (player.seat, &player.account),
        (player.card_points, player.points),
        (player.won, player.forfeited),
        (player.match_end, player.rating),
        player.moves,
    )
}
