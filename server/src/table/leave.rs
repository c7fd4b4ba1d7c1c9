//! Players who leave their seats between deals, and the cost of that in mid-match.

use chrono::{DateTime, Utc};
use vzetek_game::Seat;
use vzetek_protocol::UnratedReason;
use vzetek_protocol::shuffle::DropReason;
use vzetek_protocol::table::TableEvent;
use vzetek_store::Write;

use super::awaited::{
    BrokenOff, Change, Leaving, Outcome, Progress, Unrated, record, record_rated,
};
use super::carry::Carry;
use super::event::{FullEvent, deal_over};
use super::rated::{Rated, ask, split, unrated_write};
use super::seat::Taken;
use super::stage::Stage;
use super::state::Table;
use super::weights::Known;
use super::winners;

impl Table {
    /// Empties seats between deals. Their owners lose a match that is not decided yet.
    pub(super) fn empty_seats(&self, seats: Vec<Seat>) -> Outcome {
        if seats.is_empty() {
            return Ok(Progress::Done);
        }
        let broken_off = self.broken_off(&seats);
        self.part(Leaving { seats, broken_off, dropped: None })
    }

    /// Requests to record that seats empty; before that, if a rated match ends with it, asks for
    /// the data that the ratings depend on.
    pub(super) fn part(&self, leaving: Leaving) -> Outcome {
        let match_ = leaving.broken_off.as_ref();
        match match_.and_then(|match_| self.rating_question(&match_.carry)) {
            Some(question) => Ok(ask(question, Unrated::Left(Box::new(leaving)))),
            None => {
                let unrated = match_.and_then(|match_| self.unrated(&match_.carry));
                self.record_leaving(leaving, unrated.map(Err))
            }
        }
    }

    /// Continues after the ratings for a match that a player leaves were read.
    pub(super) fn leave_rated(
        &self,
        leaving: Leaving,
        known: Option<Known>,
        at: DateTime<Utc>,
    ) -> Outcome {
        let broken_off = leaving.broken_off.as_ref();
        let rated =
            broken_off.map(|match_| self.rate(&match_.carry, known.as_ref(), &match_.gone, at));
        self.record_leaving(leaving, rated)
    }

    fn record_leaving(
        &self,
        mut leaving: Leaving,
        rated: Option<Result<Rated, UnratedReason>>,
    ) -> Outcome {
        let (rated, reason) = split(rated);
        let again = rated.is_some().then(|| Unrated::Left(Box::new(leaving.clone())));
        let mut writes = vec![self.seats_write(leaving.seats.iter().map(|seat| (*seat, None)))];
        if let Some(BrokenOff { game, carry, gone, changes }) = &mut leaving.broken_off {
            carry.close(reason, rated.as_ref().map_or(0, |rated| rated.met));
            writes.push(carry.write(&self.setup.id)?);
            if let Some(players) = self.match_end(carry, gone, rated.as_ref()) {
                writes.push(Write::EndMatch { game: game.0.clone(), players });
                writes.extend(reason.map(|reason| unrated_write(game, reason)).transpose()?);
            }
            if let Some(rated) = rated {
                writes.push(Write::Ratings { game: game.0.clone(), rows: rated.rows });
                *changes = Some(rated.changes);
            }
        }
        leaving.dropped = self.drop_promise(DropReason::Left, &leaving.seats, &mut writes);
        let change = Change::Leave(Box::new(leaving));
        match again {
            Some(of) => record_rated(writes, change, of),
            None => record(writes, change),
        }
    }

    /// Empties the seats, and publishes that.
    pub(super) fn clear_seats(&mut self, Leaving { seats, broken_off, dropped }: Leaving) {
        self.dropped.extend(dropped);
        let resumed = broken_off.is_some() && self.put_deal_back();
        if let Some(broken_off) = broken_off {
            self.tell_end(broken_off);
        }
        self.forget_wants(&seats);
        for seat in seats {
            let record = std::mem::take(self.record_mut(seat));
            if let Some(owner) = record.owner() {
                self.release_bot(owner.id.as_str());
            }
            self.publish(FullEvent::Public(TableEvent::Left { seat }));
        }
        self.note_followed(Taken::is_here);
        if matches!(self.stage, Stage::Shuffling(_)) {
            self.stage = Stage::Waiting;
        }
        if resumed {
            self.stay_ready();
        }
    }

    /// Returns the match as it is broken off if these seats empty now; `None` if no match is under
    /// way.
    fn broken_off(&self, seats: &[Seat]) -> Option<BrokenOff> {
        let game = self.carry.undecided.clone()?;
        if self.carry.match_won.is_some() || self.carry.scorers != self.owner_ids() {
            return None;
        }
        let gone: Vec<bool> = self.seats().map(|seat| seats.contains(&seat)).collect();
        let sides = self.setup.config.game.sides();
        let tally = self.carry.tally(self.seats.len());
        let winners = winners::of_match(&sides, &gone, None, &tally)?;
        let carry = Carry { match_won: Some(winners), undecided: None, ..self.carry.clone() };
        Some(BrokenOff { game, carry, gone, changes: None })
    }

    /// Shows the match's last deal again, if the next one was about to be dealt. Returns true if it
    /// was.
    fn put_deal_back(&mut self) -> bool {
        let Stage::Shuffling(shuffling) = &mut self.stage else { return false };
        let Some(finished) = shuffling.after.take() else { return false };
        self.stage = Stage::Finished(finished);
        true
    }

    /// Publishes the end of the match with the end of its last deal.
    fn tell_end(&mut self, BrokenOff { carry, changes, .. }: BrokenOff) {
        self.carry = carry;
        self.show_ratings(changes.as_deref());
        let Stage::Finished(finished) = &mut self.stage else { return };
        finished.finish.match_won = self.carry.match_won.clone();
        finished.finish.ratings = changes;
        (finished.finish.unrated, finished.finish.met) = (self.carry.unrated, self.carry.met);
        let finish = finished.finish.clone();
        self.publish(deal_over(finish));
    }

    /// Players who were ready for another deal a moment ago still are.
    fn stay_ready(&mut self) {
        for seat in self.seats() {
            self.make_ready(seat);
        }
    }
}
