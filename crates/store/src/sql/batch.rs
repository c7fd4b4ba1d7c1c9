//! Group commit.

use std::collections::{HashMap, HashSet};

use super::{Connection, games, moves, ratings, reading, tables};
use crate::column::truncate;
use crate::{MoveRow, StoreError, Write};

/// How many moves one statement adds.
const MOVES: usize = 4096;

/// Does all of it in order, in the caller's transaction.
///
/// Moves are held back and added many at a time. That changes nothing: other
/// writes do not see moves, but for the beginning and the end of their deal,
/// and before these they are added.
pub(super) async fn write(connection: &mut Connection, batch: &[Write]) -> Result<(), StoreError> {
    let mut pending = Pending::default();
    for write in batch {
        match write {
            Write::Move { game, row } => {
                pending.games.insert(game);
                pending.moves.push((game, row));
            }
            Write::BeginGame(game) => {
                pending.add_before(connection, &game.id).await?;
                games::begin(connection, game).await?;
            }
            Write::FinishGame(finish) => {
                pending.add_before(connection, &finish.game).await?;
                games::finish(connection, finish).await?;
            }
            Write::OpenTable(table) => tables::open(connection, table).await?,
            Write::Seats { table, seats } => tables::seats(connection, table, seats).await?,
            Write::TableState { table, state } => tables::state(connection, table, state).await?,
            Write::CloseTable { table, at } => tables::close(connection, table, *at).await?,
            Write::Ratings(rows) => ratings::set(connection, rows).await?,
        }
    }
    pending.add_all(connection).await
}

/// Moves that are still to be added, in order.
#[derive(Default)]
struct Pending<'a> {
    moves: Vec<(&'a str, &'a MoveRow)>,
    games: HashSet<&'a str>,
}

impl Pending<'_> {
    async fn add_before(
        &mut self,
        connection: &mut Connection,
        game: &str,
    ) -> Result<(), StoreError> {
        if self.games.contains(game) { self.add_all(connection).await } else { Ok(()) }
    }

    async fn add_all(&mut self, connection: &mut Connection) -> Result<(), StoreError> {
        for rows in self.moves.chunks(MOVES) {
            let added = moves::insert(connection, rows).await?;
            if usize::try_from(added).ok() != Some(rows.len()) {
                all_stored(connection, rows).await?;
            }
        }
        self.moves.clear();
        self.games.clear();
        Ok(())
    }
}

/// Some moves were not new, or their game is unknown or over: that is right
/// only if each of them is stored exactly like that.
async fn all_stored(
    connection: &mut Connection,
    rows: &[(&str, &MoveRow)],
) -> Result<(), StoreError> {
    let ids: HashSet<&str> = rows.iter().map(|(game, _)| *game).collect();
    let ids: Vec<&str> = ids.into_iter().collect();
    let mut stored: HashMap<(&str, u32), MoveRow> = HashMap::new();
    let all = reading::moves_of(connection, &ids).await?;
    for game in &ids {
        for row in all.get(*game).into_iter().flatten() {
            stored.insert((*game, row.number), row.clone());
        }
    }
    for (game, row) in rows {
        match stored.get(&(*game, row.number)) {
            Some(same) if *same == (MoveRow { at: truncate(row.at), ..(*row).clone() }) => {}
            Some(_) => {
                return Err(StoreError::Refused(format!(
                    "move {} of game {game:?} is another one",
                    row.number
                )));
            }
            None => {
                return Err(StoreError::Refused(format!(
                    "game {game:?} is unknown or over, no move {} can be added",
                    row.number
                )));
            }
        }
    }
    Ok(())
}
