//! What a match does to the ratings of those who played it.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use vzetek_protocol::Kind;
use vzetek_protocol::table::RatingChange;
use vzetek_store::{Account, RatingRow, StoreError};

use super::actor::Actor;
use crate::app::now;
use crate::fault::Fault;
use crate::rating;
use crate::rating_lock::RatingLock;

/// Between two tries to read ratings while the store does not answer.
const RETRY: Duration = Duration::from_millis(250);

/// New ratings.
pub(super) struct Rated {
    /// What players are told, by seat.
    pub(super) changes: Vec<RatingChange>,
    /// What is to be stored.
    pub(super) rows: Vec<RatingRow>,
    /// Nobody else may rate these players before that is stored.
    pub(super) lock: RatingLock,
}

impl Actor {
    /// New ratings after a match, if it is rated. Waits for the store: the
    /// deal's last move is stored together with them.
    ///
    /// Private tables are not rated, because friends could arrange results; nor
    /// are games played for show, nor those in which somebody meets a bot of
    /// their own, or two bots of one owner meet.
    ///
    /// # Errors
    /// If the store cannot say what the ratings were: from a guess they must
    /// not be written. The move is not made then, and can be made again.
    pub(super) async fn rate(
        &self,
        sides: &[usize],
        winners: &[bool],
        forfeited: &[bool],
    ) -> Result<Option<Rated>, Fault> {
        if self.setup.config.private || self.setup.demo {
            return Ok(None);
        }
        let kind = self.setup.config.game.kind();
        let ids: Vec<String> = self.owner_ids().into_iter().flatten().collect();
        let lock = self.app.rating_locks.lock(&ids).await;
        let known = loop {
            match self.known(&ids, &kind).await {
                Err(StoreError::Unavailable(_)) if !self.app.shutdown.is_cancelled() => {
                    tokio::time::sleep(RETRY).await;
                }
                known => break known?,
            }
        };
        let Some(known) = known else { return Ok(None) };
        let at: DateTime<Utc> = now();
        let before: Vec<RatingRow> = ids
            .iter()
            .map(|account| {
                let known = known.iter().find(|row| &row.account == account).cloned();
                known.unwrap_or_else(|| rating::fresh(account, &kind, at))
            })
            .collect();
        let after = with_forfeits(&before, sides, winners, forfeited, at);
        let shown = |row: &RatingRow| row.rating.round() as i32;
        let changes = before.iter().zip(&after).map(|(before, after)| RatingChange {
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

    /// The ratings so far of those who have one; `None` if these may not be
    /// rated against each other.
    async fn known(
        &self,
        ids: &[String],
        kind: &Kind,
    ) -> Result<Option<Vec<RatingRow>>, StoreError> {
        if !of_different_people(&self.app.store.accounts(ids).await?) {
            return Ok(None);
        }
        Ok(Some(self.app.store.ratings(ids, kind.as_str()).await?))
    }
}

/// Whether behind each account there is somebody else: the bots of the house
/// are nobody's, all others their owner's.
fn of_different_people(accounts: &[Account]) -> bool {
    let behind = |account: &Account| account.owner.as_ref().unwrap_or(&account.id).clone();
    let people: HashSet<String> = accounts.iter().map(behind).collect();
    people.len() == accounts.len()
}

/// The standings after a match, by seat. Whoever stayed away does not gain, and
/// whose partner stayed away does not lose: their standing is left (`None`).
fn with_forfeits(
    before: &[RatingRow],
    sides: &[usize],
    winners: &[bool],
    forfeited: &[bool],
    at: DateTime<Utc>,
) -> Vec<Option<RatingRow>> {
    let side_count = sides.iter().max().map_or(0, |side| side + 1);
    let mut members = vec![Vec::new(); side_count];
    let mut outcome = vec![false; side_count];
    let mut left = vec![false; side_count];
    for (seat, &side) in sides.iter().enumerate() {
        members[side].push(before[seat].clone());
        outcome[side] |= winners.get(seat).copied().unwrap_or(false);
        left[side] |= forfeited[seat];
    }
    let mut rows = rating::rate(&members, &outcome, at);
    let after = before.iter().zip(sides).zip(forfeited).map(|((before, &side), &gone)| {
        let place = rows.iter().position(|row| row.account == before.account)?;
        let mut row = rows.swap_remove(place);
        if gone {
            row.rating = row.rating.min(before.rating);
        }
        let is_abandoned = left[side] && !gone && row.rating < before.rating;
        (!is_abandoned).then_some(row)
    });
    after.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_stays_away_does_not_gain_and_the_partner_does_not_lose() {
        let kind = Kind("trset-4".to_owned());
        let before: Vec<RatingRow> =
            ["a", "b", "c", "d"].iter().map(|name| rating::fresh(name, &kind, now())).collect();
        let sides = [0, 1, 0, 1];
        let gone = [true, false, false, false];
        let after = with_forfeits(&before, &sides, &[false, true, false, true], &gone, now());
        let rating = |seat: usize| after[seat].as_ref().map(|row| row.rating);
        assert!(rating(0).unwrap() < rating::START);
        assert_eq!(rating(2), None);
        assert!(rating(1).unwrap() > rating::START && rating(1) == rating(3));
        // Even if the rest of the side is said to have won.
        let after = with_forfeits(&before, &sides, &[false, false, true, false], &gone, now());
        assert!(after[0].as_ref().unwrap().rating <= rating::START);
    }
}
