//! The end of a deal: result, forfeits, ratings, and who keeps a seat.

use tokio::time::Instant;
use vzetek_game::Seat;
use vzetek_protocol::GameResult;
use vzetek_protocol::table::DealFinish;
use vzetek_store::{FinishRow, Write};

use super::actor::{Actor, Carry, Finished, Stage};
use super::happening::{Happening, deal_over};
use super::play::internal;
use crate::app::now;
use crate::fault::Fault;
use crate::rating_lock::RatingLock;
use crate::reckon::{Share, add_to_match, shares, sides};

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
        let sides = sides(options);
        carry.match_won = if forfeited.contains(&true) {
            Some(broken_off(&sides, &forfeited, decided.as_deref()))
        } else {
            decided
        };
        carry.undecided = carry.match_won.is_none().then(|| playing.game.clone());
        let ratings = match &carry.match_won {
            Some(winners) => self.rate(&sides, winners, &forfeited).await?,
            None => None,
        };
        let changes = ratings.as_ref().map(|rated| rated.changes.clone());
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
        let lock = ratings.map(|rated| {
            writes.push(Write::Ratings(rated.rows));
            rated.lock
        });
        let finish = DealFinish {
            game: playing.game.clone(),
            result: result.clone(),
            won,
            forfeited,
            score: carry.score.clone(),
            match_won: carry.match_won.clone(),
            ratings: changes,
            secret: playing.secret.clone(),
            nonce_hashes: playing.nonce_hashes.clone(),
            nonces: playing.nonces.clone(),
        };
        Ok(End { finish, carry, _lock: lock })
    }

    pub(super) async fn finish(&mut self, end: End) -> Result<(), Fault> {
        let Stage::Playing(played) = std::mem::replace(&mut self.stage, Stage::Waiting) else {
            return Ok(());
        };
        self.carry = end.carry;
        self.show_ratings(end.finish.ratings.as_deref());
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
                self.unask(seat);
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
    /// Held until the new ratings are stored.
    _lock: Option<RatingLock>,
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

/// Who has won a match that ends because somebody stayed away: the sides that
/// nobody left, and among them those whom the score made winners. If all sides
/// were left, whoever stayed.
pub(super) fn broken_off(
    sides: &[usize],
    forfeited: &[bool],
    decided: Option<&[bool]>,
) -> Vec<bool> {
    let left = |side: usize| sides.iter().zip(forfeited).any(|(&s, gone)| s == side && *gone);
    let whole: Vec<bool> = sides.iter().map(|&side| !left(side)).collect();
    let by_score: Vec<bool> = match decided {
        Some(won) => won.iter().zip(&whole).map(|(won, whole)| *won && *whole).collect(),
        None => Vec::new(),
    };
    if by_score.contains(&true) {
        by_score
    } else if whole.contains(&true) {
        whole
    } else {
        forfeited.iter().map(|gone| !gone).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(won: bool) -> Share {
        Share { thirds: None, points: 0, won }
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

    #[test]
    fn a_side_that_was_left_does_not_win_the_match() {
        let partners = [0, 1, 0, 1];
        let gone = [true, false, false, false];
        let others = [false, true, false, true];
        assert_eq!(broken_off(&partners, &gone, None), others, "whoever won this deal");
        assert_eq!(broken_off(&partners, &gone, Some(&[true, false, true, false])), others);
        let three = [0, 1, 2];
        let gone = [false, true, false];
        assert_eq!(broken_off(&three, &gone, Some(&[true, false, false])), [true, false, false]);
        assert_eq!(broken_off(&three, &gone, None), [true, false, true]);
        let all_sides = [true, true, false, false];
        assert_eq!(broken_off(&partners, &all_sides, None), [false, false, true, true]);
    }
}
