//! The seats: sitting down, leaving, being absent, being replaced.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use vzetek_game::Seat;
use vzetek_protocol::table::{SeatState, Substitute, TableEvent};
use vzetek_protocol::{ErrorCode, Player, PlayerKind};
use vzetek_store::Write;

use super::Visitor;
use super::awaited::{Awaited, Change, Outcome, Progress, record};
use super::effect::{BotWanted, Effect, Question};
use super::happening::{Happening, seated};
use super::machine::Table;
use super::stage::Stage;
use crate::fault::Fault;
use crate::ws::outbox::ConnectionId;

/// The time that a bot that was asked may take to sit down.
const REQUEST_PATIENCE: Duration = Duration::from_secs(5);
/// The time between two requests to the pool while it has nobody to send.
const REQUEST_PAUSE: Duration = Duration::from_millis(500);
/// The least time for which somebody who has come counts as there: everybody
/// else is told of each coming and going.
const STAY: Duration = Duration::from_secs(1);
/// The level of substitutes at tables that name none.
const SUBSTITUTE_LEVEL: &str = "medium";

/// One seat.
#[derive(Debug, Default)]
pub struct SeatRecord {
    /// The owner of the seat.
    pub owner: Option<Player>,
    /// True if a connection of the owner watches, as last published.
    pub connected: bool,
    /// The moment since which one does again, if there was a time without.
    pub came_back: Option<Instant>,
    /// The moment since which none does.
    pub away_since: Option<Instant>,
    /// The substitute who plays instead.
    pub standin: Option<Standin>,
    /// The last request for a bot to take the seat or to stand in: the one that
    /// was asked, if one was free, and the moment.
    pub asked: Option<(Option<ConnectionId>, Instant)>,
    /// True if the owner asked for the next deal.
    pub ready: bool,
    /// True if the owner gave the seat up in mid-deal.
    pub left: bool,
    /// The rest of the owner's time bank.
    pub bank: Duration,
}

/// Somebody plays for the owner.
#[derive(Debug)]
pub struct Standin {
    /// The bot, once one has come.
    pub player: Option<Player>,
    /// The substitute as the table is told.
    pub told: Substitute,
    /// True if the owner was merely away, and has the seat back by coming back.
    pub away: bool,
    /// True if the owner wants the seat back, and has it with the next turn.
    pub returning: bool,
}

/// An account's role in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The seat is theirs.
    Owner,
    /// They play for the owner.
    Substitute,
}

impl SeatRecord {
    /// The seat as everybody sees it.
    pub fn tell(&self) -> SeatState {
        SeatState {
            player: self.owner.clone(),
            connected: self.connected,
            substitute: self.standin.as_ref().map(|standin| standin.told.clone()),
            ready: self.ready,
            bank_ms: self.bank.as_millis() as u64,
        }
    }

    /// The moment when a bot must be asked (again), if one is wanted.
    pub fn ask_again_at(&self, now: Instant) -> Instant {
        match self.asked {
            None => now,
            Some((Some(_), at)) => at + REQUEST_PATIENCE,
            Some((None, at)) => at + REQUEST_PAUSE,
        }
    }

    fn wants_standin(&self) -> bool {
        self.standin.as_ref().is_some_and(|standin| standin.player.is_none())
    }
}

impl Table {
    /// The seat of an account, as owner or as substitute.
    pub fn seat_of(&self, account: &str) -> Option<(Seat, Role)> {
        let is = |player: &Option<Player>| {
            player.as_ref().is_some_and(|player| player.id.as_str() == account)
        };
        self.seats().find_map(|seat| {
            let record = &self.seats[seat.index()];
            if is(&record.owner) && !record.left {
                Some((seat, Role::Owner))
            } else if record.standin.as_ref().is_some_and(|standin| is(&standin.player)) {
                Some((seat, Role::Substitute))
            } else {
                None
            }
        })
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats.len())
    }

    /// True if every seat has an owner.
    pub fn is_full(&self) -> bool {
        self.seats.iter().all(|record| record.owner.is_some())
    }

    /// True if anybody but the house's own bots has a seat here.
    pub fn has_people(&self) -> bool {
        let counts = |owner: &Player| !is_house_bot(owner);
        self.seats.iter().any(|record| record.owner.as_ref().is_some_and(counts) && !record.left)
    }

    /// Sits somebody down, or lets a bot stand in.
    pub(super) fn sit(
        &mut self,
        visitor: Arc<Visitor>,
        wanted: Option<Seat>,
        invite: Option<&str>,
    ) -> Outcome {
        let sent_by_us = invite == Some(&*self.house_invite);
        if !sent_by_us {
            self.check_invite(invite)?;
            if self.setup.demo {
                let message = "bots play here for show; watch them, or set up a table of your own";
                return Err(Fault::new(ErrorCode::Forbidden, message));
            }
        }
        let account = visitor.player.id.as_str();
        if let Some((seat, _)) = self.seat_of(account) {
            return Err(Fault::new(
                ErrorCode::AlreadySeated,
                format!("you already sit at this table, in seat {seat}"),
            ));
        }
        if wanted.is_some_and(|seat| seat.index() >= self.seats.len()) {
            let last = self.seats.len() - 1;
            return Err(Fault::new(ErrorCode::NoSuchSeat, format!("the seats are 0 to {last}")));
        }
        if let Some(seat) = wanted.filter(|seat| sent_by_us && self.record(*seat).wants_standin()) {
            self.stand_in(seat, &visitor);
            return Ok(Progress::Done);
        }
        let free = |seat: &Seat| self.seats[seat.index()].owner.is_none();
        let seat = match wanted {
            Some(seat) if !free(&seat) => {
                return Err(Fault::new(ErrorCode::SeatTaken, "somebody else sits there"));
            }
            Some(seat) => seat,
            None => self
                .seats()
                .find(free)
                .ok_or_else(|| Fault::new(ErrorCode::TableFull, "all seats are taken"))?,
        };
        let question = Question::Player(account.to_owned());
        Ok(Progress::Asks(question, Awaited::Player { visitor, seat }))
    }

    /// Has it recorded that a player takes a free seat.
    pub(super) fn take_seat(&self, visitor: Arc<Visitor>, seat: Seat, player: Player) -> Outcome {
        let mut ids = self.owner_ids();
        ids[seat.index()] = Some(player.id.0.clone());
        record(vec![self.seats_write(ids)], Change::Sit { visitor, seat, player })
    }

    pub(super) fn seat(&mut self, visitor: &Arc<Visitor>, seat: Seat, player: Player) {
        if self.record(seat).asked.is_none_or(|(asked, _)| asked != Some(visitor.connection)) {
            self.unask(seat);
        }
        let bank = Duration::from_millis(self.setup.config.clock.bank_ms);
        self.seats[seat.index()] = SeatRecord {
            owner: Some(player.clone()),
            connected: true,
            // A player who joins between deals wants to play the next one.
            ready: true,
            bank,
            ..SeatRecord::default()
        };
        // A newcomer does not inherit a score.
        self.carry.match_won.get_or_insert_with(Vec::new);
        self.publish(seated(seat, player));
        self.enter(visitor);
        self.show_everything(visitor.player.id.as_str());
    }

    /// Gives the seat up; in a running deal somebody else plays on.
    pub(super) fn leave(&mut self, account: &str) -> Outcome {
        let (seat, role) = self.seat_of(account).ok_or_else(not_seated)?;
        self.release_bot(account);
        if role == Role::Substitute {
            self.replace_standin(seat);
            return Ok(Progress::Done);
        }
        if matches!(self.stage, Stage::Playing(_)) {
            self.record_mut(seat).left = true;
            if self.record(seat).standin.is_none() {
                self.replace(seat, false);
            }
            return Ok(Progress::Done);
        }
        self.empty_seats(vec![seat])
    }

    /// Takes the seat back from a substitute.
    pub fn take_back(&mut self, account: &str) -> Result<(), Fault> {
        match self.seat_of(account) {
            Some((seat, Role::Owner)) => {
                self.give_back(seat);
                Ok(())
            }
            _ => Err(not_seated()),
        }
    }

    /// The seat is its owner's again: at once, or with the next turn if the
    /// time for this one is used up. Otherwise one could hold the others up by
    /// coming back for ever.
    pub(super) fn give_back(&mut self, seat: Seat) {
        let used_up = self.is_used_up(seat);
        let record = self.record_mut(seat);
        if let Some(standin) = record.standin.as_mut().filter(|_| used_up) {
            standin.returning = true;
            return;
        }
        let Some(standin) = record.standin.take() else { return };
        self.unask(seat);
        if let Some(bot) = standin.player {
            self.release_bot(bot.id.as_str());
        }
        self.resume_clock(seat);
        let turn = self.turn_of(seat);
        self.publish(Happening::Returned { seat, turn });
    }

    /// From now on somebody else plays for the owner.
    pub fn replace(&mut self, seat: Seat, away: bool) {
        let told = Substitute { player: None, since: self.now.utc };
        self.suspend_clock(seat);
        let record = self.record_mut(seat);
        record.standin = Some(Standin { player: None, told: told.clone(), away, returning: false });
        record.asked = None;
        self.restart_clock(seat);
        self.publish(Happening::Substituted { seat, substitute: told, turn: None });
    }

    /// Replaces a substitute who is gone; the owner's reason to be absent
    /// stays.
    fn replace_standin(&mut self, seat: Seat) {
        let old = self.record(seat).standin.as_ref();
        let (away, returning) = old.map_or((false, false), |old| (old.away, old.returning));
        self.replace(seat, away);
        if let Some(standin) = &mut self.record_mut(seat).standin {
            standin.returning = returning;
        }
    }

    fn stand_in(&mut self, seat: Seat, visitor: &Arc<Visitor>) {
        let player = visitor.player.clone();
        if let Some(standin) = &mut self.record_mut(seat).standin {
            standin.told.player = Some(player.clone());
            standin.player = Some(player);
        }
        self.record_mut(seat).asked = None;
        self.restart_clock(seat);
        let turn = self.turn_of(seat);
        let told = self.record(seat).standin.as_ref().map(|standin| standin.told.clone());
        if let Some(substitute) = told {
            self.publish(Happening::Substituted { seat, substitute, turn });
        }
        self.enter(visitor);
        self.show_everything(visitor.player.id.as_str());
    }

    /// Publishes who came or went, and lets those who were away play again.
    pub fn note_connections(&mut self) {
        for seat in self.seats() {
            let standin = self.record(seat).standin.as_ref().and_then(|s| s.player.as_ref());
            if standin.is_some_and(|bot| !self.is_watching(bot.id.as_str())) {
                self.replace_standin(seat);
            }
            let Some(owner) = &self.record(seat).owner else { continue };
            let connected = self.is_watching(owner.id.as_str());
            let stays = self.stays_until(seat).is_some_and(|until| until > self.now.instant);
            let record = &mut self.seats[seat.index()];
            if record.connected == connected || stays {
                continue;
            }
            record.connected = connected;
            record.came_back = connected.then_some(self.now.instant);
            record.away_since = (!connected).then_some(self.now.instant);
            let back = connected && record.standin.as_ref().is_some_and(|standin| standin.away);
            self.publish(Happening::Public(TableEvent::Connection { seat, connected }));
            if back {
                self.give_back(seat);
            }
        }
    }

    /// The moment until which an owner counts as there who is gone again
    /// already.
    pub fn stays_until(&self, seat: Seat) -> Option<Instant> {
        let record = self.record(seat);
        let owner = record.owner.as_ref().filter(|_| record.connected)?;
        let until = record.came_back? + STAY;
        (!self.is_watching(owner.id.as_str())).then_some(until)
    }

    /// Replaces players who stayed away past the grace time.
    pub fn replace_absent(&mut self) {
        if !matches!(self.stage, Stage::Playing(_)) {
            return;
        }
        for seat in self.seats() {
            let record = self.record(seat);
            let gone = self.absent_at(seat).is_some_and(|at| at <= self.now.instant);
            if gone && record.standin.is_none() {
                self.replace(seat, true);
            }
        }
    }

    /// The moment when an absent player's grace time ends.
    pub fn absent_at(&self, seat: Seat) -> Option<Instant> {
        self.record(seat).away_since.map(|since| since + self.grace(seat))
    }

    /// The time for which the seat's owner may be away. Where nobody else
    /// waits, the table's clock does not set it.
    pub(super) fn grace(&self, seat: Seat) -> Duration {
        if self.unhurried() == Some(seat) {
            Duration::from_secs(self.setup.tuning.alone_s)
        } else {
            Duration::from_millis(self.setup.config.clock.grace_ms)
        }
    }

    /// True if a bot is wanted in this seat.
    pub fn wants_bot(&self, seat: Seat) -> bool {
        let record = self.record(seat);
        if record.wants_standin() {
            return true;
        }
        let open = matches!(self.stage, Stage::Waiting | Stage::Finished(_));
        let occupied = self.seats.iter().any(|record| record.owner.is_some());
        open && record.owner.is_none()
            && self.setup.config.bots.is_some()
            && (self.setup.demo || occupied)
    }

    /// Asks the house for bots wherever one is wanted, one after another.
    pub(super) fn ask_for_bots(&mut self) -> Outcome {
        for seat in self.seats() {
            if !self.wants_bot(seat) {
                if matches!(self.record(seat).asked, Some((None, _))) {
                    self.unask(seat);
                }
                continue;
            }
            if self.record(seat).ask_again_at(self.now.instant) > self.now.instant {
                continue;
            }
            if let Some((Some(silent), _)) = self.record(seat).asked {
                self.effects.push(Effect::Release(silent));
            }
            let except = self
                .seats
                .iter()
                .flat_map(|record| {
                    let bot = record.standin.as_ref().and_then(|standin| standin.player.clone());
                    record.owner.clone().into_iter().chain(bot)
                })
                .map(|player| player.id.0)
                .collect();
            let level = self.setup.config.bots.as_deref().unwrap_or(SUBSTITUTE_LEVEL);
            let urgent = self.record(seat).wants_standin();
            let wanted = BotWanted { seat, level: level.to_owned(), except, urgent };
            return Ok(Progress::Asks(Question::Bot(wanted), Awaited::Bot(seat)));
        }
        Ok(Progress::Done)
    }

    /// True if an empty seat waits for a bot, and none is free.
    pub fn awaits_bots(&self) -> bool {
        let in_vain = |record: &SeatRecord| matches!(record.asked, Some((None, _)));
        let waits = |seat: Seat| {
            let record = self.record(seat);
            record.owner.is_none() && in_vain(record) && self.wants_bot(seat)
        };
        !self.setup.demo && self.seats().any(waits)
    }

    /// The seat is not free any more for the bot that was asked to take it.
    pub(super) fn unask(&mut self, seat: Seat) {
        match self.record_mut(seat).asked.take() {
            Some((Some(asked), _)) => self.effects.push(Effect::Release(asked)),
            Some((None, _)) => self.effects.push(Effect::GiveUp(seat)),
            None => {}
        }
    }

    /// A bot will not take the seat it was asked to.
    pub(super) fn declined(&mut self, bot: ConnectionId, seat: Seat) {
        self.effects.push(Effect::Release(bot));
        if let Some(record) = self.seats.get_mut(seat.index())
            && record.asked.is_some_and(|(asked, _)| asked == Some(bot))
        {
            record.asked = Some((None, self.now.instant));
        }
    }

    /// Returns the owners of the seats, by account.
    pub fn owner_ids(&self) -> Vec<Option<String>> {
        self.seats
            .iter()
            .map(|record| record.owner.as_ref().map(|owner| owner.id.0.clone()))
            .collect()
    }

    pub(super) fn seats_write(&self, seats: Vec<Option<String>>) -> Write {
        Write::Seats { table: self.setup.id.0.clone(), seats }
    }

    /// One seat's record.
    pub fn record(&self, seat: Seat) -> &SeatRecord {
        &self.seats[seat.index()]
    }

    /// One seat's record, to be changed.
    pub fn record_mut(&mut self, seat: Seat) -> &mut SeatRecord {
        &mut self.seats[seat.index()]
    }
}

/// The seat of the only person who plays here, if bots have all the others.
pub fn lone_person(seats: &[SeatRecord]) -> Option<Seat> {
    let is_person = |record: &&SeatRecord| {
        let kind = record.owner.as_ref().map(|owner| owner.kind);
        !record.left && kind.is_some_and(|kind| kind != PlayerKind::Bot)
    };
    let all = seats.iter().all(|record| record.owner.is_some());
    let alone = all && seats.iter().filter(is_person).count() == 1;
    Seat::all(seats.len()).find(|seat| alone && is_person(&&seats[seat.index()]))
}

/// True for the house's bots: those, and only those, have a level.
pub fn is_house_bot(player: &Player) -> bool {
    player.kind == PlayerKind::Bot && player.level.is_some()
}

/// The client has no seat here.
pub fn not_seated() -> Fault {
    Fault::new(ErrorCode::NotSeated, "you have no seat at this table; sit down first")
}
