//! The end of a deal: result, forfeits, ratings, and who keeps a seat.

use vzetek_game::Seat;
use vzetek_protocol::table::{DealFinish, Move};
use vzetek_store::{FinishRow, Write};

use super::actor::Actor;
use super::carry::Carry;
use super::happening::{Happening, deal_over};
use super::play::internal;
use super::played::{slept, tally};
use super::stage::{Finished, Stage};
use super::winners;
use crate::deal::Ended;
use crate::fault::Fault;
use crate::rating_lock::RatingLock;

impl Actor {
    /// Reckons a deal up after its last action and adds everything that has to
    /// be stored with that. Nothing of the table is changed yet.
    pub(super) async fn end(
        &self,
        ended: Ended,
        last: &Move,
        writes: &mut Vec<Write>,
    ) -> Result<End, Fault> {
        let Stage::Playing(playing) = &self.stage else {
            return Err(internal("a result without a deal"));
        };
        let Ended { result, shares, game, winners: decided } = ended;
        let moves = playing.moves.iter().map(|played| &played.moved).chain([last]);
        let tally = tally(self.seats.len(), moves);
        // Players who stay away lose the match as well: nobody waits for them.
        // Those who are there, but have somebody else play, lose the deal.
        let gone: Vec<bool> = self.seats().map(|seat| self.is_gone(seat)).collect();
        let forfeited: Vec<bool> =
            gone.iter().zip(slept(&tally)).map(|(gone, slept)| *gone || slept).collect();
        let won = winners::of_deal(&shares, &forfeited, &tally);
        let mut carry = Carry { game, ..self.carry.clone() };
        carry.add_tally(&tally);
        let sides = self.setup.config.game.sides();
        carry.match_won = winners::of_match(&sides, &gone, decided.as_deref(), &carry.tally);
        carry.undecided = carry.match_won.is_none().then(|| playing.game.clone());
        let ratings = match &carry.match_won {
            Some(winners) => self.rate(&carry, winners, &gone).await?,
            None => None,
        };
        if carry.match_won.is_some() {
            carry.households.clear();
        }
        let changes = ratings.as_ref().map(|rated| rated.changes.clone());
        let mut players = self.player_rows();
        for (seat, player) in players.iter_mut().enumerate() {
            player.thirds = shares[seat].thirds;
            player.points = Some(shares[seat].points);
            player.won = Some(won[seat]);
            player.forfeited = Some(forfeited[seat]);
            player.rating = changes.as_ref().map(|c| (c[seat].before, c[seat].after));
            player.moves = Some((tally[seat].own, tally[seat].all));
        }
        writes.push(Write::FinishGame(FinishRow {
            game: playing.game.0.clone(),
            finished_at: self.now.utc,
            result: serde_json::to_value(&result).map_err(internal)?,
            players,
        }));
        writes.push(carry.write(&self.setup.id)?);
        let lock = ratings.map(|rated| {
            writes.push(Write::Ratings(rated.rows));
            rated.lock
        });
        let finish = DealFinish {
            game: playing.game.clone(),
            result,
            won,
            forfeited,
            score: carry.game.score(),
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
            since: self.now.instant,
        }));
        self.publish(deal_over(finish));
        let gone: Vec<Seat> = self.seats().filter(|&seat| self.is_gone(seat)).collect();
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

    /// True if the seat's owner has left, or is away and played for.
    fn is_gone(&self, seat: Seat) -> bool {
        let record = self.record(seat);
        record.left || (record.standin.is_some() && !record.connected)
    }
}

/// The changes to a table at the end of its deal.
pub(super) struct End {
    finish: DealFinish,
    carry: Carry,
    /// Held until the new ratings are stored.
    _lock: Option<RatingLock>,
}
