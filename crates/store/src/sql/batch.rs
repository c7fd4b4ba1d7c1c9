//! Group commit.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::many::pieces;
use super::new_ratings::NewRatings;
use super::{Connection, games, matches, moves, promises, reading, tables};
use crate::column::truncate;
use crate::node::Owner;
use crate::{FinishRow, GameRow, MoveRow, PromiseRow, StoreError, Write};

/// The moves of a batch that may be stored already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// None is: a batch with one may be refused.
    None,
    /// Some may be, as after a commit of which no answer came.
    #[default]
    Some,
}

/// The most moves that one statement adds.
const MOVES: usize = 4096;

/// Does all of it in the caller's transaction, as if in order. Tables that are opened are
/// the owner's.
///
/// The most frequent writes are held back and done many at a time: shuffles are
/// promised and bound to nonces, deals begin, then moves are added, then deals
/// end, then reasons for no rating and states are set, then tables close. A write that would come out
/// differently that way than in order (a move of a deal that is to end, say)
/// waits until all that was held back is done. Ratings are set after everything
/// else.
pub(super) async fn write(
    connection: &mut Connection,
    owner: Option<&Owner>,
    batch: &[Write],
    repeats: Repeats,
) -> Result<(), StoreError> {
    let mut pending = Pending { repeats, ..Pending::default() };
    let mut ratings = NewRatings::default();
    for write in batch {
        match write {
            Write::Promise(promise) => {
                if pending.dealt.contains(&*promise.table) {
                    pending.do_all(connection, &mut ratings).await?;
                }
                pending.promises.push(promise);
            }
            Write::NonceHashes { promise, table, hashes } => {
                if pending.dealt.contains(&**table) || !pending.bound.insert(promise) {
                    pending.do_all(connection, &mut ratings).await?;
                    pending.bound.insert(promise);
                }
                pending.hashes.push((promise, hashes));
            }
            Write::DropPromise(dropped) => {
                pending.do_all(connection, &mut ratings).await?;
                promises::drop_one(connection, dropped).await?;
            }
            Write::BeginGame(game) => {
                if pending.moved.contains(&*game.id) || !pending.begun.insert(&game.id) {
                    pending.do_all(connection, &mut ratings).await?;
                    pending.begun.insert(&game.id);
                }
                pending.dealt.insert(&game.table);
                pending.begins.push(game);
            }
            Write::Move { game, row } => {
                if pending.ended.contains(&**game) {
                    pending.do_all(connection, &mut ratings).await?;
                }
                pending.moved.insert(game);
                pending.moves.push((game, row));
            }
            Write::FinishGame(finish) => {
                if !pending.ended.insert(&finish.game) {
                    pending.do_all(connection, &mut ratings).await?;
                    pending.ended.insert(&finish.game);
                }
                // A second beginning of the deal must wait for this end.
                pending.moved.insert(&finish.game);
                pending.ends.push(finish);
            }
            Write::EndMatch { game, players } => {
                pending.do_all(connection, &mut ratings).await?;
                let now = games::end_match(connection, game, players).await?;
                ratings.note_end(game, !now);
            }
            Write::Unrated { game, reason } => {
                if pending.unrated.contains_key(&**game) {
                    pending.do_all(connection, &mut ratings).await?;
                }
                pending.unrated.insert(game, reason);
            }
            Write::TableState { table, state } => _ = pending.states.insert(table, state),
            Write::Ratings { game, rows } => ratings.add(game, rows),
            Write::OpenTable(table) => {
                pending.do_all(connection, &mut ratings).await?;
                tables::open(connection, owner, table).await?;
            }
            Write::Seats { table, seats } => {
                pending.do_all(connection, &mut ratings).await?;
                tables::seats(connection, table, seats).await?;
            }
            Write::ReleaseTable { table } => {
                pending.do_all(connection, &mut ratings).await?;
                tables::release(connection, owner, table).await?;
            }
            Write::CloseTable { table, at } => {
                if pending.closes.contains_key(&**table) {
                    pending.do_all(connection, &mut ratings).await?;
                }
                pending.closes.insert(table, *at);
            }
        }
    }
    pending.do_all(connection, &mut ratings).await?;
    ratings.set(connection).await
}

/// The writes that are held back.
#[derive(Default)]
struct Pending<'a> {
    repeats: Repeats,
    promises: Vec<&'a PromiseRow>,
    hashes: Vec<(&'a str, &'a [Option<String>])>,
    /// Commitments that have hashes among the writes held back.
    bound: HashSet<&'a str>,
    /// Tables with the beginning of a deal among what is held back.
    dealt: HashSet<&'a str>,
    begins: Vec<&'a GameRow>,
    begun: HashSet<&'a str>,
    moves: Vec<(&'a str, &'a MoveRow)>,
    /// Deals with moves or an end among what is held back.
    moved: HashSet<&'a str>,
    ends: Vec<&'a FinishRow>,
    ended: HashSet<&'a str>,
    /// The reasons for no rating of matches that have ended, by their last deals.
    unrated: BTreeMap<&'a str, &'a str>,
    /// The last state of each table, in a constant order, so that two servers
    /// cannot wait for each other's rows.
    states: BTreeMap<&'a str, &'a Value>,
    /// Tables that close, likewise.
    closes: BTreeMap<&'a str, DateTime<Utc>>,
}

impl<'a> Pending<'a> {
    /// Does all of it, and notes the matches that end with that.
    async fn do_all(
        &mut self,
        connection: &mut Connection,
        ratings: &mut NewRatings<'a>,
    ) -> Result<(), StoreError> {
        let repeats = self.repeats;
        let held = std::mem::replace(self, Self { repeats, ..Self::default() });
        for promises in pieces(&held.promises) {
            promises::add(connection, promises).await?;
        }
        for hashes in pieces(&held.hashes) {
            promises::bind(connection, hashes).await?;
        }
        for deals in pieces(&held.begins) {
            games::begin(connection, deals).await?;
        }
        for rows in held.moves.chunks(MOVES) {
            let added = moves::insert(connection, rows, repeats).await?;
            if usize::try_from(added).ok() != Some(rows.len()) {
                all_stored(connection, rows).await?;
            }
        }
        for deals in pieces(&held.ends) {
            let before = games::finish(connection, deals).await?;
            for deal in deals.iter().filter(|deal| ends_match(deal)) {
                ratings.note_end(&deal.game, before.iter().any(|known| known.game == deal.game));
            }
        }
        let unrated: Vec<_> = held.unrated.into_iter().collect();
        for reasons in pieces(&unrated) {
            matches::set_unrated(connection, reasons).await?;
        }
        let states: Vec<_> = held.states.into_iter().collect();
        for states in pieces(&states) {
            tables::states(connection, states).await?;
        }
        let closes: Vec<_> = held.closes.into_iter().collect();
        for closes in pieces(&closes) {
            tables::close(connection, closes).await?;
        }
        Ok(())
    }
}

/// True for the last deal of a match, if that does not end later.
fn ends_match(deal: &FinishRow) -> bool {
    deal.players.iter().any(|player| player.match_end.is_some())
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
