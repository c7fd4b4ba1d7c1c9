//! The end of a deal: result, forfeits, ratings, and who keeps a seat.

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::Instant;
use vzetek_game::Seat;
use vzetek_protocol::GameResult;
use vzetek_protocol::table::{DealFinish, RatingChange};
use vzetek_store::{FinishRow, StoreError, Write};

use super::actor::{Actor, Carry, Finished, Stage};
use super::happening::{Happening, deal_over};
use super::play::internal;
use crate::app::now;
use crate::fault::Fault;
use crate::rating;
use crate::reckon::{Share, add_to_match, shares};

/// Between two tries to read ratings while the store does not answer.
const RETRY: Duration = Duration::from_millis(250);

impl Actor {
    /// Reckons a deal up and adds everything that has to be stored with its
    /// last move. Nothing of the table is changed yet.
    pub(super) async fn end(
        &self,
        result: &GameResult,
        writes: &mut Vec<Write>,
    ) -> Result<End, Fault> {
        let Stage::Playing(playing) = &self.stage else {
            return Err(internal("a result without a deal"));
        };
        let options = &self.setup.config.game;
        let shares = shares(options, result);
        let forfeited: Vec<bool> = self
            .seats
            .iter()
            .map(|record| record.left || (record.standin.is_some() && !record.connected))
            .collect();
        let won = with_forfeits(&shares, &forfeited);
        let mut carry = self.carry.clone();
        let decided = add_to_match(options, &mut carry.score, result);
        // Who stays away loses the match as well: nobody waits for them.
        carry.match_won = if forfeited.contains(&true) { Some(won.clone()) } else { decided };
        let ratings = match &carry.match_won {
            Some(winners) if self.is_rated() => Some(self.rate(&shares, winners).await),
            _ => None,
        };
        let changes = ratings.as_ref().map(|(changes, _)| changes.clone());
        let mut players = self.player_rows();
        for (seat, player) in players.iter_mut().enumerate() {
            player.thirds = shares[seat].thirds;
            player.points = Some(shares[seat].points);
            player.won = Some(won[seat]);
            player.forfeited = Some(forfeited[seat]);
            player.rating = changes.as_ref().map(|c| (c[seat].before, c[seat].after));
        }
        writes.push(Write::FinishGame(FinishRow {
            game: playing.game.0.clone(),
            finished_at: now(),
            result: serde_json::to_value(result).map_err(internal)?,
            players,
        }));
        writes.push(Write::TableState {
            table: self.setup.id.0.clone(),
            state: serde_json::to_value(&carry).map_err(internal)?,
        });
        if let Some((_, rows)) = ratings {
            writes.push(Write::Ratings(rows));
        }
        let finish = DealFinish {
            game: playing.game.clone(),
            result: result.clone(),
            won,
            forfeited,
            score: carry.score.clone(),
            match_won: carry.match_won.clone(),
            ratings: changes,
            secret: playing.secret.clone(),
            nonces: playing.nonces.clone(),
        };
        Ok(End { finish, carry })
    }

    /// Private tables are not rated, because friends could arrange results;
    /// nor are games played for show.
    fn is_rated(&self) -> bool {
        !self.setup.config.private && !self.setup.demo
    }

    /// New ratings after a match. Waits for the store: the deal's last move is
    /// stored together with them.
    async fn rate(
        &self,
        shares: &[Share],
        winners: &[bool],
    ) -> (Vec<RatingChange>, Vec<vzetek_store::RatingRow>) {
        let kind = self.setup.config.game.kind();
        let accounts: Vec<String> = self.owner_ids().into_iter().flatten().collect();
        let known = loop {
            match self.app.store.ratings(&accounts, kind.as_str()).await {
                Ok(known) => break known,
                Err(StoreError::Unavailable(_)) if !self.app.shutdown.is_cancelled() => {
                    tokio::time::sleep(RETRY).await;
                }
                Err(error) => {
                    Fault::from(error).log("ratings could not be read; all count as new");
                    break Vec::new();
                }
            }
        };
        let at: DateTime<Utc> = now();
        let row_of = |account: &str| {
            let known = known.iter().find(|row| row.account == account).cloned();
            known.unwrap_or_else(|| rating::fresh(account, &kind, at))
        };
        let side_count = shares.iter().map(|share| share.side).max().map_or(0, |side| side + 1);
        let mut sides = vec![Vec::new(); side_count];
        let mut outcome = vec![false; side_count];
        for (seat, share) in shares.iter().enumerate() {
            sides[share.side].push(row_of(&accounts[seat]));
            outcome[share.side] |= winners.get(seat).copied().unwrap_or(false);
        }
        let rows = rating::rate(&sides, &outcome, at);
        let changes = accounts.iter().map(|account| {
            let after = rows.iter().find(|row| &row.account == account);
            let before = row_of(account).rating.round() as i32;
            RatingChange { before, after: after.map_or(before, |row| row.rating.round() as i32) }
        });
        (changes.collect(), rows)
    }

    pub(super) async fn finish(&mut self, end: End) -> Result<(), Fault> {
        let Stage::Playing(played) = std::mem::replace(&mut self.stage, Stage::Waiting) else {
            return Ok(());
        };
        self.carry = end.carry;
        if let Some(changes) = &end.finish.ratings {
            for (record, change) in self.seats.iter_mut().zip(changes) {
                if let Some(owner) = &mut record.owner {
                    owner.rating = Some(change.after);
                }
            }
        }
        let finish = end.finish;
        self.stage = Stage::Finished(Box::new(Finished {
            played: *played,
            finish: finish.clone(),
            since: Instant::now(),
        }));
        self.publish(deal_over(finish));
        let gone: Vec<Seat> = self
            .seats()
            .filter(|&seat| {
                let record = self.record(seat);
                record.left || (record.standin.is_some() && !record.connected)
            })
            .collect();
        for seat in self.seats() {
            if let Some(standin) = self.record_mut(seat).standin.take() {
                if let Some(bot) = standin.player {
                    self.release_bot(bot.id.as_str());
                }
                self.record_mut(seat).asked = None;
                self.publish(Happening::Returned { seat, turn: None });
            }
        }
        self.empty_seats(&gone).await
    }
}

/// What becomes of the table when its deal is over.
pub(super) struct End {
    finish: DealFinish,
    carry: Carry,
}

/// The winners, without those who stayed away. If that leaves nobody, all who
/// stayed have won.
fn with_forfeits(shares: &[Share], forfeited: &[bool]) -> Vec<bool> {
    let stayed = |seat: usize| !forfeited[seat];
    let winners: Vec<bool> =
        shares.iter().enumerate().map(|(seat, share)| share.won && stayed(seat)).collect();
    if winners.contains(&true) {
        return winners;
    }
    (0..shares.len()).map(stayed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(won: bool) -> Share {
        Share { thirds: None, points: 0, won, side: 0 }
    }

    #[test]
    fn who_stays_away_does_not_win() {
        assert_eq!(with_forfeits(&[share(true), share(false)], &[true, false]), [false, true]);
        let partners = [share(true), share(false), share(true), share(false)];
        assert_eq!(
            with_forfeits(&partners, &[true, false, false, false]),
            [false, false, true, false]
        );
        assert_eq!(with_forfeits(&[share(true), share(false)], &[true, true]), [false, false]);
    }
}
