//! What a match does to the ratings of those who played it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use vzetek_protocol::table::RatingChange;
use vzetek_store::{RatingRow, StoreError};

use super::actor::Actor;
use crate::app::now;
use crate::fault::Fault;
use crate::rating;
use crate::rating_lock::RatingLock;
use crate::reckon::Share;

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
    /// Private tables are not rated, because friends could arrange results;
    /// nor are games played for show.
    pub(super) fn is_rated(&self) -> bool {
        !self.setup.config.private && !self.setup.demo
    }

    /// New ratings after a match. Waits for the store: the deal's last move is
    /// stored together with them.
    ///
    /// # Errors
    /// If the store cannot say what the ratings were: from a guess they must
    /// not be written. The move is not made then, and can be made again.
    pub(super) async fn rate(
        &self,
        shares: &[Share],
        winners: &[bool],
        forfeited: &[bool],
    ) -> Result<Rated, Fault> {
        let kind = self.setup.config.game.kind();
        let accounts: Vec<String> = self.owner_ids().into_iter().flatten().collect();
        let lock = self.app.rating_locks.lock(&accounts).await;
        let known = loop {
            match self.app.store.ratings(&accounts, kind.as_str()).await {
                Err(StoreError::Unavailable(_)) if !self.app.shutdown.is_cancelled() => {
                    tokio::time::sleep(RETRY).await;
                }
                known => break known?,
            }
        };
        let at: DateTime<Utc> = now();
        let before: Vec<RatingRow> = accounts
            .iter()
            .map(|account| {
                let known = known.iter().find(|row| &row.account == account).cloned();
                known.unwrap_or_else(|| rating::fresh(account, &kind, at))
            })
            .collect();
        let after = with_forfeits(&before, shares, winners, forfeited, at);
        let shown = |row: &RatingRow| row.rating.round() as i32;
        let changes = before.iter().zip(&after).map(|(before, after)| RatingChange {
            before: shown(before),
            after: after.as_ref().map_or(shown(before), shown),
        });
        Ok(Rated { changes: changes.collect(), rows: after.into_iter().flatten().collect(), lock })
    }
}

/// The standings after a match, by seat. Whoever stayed away does not gain, and
/// whose partner stayed away does not lose: their standing is left (`None`).
fn with_forfeits(
    before: &[RatingRow],
    shares: &[Share],
    winners: &[bool],
    forfeited: &[bool],
    at: DateTime<Utc>,
) -> Vec<Option<RatingRow>> {
    let side_count = shares.iter().map(|share| share.side).max().map_or(0, |side| side + 1);
    let mut sides = vec![Vec::new(); side_count];
    let mut outcome = vec![false; side_count];
    let mut left = vec![false; side_count];
    for (seat, share) in shares.iter().enumerate() {
        sides[share.side].push(before[seat].clone());
        outcome[share.side] |= winners.get(seat).copied().unwrap_or(false);
        left[share.side] |= forfeited[seat];
    }
    let mut rows = rating::rate(&sides, &outcome, at);
    let after = before.iter().zip(shares).zip(forfeited).map(|((before, share), &gone)| {
        let place = rows.iter().position(|row| row.account == before.account)?;
        let mut row = rows.swap_remove(place);
        if gone {
            row.rating = row.rating.min(before.rating);
        }
        let is_abandoned = left[share.side] && !gone && row.rating < before.rating;
        (!is_abandoned).then_some(row)
    });
    after.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vzetek_protocol::Kind;

    #[test]
    fn who_stays_away_does_not_gain_and_the_partner_does_not_lose() {
        let kind = Kind("trset-4".to_owned());
        let before: Vec<RatingRow> =
            ["a", "b", "c", "d"].iter().map(|name| rating::fresh(name, &kind, now())).collect();
        let side = |side| Share { thirds: None, points: 0, won: false, side };
        let sides = [side(0), side(1), side(0), side(1)];
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
