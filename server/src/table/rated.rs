//! The effect of a match on the ratings of those who played it.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use vzetek_protocol::Kind;
use vzetek_protocol::table::RatingChange;
use vzetek_store::{Account, RatingRow, StoreError};

use super::actor::Actor;
use super::carry::Carry;
use super::households;
use super::weights::{Known, Standing, after_match, pair};
use super::winners::of_match_forfeited;
use crate::fault::Fault;
use crate::rating;
use crate::rating_lock::RatingLock;

/// Between two tries to read ratings while the store does not answer.
const RETRY: Duration = Duration::from_millis(250);
/// The least time to move where matches are rated, in milliseconds. A player
/// who cannot keep up is played for, and loses: nobody is to win by the clock
/// that they have set.
const LEAST_MOVE_MS: u64 = 5_000;
/// The hours for which a result makes the next one against the same opponent
/// count less.
const REPEAT_HOURS: i64 = 24;

/// New ratings.
pub(super) struct Rated {
    /// The changes that players are told, by seat.
    pub(super) changes: Vec<RatingChange>,
    /// The standings to be stored.
    pub(super) rows: Vec<RatingRow>,
    /// Keeps others from rating these players before that is stored.
    pub(super) lock: RatingLock,
}

impl Actor {
    /// New ratings after a match, if it is rated. Waits for the store: the
    /// deal's last move is stored together with them. `carry` is as the match
    /// leaves it; `gone` are those who left it, by seat.
    ///
    /// Private tables are not rated, because friends could arrange results; nor
    /// are games played for show, at tables opened without ratings or with hardly
    /// any time to think, nor those in which opponents of one household meet, or somebody a bot of their
    /// own, or two bots of one owner each other.
    ///
    /// # Errors
    /// If the store cannot say what the ratings were: from a guess they must
    /// not be written. The move is not made then, and can be made again.
    pub(super) async fn rate(
        &self,
        carry: &Carry,
        winners: &[bool],
        gone: &[bool],
    ) -> Result<Option<Rated>, Fault> {
        let config = &self.setup.config;
        let sides = config.game.sides();
        let is_rated = config.rated && !config.private && !self.setup.demo;
        let hurries = config.clock.move_ms < LEAST_MOVE_MS;
        if !is_rated || hurries || households::meet(&carry.households, &sides) {
            return Ok(None);
        }
        let kind = config.game.kind();
        let ids: Vec<String> = self.owner_ids().into_iter().flatten().collect();
        let lock = self.app.rating_locks.lock(&ids).await;
        let at = self.now.utc;
        let known = loop {
            match self.known(&ids, &sides, &kind, at).await {
                Err(StoreError::Unavailable(_)) if !self.app.shutdown.is_cancelled() => {
                    tokio::time::sleep(RETRY).await;
                }
                known => break known?,
            }
        };
        let Some(known) = known else { return Ok(None) };
        let forfeited = of_match_forfeited(gone, &carry.tally(self.seats.len()));
        let share = carry.share_played();
        let after = after_match(&known, &sides, winners, &forfeited, share, at);
        if after.iter().all(Option::is_none) {
            return Ok(None);
        }
        let shown = |row: &RatingRow| row.rating.round() as i32;
        let changes = known.before.iter().zip(&after).map(|(before, after)| RatingChange {
            before: shown(before),
            after: after.as_ref().map_or(shown(before), shown),
        });
        let changes = changes.collect();
        Ok(Some(Rated { changes, rows: after.into_iter().flatten().collect(), lock }))
    }

    /// Shows players with their new ratings, by seat.
    pub(super) fn show_ratings(&mut self, changes: Option<&[RatingChange]>) {
        for (record, change) in self.seats.iter_mut().zip(changes.unwrap_or_default()) {
            if let Some(owner) = &mut record.owner {
                owner.rating = Some(change.after);
            }
        }
    }

    /// Reads the facts about those who played that weights depend on; `None` if
    /// these may not be rated against each other.
    async fn known(
        &self,
        ids: &[String],
        sides: &[usize],
        kind: &Kind,
        at: DateTime<Utc>,
    ) -> Result<Option<Known>, StoreError> {
        let accounts = self.app.store.accounts(ids).await?;
        if accounts.len() != ids.len() || !of_different_people(&accounts) {
            return Ok(None);
        }
        let rows = self.app.store.ratings(ids, kind.as_str()).await?;
        let before = ids.iter().map(|id| {
            let row = rows.iter().find(|row| &row.account == id).cloned();
            row.unwrap_or_else(|| rating::fresh(id, kind, at))
        });
        let standing = ids.iter().map(|id| {
            let account = accounts.iter().find(|account| &account.id == id);
            account.map_or(Standing::Guest, Standing::of)
        });
        let mut known =
            Known { before: before.collect(), standing: standing.collect(), met: HashMap::new() };
        let since = at - TimeDelta::hours(REPEAT_HOURS);
        for seat in 0..ids.len() {
            let others = known.to_look_up(seat, sides, at);
            let others: Vec<String> = others.map(|other| ids[other].clone()).collect();
            for row in self.app.store.met(&ids[seat], &others, kind.as_str(), since).await? {
                let (here, there) = (usize::from(row.seat), usize::from(row.other_seat));
                let opponents = sides.get(here).zip(sides.get(there)).is_some_and(|(a, b)| a != b);
                if let Some(other) = ids.iter().position(|id| *id == row.other)
                    && opponents
                {
                    *known.met.entry(pair(seat, other)).or_default() += 1;
                }
            }
        }
        Ok(Some(known))
    }
}

/// True if no two of the accounts are one person's: the bots of the house are
/// nobody's, all others their owner's.
fn of_different_people(accounts: &[Account]) -> bool {
    let behind = |account: &Account| account.owner.as_ref().unwrap_or(&account.id).clone();
    let people: HashSet<String> = accounts.iter().map(behind).collect();
    people.len() == accounts.len()
}
