//! Seats that empty between deals, and what that costs in mid-match.

use vzetek_game::Seat;
use vzetek_protocol::shuffle::DropReason;
use vzetek_protocol::table::{RatingChange, TableEvent};
use vzetek_store::Write;

use super::actor::Actor;
use super::carry::Carry;
use super::happening::{Happening, deal_over};
use super::stage::Stage;
use super::winners;
use crate::fault::Fault;
use crate::rating_lock::RatingLock;

/// A match that ends because somebody leaves it.
struct BrokenOff {
    carry: Carry,
    changes: Option<Vec<RatingChange>>,
    /// Held until the new ratings are stored.
    _lock: Option<RatingLock>,
}

impl Actor {
    /// Empties seats between deals. A match that is not decided yet is lost for
    /// those who had them.
    pub(super) async fn empty_seats(&mut self, seats: &[Seat]) -> Result<(), Fault> {
        if seats.is_empty() {
            return Ok(());
        }
        let mut ids = self.owner_ids();
        for seat in seats {
            ids[seat.index()] = None;
        }
        let mut writes = vec![self.seats_write(ids)];
        let broken_off = self.break_off(seats, &mut writes).await?;
        let dropped = self.drop_promise(DropReason::Left, seats, &mut writes);
        self.record_writes(writes).await?;
        self.dropped.extend(dropped);
        let resumed = broken_off.is_some() && self.put_deal_back();
        if let Some(broken_off) = broken_off {
            self.tell_end(broken_off);
        }
        for &seat in seats {
            let record = std::mem::take(self.record_mut(seat));
            if let Some(owner) = record.owner {
                self.release_bot(owner.id.as_str());
            }
            self.publish(Happening::Public(TableEvent::Left { seat }));
        }
        if matches!(self.stage, Stage::Shuffling(_)) {
            self.stage = Stage::Waiting;
        }
        if resumed {
            self.stay_ready();
        }
        Ok(())
    }

    /// Returns the match as it is broken off if these seats empty now, and adds
    /// what is to be stored with that to the writes; `None` if no match is
    /// under way.
    async fn break_off(
        &self,
        seats: &[Seat],
        writes: &mut Vec<Write>,
    ) -> Result<Option<BrokenOff>, Fault> {
        let Some(game) = &self.carry.undecided else { return Ok(None) };
        if self.carry.match_won.is_some() || self.carry.scorers != self.owner_ids() {
            return Ok(None);
        }
        let gone: Vec<bool> = self.seats().map(|seat| seats.contains(&seat)).collect();
        let sides = self.setup.config.game.sides();
        let tally = self.carry.tally(self.seats.len());
        let Some(winners) = winners::of_match(&sides, &gone, None, &tally) else { return Ok(None) };
        let rated = self.rate(&self.carry, &winners, &gone).await?;
        let carry = Carry {
            match_won: Some(winners),
            undecided: None,
            households: Vec::new(),
            ..self.carry.clone()
        };
        writes.push(carry.write(&self.setup.id)?);
        let Some(rated) = rated else {
            return Ok(Some(BrokenOff { carry, changes: None, _lock: None }));
        };
        let ratings = rated.changes.iter().map(|change| (change.before, change.after)).collect();
        writes.push(Write::RateGame { game: game.0.clone(), ratings });
        writes.push(Write::Ratings(rated.rows));
        Ok(Some(BrokenOff { carry, changes: Some(rated.changes), _lock: Some(rated.lock) }))
    }

    /// Lays the match's last deal on the table again, if the next one was about
    /// to be dealt. Says whether it was.
    fn put_deal_back(&mut self) -> bool {
        let Stage::Shuffling(shuffling) = &mut self.stage else { return false };
        let Some(finished) = shuffling.after.take() else { return false };
        self.stage = Stage::Finished(finished);
        true
    }

    /// Tells the end of the match with the end of its last deal.
    fn tell_end(&mut self, BrokenOff { carry, changes, .. }: BrokenOff) {
        self.carry = carry;
        self.show_ratings(changes.as_deref());
        let Stage::Finished(finished) = &mut self.stage else { return };
        finished.finish.match_won = self.carry.match_won.clone();
        finished.finish.ratings = changes;
        let finish = finished.finish.clone();
        self.publish(deal_over(finish));
    }

    /// Those who wanted another deal a moment ago still want one.
    fn stay_ready(&mut self) {
        for seat in self.seats() {
            let record = self.record_mut(seat);
            if record.owner.is_some() && !std::mem::replace(&mut record.ready, true) {
                self.publish(Happening::Public(TableEvent::Ready { seat }));
            }
        }
    }
}
