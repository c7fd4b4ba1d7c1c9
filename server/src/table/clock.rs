//! Time to think, and the actions after it.

use std::time::Duration;

use tokio::time::Instant;
use vzetek_game::Seat;

use super::event::{FullTurn, TurnClock};
use super::seat::Taken;
use super::seats::lone_person;
use super::stage::{Stage, Stopped, Suspended};
use super::state::Table;
use crate::deal::Legal;

/// The time that a turn without a player waits before the server plays the first legal action
/// itself.
const SERVER_PATIENCE: Duration = Duration::from_secs(3);

impl Table {
    /// The clock of a turn that begins now.
    pub fn fresh_turn(&self, seat: Seat, legal: Legal) -> FullTurn {
        let is_owners = self.record(seat).standin().is_none();
        if is_owners && (self.unhurried() == Some(seat) || self.stands_still(seat)) {
            return FullTurn { seat, legal, clock: None };
        }
        let move_until = self.now.instant + Duration::from_millis(self.setup.config.clock.move_ms);
        let owner = self.record(seat).taken().filter(|_| is_owners);
        let bank = owner.map_or(Duration::ZERO, |taken| taken.bank);
        let clock = TurnClock { move_until, bank_until: move_until + bank };
        FullTurn { seat, legal, clock: Some(clock) }
    }

    /// The seat of the only person among bots, for whom no other player waits.
    pub fn alone(&self) -> Option<Seat> {
        lone_person(&self.seats)
    }

    /// The seat of a player without a clock: the only person among bots, if the table is set up so.
    pub fn unhurried(&self) -> Option<Seat> {
        self.alone().filter(|_| self.setup.config.clock.off_alone)
    }

    /// True while the owner of this seat, the only person among bots, is disconnected.
    pub(super) fn stands_still(&self, seat: Seat) -> bool {
        let waits = |taken: &Taken| !taken.is_here() && taken.standin.is_none();
        self.alone() == Some(seat) && self.record(seat).taken().is_some_and(waits)
    }

    /// Stops the clock of a turn whose owner disconnects.
    pub(super) fn stop_clock(&mut self, seat: Seat) {
        let at = self.now.instant;
        if let Stage::Playing(playing) = &mut self.stage
            && playing.turn.seat == seat
        {
            playing.stopped = playing.turn.clock.take().map(|clock| Stopped { at, clock });
        }
    }

    /// Resumes the clock of a turn whose owner reconnects, with the time that was left. True if
    /// it had stopped.
    pub(super) fn start_clock(&mut self, seat: Seat) -> bool {
        let stood = self.turn_of(seat).is_some_and(|turn| turn.clock.is_none());
        if !stood || self.unhurried() == Some(seat) || self.record(seat).standin().is_some() {
            return false;
        }
        if let Stage::Playing(playing) = &mut self.stage
            && let Some(Stopped { at, clock }) = playing.stopped.take()
            && clock.bank_until > at
        {
            let away = self.now.instant - at;
            playing.turn_started += away;
            playing.turn.clock = Some(TurnClock {
                move_until: clock.move_until + away,
                bank_until: clock.bank_until + away,
            });
        } else {
            self.restart_clock(seat);
        }
        true
    }

    /// Restarts the turn's clock, because another player has the turn now.
    pub fn restart_clock(&mut self, seat: Seat) {
        let Some(turn) = self.turn_of(seat) else { return };
        let fresh = self.fresh_turn(seat, turn.legal);
        if let Stage::Playing(playing) = &mut self.stage {
            playing.turn = fresh;
            playing.turn_started = self.now.instant;
        }
    }

    /// Puts the owner's clock aside: a substitute has the turn now.
    pub fn suspend_clock(&mut self, seat: Seat) {
        let is_owners = self.record(seat).standin().is_none();
        if let Stage::Playing(playing) = &mut self.stage
            && playing.turn.seat == seat
            && is_owners
        {
            playing.suspended =
                Some(Suspended { started: playing.turn_started, clock: playing.turn.clock });
        }
    }

    /// True if the owner's time for the running turn is used up.
    pub fn is_used_up(&self, seat: Seat) -> bool {
        let Stage::Playing(playing) = &self.stage else { return false };
        let aside = playing.suspended.and_then(|suspended| suspended.clock);
        playing.turn.seat == seat && aside.is_some_and(|clock| clock.bank_until <= self.now.instant)
    }

    /// Resumes the owner's clock from where it was put aside; a new one if the turn was never the
    /// owner's.
    pub fn resume_clock(&mut self, seat: Seat) {
        if let Stage::Playing(playing) = &mut self.stage
            && playing.turn.seat == seat
            && let Some(suspended) = playing.suspended.take()
        {
            playing.turn.clock = suspended.clock;
            playing.turn_started = suspended.started;
            return;
        }
        self.restart_clock(seat);
    }

    /// The running turn, if it is this seat's.
    pub fn turn_of(&self, seat: Seat) -> Option<FullTurn> {
        match &self.stage {
            Stage::Playing(playing) if playing.turn.seat == seat => Some(playing.turn.clone()),
            _ => None,
        }
    }

    /// Returns the time at which the running turn must be taken from its player; `None` also if no
    /// clock runs.
    pub fn turn_ends_at(&self) -> Option<Instant> {
        let Stage::Playing(playing) = &self.stage else { return None };
        if self.wants_standin(playing.turn.seat) {
            return Some(playing.turn_started + SERVER_PATIENCE);
        }
        playing.turn.clock.map(|clock| clock.bank_until)
    }

    /// Charges the time of a move beyond its own limit to the player's bank.
    pub fn charge(&mut self, seat: Seat, thinking: Duration) {
        if self.unhurried() == Some(seat) {
            return;
        }
        let own = Duration::from_millis(self.setup.config.clock.move_ms);
        let taken = self.record_mut(seat).taken_mut();
        if let Some(taken) = taken.filter(|taken| taken.standin.is_none()) {
            taken.bank = taken.bank.saturating_sub(thinking.saturating_sub(own));
        }
    }

    /// The next moment at which the table acts without an input.
    pub fn next_wake(&self) -> Instant {
        if let Some(until) = self.rests_until {
            return until;
        }
        let mut wake = self.now.instant + Duration::from_secs(3600);
        let mut at = |time: Option<Instant>| wake = time.map_or(wake, |time| wake.min(time));
        at(self.turn_ends_at());
        at(self.spectators_due());
        at(self.is_abandoned().then_some(self.now.instant));
        match &self.stage {
            Stage::Shuffling(shuffling) => at(Some(shuffling.until)),
            Stage::Playing(playing) => {
                at(playing.pending.as_ref().map(|pending| pending.at));
                for seat in self.seats().filter(|&seat| self.record(seat).standin().is_none()) {
                    at(self.absent_at(seat));
                }
            }
            Stage::Finished(finished) => {
                // Only if the table acts then: once past, it would wake the table again and again.
                let ready = self.is_full() && self.all_ready();
                at(self.shown_until(finished).filter(|_| ready));
                at(self.idle_until());
                at(self.dismissal_at());
            }
            Stage::Waiting => {
                at(self.idle_until());
                at(self.dismissal_at());
            }
            Stage::Closed => {}
        }
        for seat in self.seats() {
            at(self.stays_until(seat));
        }
        for seat in self.seats().filter(|&seat| self.wants_bot(seat)) {
            at(self.record(seat).request().map(|request| request.again_at(self.now.instant)));
        }
        wake
    }
}
