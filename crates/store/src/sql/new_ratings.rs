//! The new ratings of a batch.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::many::pieces;
use super::{Connection, ratings};
use crate::{Ladder, RatingKey, RatingRow, StoreError};

/// The new ratings of a batch, held back until everything else of it is done.
///
/// Of all that a batch changes only ratings are changed by several servers. Set last, and in a
/// constant order, they are locked only for the commit, and no two servers wait for each other.
#[derive(Default)]
pub(super) struct NewRatings<'a> {
    /// The ratings by the match that they follow from, in order.
    matches: Vec<(&'a str, &'a [RatingRow])>,
    /// The matches that end in the batch; true for one that had ended before it.
    ends: HashMap<&'a str, bool>,
}

/// A new rating.
#[derive(Clone, Copy)]
struct New<'a> {
    row: &'a RatingRow,
    /// True if the match ends in the batch, and for the first time: it has never
    /// been rated then, even if a rating like that is stored. Of others nothing is
    /// known, and one that is stored already has come before.
    ends_now: bool,
}

/// One rating: account, kind and ladder.
type Key<'a> = (&'a str, &'a str, Ladder);

impl<'a> NewRatings<'a> {
    pub(super) fn add(&mut self, game: &'a str, rows: &'a [RatingRow]) {
        self.matches.push((game, rows));
    }

    /// Notes the end of a match. Only the first in the batch says whether it had
    /// ended before.
    pub(super) fn note_end(&mut self, game: &'a str, before: bool) {
        self.ends.entry(game).or_insert(before);
    }

    /// Sets all of them, but for those of matches that had ended before: these were
    /// stored together with that end, and others may have moved them on.
    pub(super) async fn set(self, connection: &mut Connection) -> Result<(), StoreError> {
        let mut moved = BTreeSet::new();
        for round in self.rounds() {
            let (now, unknown): (Vec<New>, Vec<New>) =
                round.into_values().partition(|new| new.ends_now);
            for new in pieces(&now).chain(pieces(&unknown)) {
                moved.extend(set_some(connection, new).await?);
            }
        }
        if moved.is_empty() {
            Ok(())
        } else {
            Err(StoreError::RatingsMoved(moved.into_iter().collect()))
        }
    }

    /// The new ratings in rounds, of which each has every rating once at most: the
    /// second value of one follows from its first.
    fn rounds(&self) -> Vec<BTreeMap<Key<'a>, New<'a>>> {
        let mut rounds: Vec<BTreeMap<Key<'a>, New<'a>>> = Vec::new();
        let mut rated = HashSet::new();
        for (game, rows) in &self.matches {
            let ends_now = match self.ends.get(game) {
                None => false,
                // It came before, in the batch or ahead of it.
                Some(true) => continue,
                Some(false) if !rated.insert(*game) => continue,
                Some(false) => true,
            };
            for row in *rows {
                let key = (&*row.account, &*row.kind, row.ladder);
                let new = New { row, ends_now };
                match rounds.iter_mut().find(|round| !round.contains_key(&key)) {
                    Some(round) => _ = round.insert(key, new),
                    None => rounds.push(BTreeMap::from([(key, new)])),
                }
            }
        }
        rounds
    }
}

/// Sets these, of which all are of matches that end now or none is. Returns those that
/// have moved.
async fn set_some(
    connection: &mut Connection,
    new: &[New<'_>],
) -> Result<Vec<RatingKey>, StoreError> {
    let rows: Vec<&RatingRow> = new.iter().map(|new| new.row).collect();
    let set = ratings::advance(connection, &rows).await?;
    if set == rows.len() {
        return Ok(Vec::new());
    }
    let others = ratings::others(connection, &rows).await?;
    if new.iter().any(|new| new.ends_now) && set + others.len() < rows.len() {
        // Another match has moved a rating from and to the very same value. It cannot be
        // distinguished from those that were set: all must be computed again.
        return Ok(rows.iter().map(|row| row.key()).collect());
    }
    Ok(others)
}
