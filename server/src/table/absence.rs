//! Absence, substitutes, and the return of players.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use vzetek_game::Seat;
use vzetek_protocol::PlayerKind;
use vzetek_protocol::table::TableEvent;

use super::awaited::{Change, Outcome, Progress, record};
use super::effect::Effect;
use super::event::FullEvent;
use super::mailbox::Visitor;
use super::seat::{Bot, Presence, Request, Standin, Taken, Until};
use super::seats::{Role, is_house_bot, not_seated};
use super::stage::Stage;
use super::state::Table;

/// The least time for which a player who has connected counts as present: all others are notified
/// of each change.
const STAY: Duration = Duration::from_secs(1);

impl Table {
    /// Takes the seat back from a substitute; also one that was left in this deal. Actions of the
    /// substitute count as those for any absent player.
    pub(super) fn take_back(&mut self, account: &str) -> Outcome {
        match self.seat_of(account) {
            Some((seat, Role::Owner)) => {
                self.give_back(seat);
                Ok(Progress::Done)
            }
            Some((_, Role::Substitute)) => Err(not_seated()),
            None => {
                let seat = self.left_by(account).ok_or_else(not_seated)?;
                let write = self.seats_write([(seat, Some(account.to_owned()))]);
                record(vec![write], Change::ComeBack { seat })
            }
        }
    }

    /// An owner who has left in this deal has the seat again.
    pub(super) fn come_back(&mut self, seat: Seat) {
        let Some(owner) = self.record(seat).owner().map(|owner| owner.id.0.clone()) else { return };
        self.set_until(seat, Until::AsksForIt);
        let watching = self.watchers.values();
        let own = watching.filter(|watcher| watcher.player.id.as_str() == owner);
        self.effects.extend(own.map(|watcher| Effect::Occupy(watcher.connection)));
        // A player who left has been shown no more than spectators are.
        self.show_everything(&owner);
        self.give_back(seat);
    }

    /// Returns the seat that the account has given up in this deal.
    pub(super) fn left_by(&self, account: &str) -> Option<Seat> {
        self.seats().find(|&seat| {
            let taken = self.record(seat).taken();
            taken.is_some_and(|taken| taken.has_left() && taken.owner.id.as_str() == account)
        })
    }

    /// Returns the seat to its owner: immediately, or with the next turn if the time for this one
    /// is used up. Otherwise an owner could delay the others forever by returning again and again.
    pub(super) fn give_back(&mut self, seat: Seat) {
        if self.is_used_up(seat) {
            self.set_until(seat, Until::NextTurn);
        } else if self.end_standin(seat) {
            self.resume_clock(seat);
            let turn = self.turn_of(seat);
            self.publish(FullEvent::Returned { seat, turn });
        }
    }

    /// Removes the substitute of the owner; false if there is none.
    pub(super) fn end_standin(&mut self, seat: Seat) -> bool {
        self.unask(seat);
        let taken = self.record_mut(seat).taken_mut();
        let Some(standin) = taken.and_then(|taken| taken.standin.take()) else { return false };
        if let Some(bot) = standin.player() {
            self.release_bot(bot.id.as_str());
        }
        true
    }

    /// Sets the time until which a substitute plays for the owner, if there is one.
    pub(super) fn set_until(&mut self, seat: Seat, until: Until) -> bool {
        let taken = self.record_mut(seat).taken_mut();
        let standin = taken.and_then(|taken| taken.standin.as_mut());
        standin.map(|standin| standin.until = until).is_some()
    }

    /// From now on a substitute plays for the owner.
    pub(super) fn replace(&mut self, seat: Seat, until: Until) {
        self.suspend_clock(seat);
        let standin = Standin { bot: Bot::Wanted(Request::None), since: self.now.utc, until };
        let substitute = standin.tell();
        if let Some(taken) = self.record_mut(seat).taken_mut() {
            taken.standin = Some(standin);
        }
        self.restart_clock(seat);
        self.publish(FullEvent::Substituted { seat, substitute, turn: None });
    }

    /// Replaces a substitute who has disconnected; the reason for the owner's absence stays.
    pub(super) fn replace_standin(&mut self, seat: Seat) {
        if let Some(until) = self.record(seat).standin().map(|standin| standin.until) {
            self.replace(seat, until);
        }
    }

    pub(super) fn stand_in(&mut self, seat: Seat, visitor: &Arc<Visitor>) {
        let taken = self.record_mut(seat).taken_mut();
        let Some(standin) = taken.and_then(|taken| taken.standin.as_mut()) else { return };
        standin.bot = Bot::Plays(visitor.player.clone());
        let substitute = standin.tell();
        self.restart_clock(seat);
        let turn = self.turn_of(seat);
        self.publish(FullEvent::Substituted { seat, substitute, turn });
        self.enter(visitor);
        self.show_everything(visitor.player.id.as_str());
    }

    /// Publishes changes of the owners' presence, and lets owners who were away play again.
    pub fn note_connections(&mut self) {
        for seat in self.seats() {
            let standin = self.record(seat).standin().and_then(Standin::player);
            if standin.is_some_and(|bot| !self.is_watching(bot.id.as_str())) {
                self.replace_standin(seat);
            }
            let Some(owner) = self.record(seat).owner() else { continue };
            let connected = self.is_watching(owner.id.as_str());
            let now = self.now.instant;
            let stays = self.stays_until(seat).is_some_and(|until| until > now);
            if self.record(seat).is_here() != connected && !stays {
                self.note_presence(seat, connected);
            }
        }
    }

    /// Publishes that the owner of a seat has connected or disconnected, and returns the seat to an
    /// owner who was awaited.
    pub(super) fn note_presence(&mut self, seat: Seat, connected: bool) {
        let now = self.now.instant;
        let Some(taken) = self.record_mut(seat).taken_mut() else { return };
        taken.presence = if connected { Presence::Here(Some(now)) } else { Presence::Away(now) };
        let awaited = |standin: &Standin| standin.until == Until::ComesBack;
        let back = connected && taken.standin.as_ref().is_some_and(awaited);
        self.publish(FullEvent::Public(TableEvent::Connection { seat, connected }));
        if back {
            self.give_back(seat);
        }
        if connected && self.seats.iter().any(|record| record.owner().is_none()) {
            self.note_followed(Taken::is_here);
        }
        if self.alone() == Some(seat) {
            self.stop_or_go_on(seat, connected);
        }
    }

    /// The only person among bots disconnects or reconnects. No other player waits meanwhile:
    /// the turn's clock stops, and the house's bots are free for other tables.
    fn stop_or_go_on(&mut self, seat: Seat, connected: bool) {
        let of_house = |watcher: &Arc<Visitor>| {
            let owner = self.seat_of(watcher.player.id.as_str());
            is_house_bot(&watcher.player) && matches!(owner, Some((_, Role::Owner)))
        };
        let bots = self.watchers.values().filter(|watcher| of_house(watcher));
        let bots: Vec<_> = bots.map(|bot| bot.connection).collect();
        let free = if connected { Effect::Occupy } else { Effect::Release };
        self.effects.extend(bots.into_iter().map(free));
        let told = if connected {
            self.start_clock(seat)
        } else if self.end_standin(seat) {
            // The substitute played because the owner's time had run out.
            self.restart_clock(seat);
            true
        } else {
            self.stop_clock(seat);
            false
        };
        if told {
            let turn = self.turn_of(seat);
            self.publish(FullEvent::Returned { seat, turn });
        }
    }

    /// The moment until which an owner counts as present who has disconnected already.
    pub fn stays_until(&self, seat: Seat) -> Option<Instant> {
        let taken = self.record(seat).taken()?;
        let Presence::Here(Some(since)) = taken.presence else { return None };
        (!self.is_watching(taken.owner.id.as_str())).then_some(since + STAY)
    }

    /// Replaces players who stayed away past the grace time.
    pub fn replace_absent(&mut self) {
        if !matches!(self.stage, Stage::Playing(_)) {
            return;
        }
        for seat in self.seats() {
            let gone = self.absent_at(seat).is_some_and(|at| at <= self.now.instant);
            if gone && self.record(seat).standin().is_none() {
                self.replace(seat, Until::ComesBack);
            }
        }
    }

    /// The moment when an absent player's grace time ends.
    pub fn absent_at(&self, seat: Seat) -> Option<Instant> {
        match self.record(seat).taken()?.presence {
            Presence::Away(since) => Some(since + self.grace(seat)),
            Presence::Here(_) => None,
        }
    }

    /// The time for which the seat's owner may be away. Where no other player waits, the table's
    /// clock does not set it.
    pub(super) fn grace(&self, seat: Seat) -> Duration {
        let tuning = &self.setup.tuning;
        match self.record(seat).owner().filter(|_| self.alone() == Some(seat)) {
            Some(owner) if owner.kind == PlayerKind::Person => {
                Duration::from_secs(u64::from(tuning.alone_days) * 24 * 3600)
            }
            Some(_) => Duration::from_secs(tuning.alone_s),
            None => Duration::from_millis(self.setup.config.clock.grace_ms),
        }
    }
}
