//! The end of a deal: result, forfeits, ratings, and the seats that are left.

use chrono::{DateTime, Utc};
use vzetek_protocol::UnratedReason;
use vzetek_protocol::table::DealFinish;
use vzetek_store::{FinishRow, Write};

use super::awaited::{Change, End, Ending, Made, Outcome, Progress, Unrated, record, record_rated};
use super::carry::Carry;
use super::event::{FullEvent, deal_over};
use super::played::{dealt_to, slept, tally};
use super::rated::{Rated, ask, split, unrated_write};
use super::seat::SeatRecord;
use super::stage::{Finished, Stage};
use super::state::Table;
use super::weights::Known;
use super::winners;
use crate::deal::Ended;
use crate::fault::Fault;

impl Table {
    /// Computes the result of a deal after its last action. Nothing of the table is changed yet.
    pub(super) fn end(&self, ended: Ended, made: Made, writes: Vec<Write>) -> Outcome {
        let Stage::Playing(playing) = &self.stage else {
            return Err(Fault::unexpected("a result without a deal"));
        };
        let Ended { result, shares, game, winners: decided } = ended;
        let new = made.moves.iter().map(|made| &made.played);
        let moves = playing.moves.iter().chain(new).map(|played| &played.moved);
        let tally = tally(self.seats.len(), moves);
        // Players who stay away lose the match as well: it does not wait for them. Players who are
        // present, but leave most actions to a substitute, lose the deal.
        let gone: Vec<bool> = self.seats.iter().map(SeatRecord::is_gone).collect();
        let forfeited: Vec<bool> =
            gone.iter().zip(slept(&tally)).map(|(gone, slept)| *gone || slept).collect();
        let won = winners::of_deal(&shares, &forfeited, &tally);
        let mut carry = Carry { game, ..self.carry.clone() };
        carry.add_tally(&tally);
        let sides = self.setup.config.game.sides();
        carry.match_won = winners::of_match(&sides, &gone, decided.as_deref(), &carry.tally);
        carry.undecided = carry.match_won.is_none().then(|| playing.game.clone());
        let ending = Ending { made, writes, result, shares, tally, gone, forfeited, won, carry };
        self.settle(ending)
    }

    /// Requests to record the end of a deal; before that, if its match is rated, asks for the data
    /// that the ratings depend on.
    pub(super) fn settle(&self, ending: Ending) -> Outcome {
        match self.rating_question(&ending.carry) {
            Some(question) => Ok(ask(question, Unrated::Played(Box::new(ending)))),
            None => {
                let unrated = self.unrated(&ending.carry);
                self.record_end(ending, unrated.map(Err))
            }
        }
    }

    /// Continues with the end of a deal whose match is rated.
    pub(super) fn end_rated(
        &self,
        ending: Ending,
        known: Option<Known>,
        at: DateTime<Utc>,
    ) -> Outcome {
        let rated = self.rate(&ending.carry, known.as_ref(), &ending.gone, at);
        self.record_end(ending, Some(rated))
    }

    /// Requests to record the end of a deal with its last action; `rated` if its match is over.
    fn record_end(&self, ending: Ending, rated: Option<Result<Rated, UnratedReason>>) -> Outcome {
        let Stage::Playing(playing) = &self.stage else {
            return Err(Fault::unexpected("a result without a deal"));
        };
        let (rated, reason) = split(rated);
        let unrated = rated.is_some().then(|| Unrated::Played(Box::new(ending.clone())));
        let Ending { made, mut writes, result, shares, tally, gone, forfeited, won, mut carry } =
            ending;
        if carry.match_won.is_some() {
            carry.close(reason, rated.as_ref().map_or(0, |rated| rated.met));
        }
        let match_end = self.match_end(&carry, &gone, rated.as_ref());
        let (changes, rows) = rated.map(|Rated { changes, rows, .. }| (changes, rows)).unzip();
        let mut players = self.player_rows();
        for (seat, player) in players.iter_mut().enumerate() {
            player.card_points = shares[seat].card_points;
            player.points = Some(shares[seat].points);
            player.won = Some(won[seat]);
            player.forfeited = Some(forfeited[seat]);
            if let Some(match_end) = &match_end {
                let (end, rating) = match_end[seat];
                (player.match_end, player.rating) = (Some(end), rating);
            }
            player.moves = Some((tally[seat].own, tally[seat].all));
        }
        writes.push(Write::FinishGame(FinishRow {
            game: playing.game.0.clone(),
            finished_at: self.now.utc,
            result: serde_json::to_value(&result).map_err(Fault::unexpected)?,
            players,
        }));
        writes.extend(reason.map(|reason| unrated_write(&playing.game, reason)).transpose()?);
        writes.push(carry.write(&self.setup.id)?);
        let game = playing.game.0.clone();
        writes.extend(rows.map(|rows| Write::Ratings { game, rows }));
        let finish = DealFinish {
            game: playing.game.clone(),
            result,
            won,
            forfeited,
            score: carry.game.score(),
            match_won: carry.match_won.clone(),
            ratings: changes,
            unrated: reason,
            met: carry.met,
            secret: playing.secret.clone(),
            nonce_hashes: playing.nonce_hashes.clone(),
            nonces: playing.nonces.clone(),
            players: dealt_to(&self.player_rows()),
        };
        let made = Made { end: Some(End { finish, carry }), ..made };
        let change = Change::Moves(Box::new(made));
        match unrated {
            Some(of) => record_rated(writes, change, of),
            None => record(writes, change),
        }
    }

    /// Publishes the end of a deal, and empties the seats of players who are gone: their owners
    /// have them until that is stored.
    pub(super) fn finish(&mut self, End { finish, carry }: End) -> Outcome {
        let Stage::Playing(played) = std::mem::replace(&mut self.stage, Stage::Waiting) else {
            return Ok(Progress::Done);
        };
        self.carry = carry;
        self.show_ratings(finish.ratings.as_deref());
        self.stage = Stage::Finished(Box::new(Finished {
            played: *played,
            finish: finish.clone(),
            since: self.now.instant,
        }));
        self.publish(deal_over(finish));
        let gone = self.seats().filter(|&seat| self.record(seat).is_gone()).collect();
        for seat in self.seats() {
            if self.end_standin(seat) {
                self.publish(FullEvent::Returned { seat, turn: None });
            }
        }
        self.empty_seats(gone)
    }
}
