//! Between deals: no player has to wait forever for another who is absent, or not ready.

use std::time::Duration;

use tokio::time::Instant;
use vzetek_game::Seat;

use super::awaited::{Outcome, Progress};
use super::seat::{Presence, SeatRecord, Taken};
use super::seats::is_house_bot;
use super::stage::Stage;
use super::state::Table;

impl Table {
    /// Removes players who have kept the others waiting for too long.
    pub(super) fn dismiss_overdue(&mut self) -> Outcome {
        if self.somebody_waits() {
            self.waited_since.get_or_insert(self.now.instant);
        } else {
            self.waited_since = None;
        }
        let now = self.now.instant;
        let overdue: Vec<Seat> = self
            .seats()
            .filter(|&seat| self.overdue_at(seat).is_some_and(|at| at <= now))
            .collect();
        self.empty_seats(overdue)
    }

    /// Returns the time at which the next player is removed.
    pub(super) fn dismissal_at(&self) -> Option<Instant> {
        self.seats().filter_map(|seat| self.overdue_at(seat)).min()
    }

    /// True if a player who is present could play on, and another delays the table.
    fn somebody_waits(&self) -> bool {
        let between = matches!(self.stage, Stage::Waiting | Stage::Finished(_));
        between
            && self.is_full()
            && self.seats.iter().any(|record| self.is_awaited(record))
            && self.seats.iter().any(|record| record.is_here() && !self.is_awaited(record))
    }

    /// True if the next deal waits for this seat's owner.
    fn is_awaited(&self, record: &SeatRecord) -> bool {
        match self.stage {
            Stage::Finished(_) => !record.is_ready(),
            Stage::Waiting => !record.is_here() && !record.taken().is_some_and(Taken::is_bots),
            Stage::Shuffling(_) | Stage::Playing(_) | Stage::Closed => false,
        }
    }

    /// Returns the time at which this seat's owner is removed: an absent one as soon as in a deal,
    /// a present one who is not ready later. The only person among bots may be away for long in any
    /// case.
    fn overdue_at(&self, seat: Seat) -> Option<Instant> {
        let (waited, record) = (self.waited_since?, self.record(seat));
        if !self.is_awaited(record) {
            return None;
        }
        let mut limit = Duration::from_secs(self.setup.tuning.ready_s);
        if self.alone() == Some(seat) {
            limit = limit.max(self.grace(seat));
        }
        match record.taken()?.presence {
            Presence::Away(away) => Some(waited.max(away) + self.grace(seat).min(limit)),
            Presence::Here(_) => Some(waited + limit),
        }
    }

    /// Closes the table if it has been without players for long.
    pub(super) fn close_if_idle(&mut self) -> Outcome {
        self.note_idle();
        let idle = self.idle_until().is_some_and(|at| at <= self.now.instant);
        if idle && self.rests_until.is_none() { self.close("idle") } else { Ok(Progress::Done) }
    }

    fn note_idle(&mut self) {
        let awaited = |record: &SeatRecord| {
            record.is_here() && record.owner().is_some_and(|owner| !is_house_bot(owner))
        };
        let busy = self.setup.demo
            || matches!(self.stage, Stage::Playing(_) | Stage::Shuffling(_))
            || self.seats.iter().any(awaited);
        if busy {
            self.idle_since = None;
        } else {
            self.idle_since.get_or_insert(self.now.instant);
        }
    }

    /// Returns the time at which the table is closed for want of players.
    pub(super) fn idle_until(&self) -> Option<Instant> {
        let tuning = &self.setup.tuning;
        let awaited = self.alone().map(|seat| self.grace(seat)).unwrap_or_default();
        let mut limit = Duration::from_secs(tuning.empty_table_s).max(awaited);
        if self.is_call() {
            limit = limit.min(Duration::from_millis(self.setup.config.clock.grace_ms));
        }
        self.idle_since.map(|since| since + limit)
    }
}
