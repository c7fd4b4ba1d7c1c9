//! Deals as they are stored: one, some, or a page of a list.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sqlx::{QueryBuilder, Row as _};

use super::many::{IDS, push_in};
use super::{Connection, Db, Row, promises};
use crate::column::{JsonText, Stamp, from_name, signed, unsigned};
use crate::{
    GameFilter, GamePlayerRow, GameRow, MatchEnd, MatchRating, MoveRow, RatingStep, Reader,
    StoreError, StoredGame,
};

/// The part of a game's moves that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// Nothing.
    None,
    /// Their number.
    Count,
    /// They themselves.
    All,
}

pub(super) async fn by_id(
    connection: &mut Connection,
    id: &str,
) -> Result<Option<StoredGame>, StoreError> {
    let Some(mut game) = load(connection, &[id], Moves::All).await?.remove(id) else {
        return Ok(None);
    };
    game.dropped = promises::dropped_before(connection, id).await?;
    Ok(Some(game))
}

/// Finished games, newest first; among those of one moment by id, backwards.
pub(super) async fn list(
    connection: &mut Connection,
    filter: &GameFilter,
    reader: Reader<'_>,
) -> Result<Vec<StoredGame>, StoreError> {
    let ids = ids(connection, filter, reader, Of::Deals).await?;
    let mut games = load(connection, &ids, Moves::Count).await?;
    Ok(ids.iter().filter_map(|id| games.remove(id)).collect())
}

/// The games of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// All.
    Deals,
    /// The last finished deal of each match.
    Matches,
}

/// The ids of the games of a page, in order.
pub(super) async fn ids(
    connection: &mut Connection,
    filter: &GameFilter,
    reader: Reader<'_>,
    of: Of,
) -> Result<Vec<String>, StoreError> {
    if filter.table.is_some() {
        return of_table(connection, filter, reader, of).await;
    }
    let all = match reader {
        Reader::Operator => true,
        Reader::Account(asking) => asking.is_some() && filter.account.as_deref() == asking,
    };
    // In the indexes private tables and others are apart, each by time: so
    // one page of each, and the newest of both.
    let mut page = page(connection, filter, false, of).await?;
    if all {
        page.extend(self::page(connection, filter, true, of).await?);
        page.sort_unstable_by(|one, other| other.cmp(one));
        page.truncate(filter.limit as usize);
    }
    Ok(page.into_iter().map(|(_, id)| id).collect())
}

/// A page of the games of public tables, or of private ones: when they ended,
/// and their ids. An index hands them out in this order.
async fn page(
    connection: &mut Connection,
    filter: &GameFilter,
    private: bool,
    of: Of,
) -> Result<Vec<(DateTime<Utc>, String)>, StoreError> {
    let mut query = QueryBuilder::new("");
    push_selection(&mut query, filter, private, of);
    let rows = query.build().fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get::<Stamp, _>(0)?.into(), row.try_get(1)?))).collect()
}

/// Adds the condition that a game is the last finished one of its match. It is a value that is looked
/// up row by row: of a join the databases do not know how many rows it finds, and columns beside
/// those of the indexes would make SQLite choose a shorter one.
fn push_last_of_match(query: &mut QueryBuilder<Db>, id: &str) {
    query.push(format_args!(
        " AND (SELECT l.number = (SELECT max(o.number) FROM games o \
                                   WHERE o.table_id = l.table_id \
                                     AND o.match_number = l.match_number \
                                     AND o.finished_at IS NOT NULL) \
                 FROM games l WHERE l.id = {id})"
    ));
}

/// The statement that finds such a page.
pub(crate) fn push_selection(
    query: &mut QueryBuilder<Db>,
    filter: &GameFilter,
    private: bool,
    of: Of,
) {
    // Where the end and the id are taken from decides which index is used.
    let (end, id) = if let Some(account) = &filter.account {
        query.push("SELECT p.finished_at, p.game FROM game_players p WHERE p.private = ");
        query.push_bind(private).push(" AND p.account = ").push_bind(account.as_str());
        // An account may have played at several seats.
        query.push(
            " AND NOT EXISTS (SELECT 1 FROM game_players o WHERE o.game = p.game \
                              AND o.account = p.account AND o.seat < p.seat)",
        );
        if let Some(kind) = &filter.kind {
            query.push(" AND p.game_kind = ").push_bind(kind.as_str());
        }
        if filter.people {
            query.push(
                " AND EXISTS (SELECT 1 FROM games g WHERE g.id = p.game AND g.people = TRUE)",
            );
        }
        ("p.finished_at", "p.game")
    } else {
        query.push("SELECT g.finished_at, g.id FROM games g WHERE g.private = ").push_bind(private);
        if let Some(kind) = &filter.kind {
            query.push(" AND g.kind = ").push_bind(kind.as_str());
        }
        if filter.people {
            // As the condition of the indexes has it.
            query.push(" AND g.people = TRUE");
        }
        ("g.finished_at", "g.id")
    };
    if of == Of::Matches {
        push_last_of_match(query, id);
    }
    push_page(query, filter, end, id);
}

/// A page of one table's games.
async fn of_table(
    connection: &mut Connection,
    filter: &GameFilter,
    reader: Reader<'_>,
    of: Of,
) -> Result<Vec<String>, StoreError> {
    // Looked up by game: of an account there may be very many.
    const AMONG_PLAYERS: &str = " IN (SELECT p.account FROM game_players p WHERE p.game = g.id)";
    let mut query = QueryBuilder::<Db>::new("SELECT g.id FROM games g WHERE g.table_id = ");
    query.push_bind(filter.table.as_deref());
    if let Some(kind) = &filter.kind {
        query.push(" AND g.kind = ").push_bind(kind.as_str());
    }
    if filter.people {
        query.push(" AND g.people = TRUE");
    }
    if let Some(number) = filter.match_number {
        query.push(" AND g.match_number = ").push_bind(signed::<_, i32>(number)?);
    }
    if of == Of::Matches {
        push_last_of_match(&mut query, "g.id");
    }
    if let Some(account) = &filter.account {
        query.push(" AND ").push_bind(account.as_str()).push(AMONG_PLAYERS);
    }
    if let Reader::Account(asking) = reader {
        query.push(" AND (g.private = ").push_bind(false);
        query.push(" OR ").push_bind(asking).push(AMONG_PLAYERS).push(")");
    }
    push_page(&mut query, filter, "g.finished_at", "g.id");
    Ok(query.build_query_scalar().fetch_all(connection).await?)
}

/// Adds the limits on the end of a game, the order and the length of a page.
fn push_page(query: &mut QueryBuilder<Db>, filter: &GameFilter, end: &str, id: &str) {
    query.push(format_args!(" AND {end} IS NOT NULL"));
    if let Some(from) = filter.from {
        query.push(format_args!(" AND {end} >= ")).push_bind(Stamp::from(from));
    }
    if let Some(until) = filter.until {
        query.push(format_args!(" AND {end} < ")).push_bind(Stamp::from(until));
    }
    if let Some((last_end, last_id)) = &filter.after {
        query.push(format_args!(" AND ({end}, {id}) < (")).push_bind(Stamp::from(*last_end));
        query.push(", ").push_bind(last_id.clone()).push(")");
    }
    query.push(format_args!(" ORDER BY {end} DESC, {id} DESC LIMIT "));
    query.push_bind(i64::from(filter.limit));
}

/// The games with these ids.
pub(super) async fn load(
    connection: &mut Connection,
    ids: &[impl AsRef<str>],
    moves: Moves,
) -> Result<HashMap<String, StoredGame>, StoreError> {
    let mut games = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(IDS) {
        let mut query = QueryBuilder::<Db>::new(
            "SELECT id, table_id, match_number, number, kind, options, dealer, secret, \
                    nonce_hashes, nonces, started_at, finished_at, result, private \
               FROM games WHERE id",
        );
        push_in(&mut query, ids);
        for row in query.build().persistent(false).fetch_all(&mut *connection).await? {
            let game = read(&row)?;
            games.insert(game.row.id.clone(), game);
        }
        add_players(connection, ids, &mut games).await?;
        if moves == Moves::Count {
            count_moves(connection, ids, &mut games).await?;
        }
    }
    if moves == Moves::All {
        for (id, moves) in moves_of(connection, ids).await? {
            if let Some(game) = games.get_mut(&id) {
                game.move_count = signed(moves.len())?;
                game.moves = moves;
            }
        }
    }
    Ok(games)
}

async fn add_players(
    connection: &mut Connection,
    ids: &[impl AsRef<str>],
    games: &mut HashMap<String, StoredGame>,
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new(
        "SELECT game, seat, account, name, kind, level, card_points, points, won, forfeited, \
                rating_before, rating_after, rating_ladder, rating_settled, \
                match_won, match_forfeited, own_moves, seat_moves \
           FROM game_players WHERE game",
    );
    push_in(&mut query, ids);
    query.push(" ORDER BY game, seat");
    for row in query.build().persistent(false).fetch_all(connection).await? {
        if let Some(game) = games.get_mut(row.try_get::<&str, _>("game")?) {
            game.row.players.push(read_player(&row)?);
        }
    }
    Ok(())
}

async fn count_moves(
    connection: &mut Connection,
    ids: &[impl AsRef<str>],
    games: &mut HashMap<String, StoredGame>,
) -> Result<(), StoreError> {
    let mut query = QueryBuilder::<Db>::new("SELECT game, count(*) AS moves FROM moves WHERE game");
    push_in(&mut query, ids);
    query.push(" GROUP BY game");
    for row in query.build().persistent(false).fetch_all(connection).await? {
        if let Some(game) = games.get_mut(row.try_get::<&str, _>("game")?) {
            game.move_count = unsigned(row.try_get::<i64, _>("moves")?)?;
        }
    }
    Ok(())
}

/// The moves of these games in order, by game.
pub(super) async fn moves_of(
    connection: &mut Connection,
    ids: &[impl AsRef<str>],
) -> Result<HashMap<String, Vec<MoveRow>>, StoreError> {
    let mut moves: HashMap<String, Vec<MoveRow>> = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(IDS) {
        let mut query = QueryBuilder::<Db>::new(
            "SELECT game, number, seat, action, moved_by, account, at, thinking_ms \
               FROM moves WHERE game",
        );
        push_in(&mut query, ids);
        query.push(" ORDER BY game, number");
        for row in query.build().persistent(false).fetch_all(&mut *connection).await? {
            moves.entry(row.try_get("game")?).or_default().push(read_move(&row)?);
        }
    }
    Ok(moves)
}

fn read(row: &Row) -> Result<StoredGame, StoreError> {
    let result: Option<JsonText> = row.try_get("result")?;
    let hashes: Option<JsonText> = row.try_get("nonce_hashes")?;
    Ok(StoredGame {
        row: GameRow {
            id: row.try_get("id")?,
            table: row.try_get("table_id")?,
            match_number: unsigned(row.try_get::<i32, _>("match_number")?)?,
            number: unsigned(row.try_get::<i32, _>("number")?)?,
            kind: row.try_get("kind")?,
            options: row.try_get::<JsonText, _>("options")?.read()?,
            dealer: unsigned(row.try_get::<i16, _>("dealer")?)?,
            secret: row.try_get("secret")?,
            nonce_hashes: hashes.map(|hashes| hashes.read()).transpose()?,
            nonces: row.try_get::<JsonText, _>("nonces")?.read()?,
            started_at: row.try_get::<Stamp, _>("started_at")?.into(),
            players: Vec::new(),
        },
        private: row.try_get("private")?,
        finished_at: row.try_get::<Option<Stamp>, _>("finished_at")?.map(Into::into),
        result: result.map(|result| result.read()).transpose()?,
        move_count: 0,
        moves: Vec::new(),
        dropped: Vec::new(),
    })
}

fn read_player(row: &Row) -> Result<GamePlayerRow, StoreError> {
    let match_won: Option<bool> = row.try_get("match_won")?;
    let match_forfeited: Option<bool> = row.try_get("match_forfeited")?;
    let ladder: Option<&str> = row.try_get("rating_ladder")?;
    let own_moves: Option<i32> = row.try_get("own_moves")?;
    let seat_moves: Option<i32> = row.try_get("seat_moves")?;
    Ok(GamePlayerRow {
        seat: unsigned(row.try_get::<i16, _>("seat")?)?,
        account: row.try_get("account")?,
        name: row.try_get("name")?,
        kind: from_name(row.try_get("kind")?)?,
        level: row.try_get("level")?,
        card_points: row.try_get("card_points")?,
        points: row.try_get("points")?,
        won: row.try_get("won")?,
        forfeited: row.try_get("forfeited")?,
        match_end: match_won
            .zip(match_forfeited)
            .map(|(won, forfeited)| MatchEnd { won, forfeited }),
        rating: match ladder {
            Some(ladder) => Some(MatchRating { ladder: from_name(ladder)?, step: read_step(row)? }),
            None => None,
        },
        moves: match own_moves.zip(seat_moves) {
            Some((own, all)) => Some((unsigned(own)?, unsigned(all)?)),
            None => None,
        },
    })
}

fn read_step(row: &Row) -> Result<Option<RatingStep>, StoreError> {
    let before: Option<i32> = row.try_get("rating_before")?;
    let after: Option<i32> = row.try_get("rating_after")?;
    let settled: Option<bool> = row.try_get("rating_settled")?;
    let step = before.zip(after).zip(settled);
    Ok(step.map(|((before, after), settled)| RatingStep { before, after, settled }))
}

fn read_move(row: &Row) -> Result<MoveRow, StoreError> {
    Ok(MoveRow {
        number: unsigned(row.try_get::<i32, _>("number")?)?,
        seat: unsigned(row.try_get::<i16, _>("seat")?)?,
        action: row.try_get("action")?,
        by: from_name(row.try_get("moved_by")?)?,
        account: row.try_get("account")?,
        at: row.try_get::<Stamp, _>("at")?.into(),
        thinking_ms: unsigned(row.try_get::<i64, _>("thinking_ms")?)?,
    })
}
