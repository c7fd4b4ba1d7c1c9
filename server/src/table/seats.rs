//! The seats: sitting down and leaving.

use std::sync::Arc;
use std::time::Duration;

use vzetek_game::Seat;
use vzetek_protocol::{ErrorCode, Player, PlayerKind};
use vzetek_store::Write;

use super::awaited::{Awaited, Change, Outcome, Progress, record};
use super::effect::Question;
use super::event::{FullEvent, renamed, seated};
use super::mailbox::Visitor;
use super::seat::{Presence, Request, SeatRecord, Standin, Taken, Until, Wish};
use super::stage::Stage;
use super::state::Table;
use crate::fault::Fault;

/// An account's role in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The account owns the seat.
    Owner,
    /// The account plays for the owner.
    Substitute,
}

impl Table {
    /// The seat of an account, as owner or as substitute.
    pub fn seat_of(&self, account: &str) -> Option<(Seat, Role)> {
        let is = |player: &Player| player.id.as_str() == account;
        self.seats().find_map(|seat| {
            let taken = self.record(seat).taken()?;
            if is(&taken.owner) && !taken.has_left() {
                return Some((seat, Role::Owner));
            }
            let bot = taken.standin.as_ref()?.player()?;
            is(bot).then_some((seat, Role::Substitute))
        })
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats.len())
    }

    /// True if every seat has an owner.
    pub fn is_full(&self) -> bool {
        self.seats.iter().all(|record| record.taken().is_some())
    }

    /// True if an account other than the house's own bots has a seat here.
    pub fn has_people(&self) -> bool {
        let counts = |taken: &Taken| !is_house_bot(&taken.owner) && !taken.has_left();
        self.seats.iter().any(|record| record.taken().is_some_and(counts))
    }

    /// Seats an account, or lets a bot stand in.
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
        wanted.map_or(Ok(()), |seat| self.check_seat(seat))?;
        if let Some(seat) = wanted.filter(|seat| sent_by_us && self.wants_standin(*seat)) {
            self.stand_in(seat, &visitor);
            return Ok(Progress::Done);
        }
        let kept = |seat: Seat| sent_by_us && self.wishes[seat.index()] == Wish::People;
        let free = |seat: &Seat| self.record(*seat).taken().is_none() && !kept(*seat);
        let given_up = |seat: &Seat| !sent_by_us && self.is_given_up(*seat);
        let seat = match wanted {
            // A bot that was called before the seat was kept for people comes too late.
            Some(seat) if !free(&seat) && !given_up(&seat) => {
                return Err(Fault::new(ErrorCode::SeatTaken, "somebody else sits there"));
            }
            Some(seat) => seat,
            None => self
                .seats()
                .find(free)
                .or_else(|| self.seats().find(given_up))
                .ok_or_else(|| Fault::new(ErrorCode::TableFull, "all seats are taken"))?,
        };
        let question = Question::Player(account.to_owned());
        Ok(Progress::Asks(question, Awaited::Player { visitor, seat }))
    }

    /// Refuses a seat that the table does not have.
    pub(super) fn check_seat(&self, seat: Seat) -> Result<(), Fault> {
        if seat.index() < self.seats.len() {
            return Ok(());
        }
        let last = self.seats.len() - 1;
        Err(Fault::new(ErrorCode::NoSuchSeat, format!("the seats are 0 to {last}")))
    }

    /// True if a bot of the house has this seat and gives it up to a friend: at a private table,
    /// between deals. The score begins at zero then, as with every newcomer.
    fn is_given_up(&self, seat: Seat) -> bool {
        let open = matches!(self.stage, Stage::Waiting | Stage::Finished(_));
        let is_bots = self.record(seat).owner().is_some_and(is_house_bot);
        self.setup.config.private && open && is_bots
    }

    /// A player wants a bot of this level in a free seat, or the seat kept for people.
    pub(super) fn wish_for_bot(
        &mut self,
        account: &str,
        seat: Seat,
        level: Option<String>,
    ) -> Result<(), Fault> {
        if !matches!(self.seat_of(account), Some((_, Role::Owner))) {
            return Err(not_seated());
        }
        self.check_seat(seat)?;
        if self.record(seat).taken().is_some() {
            return Err(Fault::new(
                ErrorCode::SeatTaken,
                "somebody sits there; a bot needs a free seat",
            ));
        }
        self.unask(seat);
        *self.record_mut(seat) = SeatRecord::default();
        self.wishes[seat.index()] = level.map_or(Wish::People, Wish::Bot);
        Ok(())
    }

    /// Requests to store that a player takes a free seat, or a bot's.
    pub(super) fn take_seat(&self, visitor: Arc<Visitor>, seat: Seat, player: Player) -> Outcome {
        let write = self.seats_write([(seat, Some(player.id.0.clone()))]);
        let player = Box::new(player);
        record(vec![write], Change::Sit { visitor, seat, player })
    }

    pub(super) fn seat(&mut self, visitor: &Arc<Visitor>, seat: Seat, player: Player) {
        self.wishes[seat.index()] = Wish::default();
        self.forget_wants(&[seat]);
        if let Some(bot) = self.record(seat).owner().map(|bot| bot.id.0.clone()) {
            self.release_bot(&bot);
        }
        let asked = self.record(seat).request();
        if !matches!(asked, Some(Request::Asked(bot, _)) if bot == visitor.connection) {
            self.unask(seat);
        }
        let bank = Duration::from_millis(self.setup.config.clock.bank_ms);
        let taken = Taken::new(player.clone(), Presence::Here(None), bank);
        // A player who joins between deals wants to play the next one.
        *self.record_mut(seat) = SeatRecord::Taken(Box::new(Taken { ready: true, ..taken }));
        // A newcomer does not inherit a score.
        self.carry.match_won.get_or_insert_with(Vec::new);
        self.publish(seated(seat, player));
        self.enter(visitor);
        self.show_everything(visitor.player.id.as_str());
    }

    /// An account has another name, face or kind: the seat, new messages, and deals from the next
    /// one on have it, too.
    pub(super) fn rename(&mut self, player: Player) {
        for watcher in self.watchers.values_mut().filter(|one| one.player.id == player.id) {
            Arc::make_mut(watcher).player = player.clone();
        }
        let Some((seat, Role::Owner)) = self.seat_of(player.id.as_str()) else { return };
        let Some(taken) = self.record_mut(seat).taken_mut() else { return };
        let Player { rating, settled, .. } = taken.owner;
        let player = Player { rating, settled, ..player };
        if taken.owner != player {
            taken.owner = player.clone();
            self.publish(renamed(seat, player));
        }
    }

    /// Leaves the seat; in a running deal a substitute plays on.
    pub(super) fn leave(&mut self, account: &str) -> Outcome {
        let (seat, role) = self.seat_of(account).ok_or_else(not_seated)?;
        if role == Role::Substitute {
            self.release_bot(account);
            self.replace_standin(seat);
            return Ok(Progress::Done);
        }
        if matches!(self.stage, Stage::Playing(_)) {
            return record(vec![self.seats_write([(seat, None)])], Change::GiveUp { seat });
        }
        self.release_bot(account);
        self.empty_seats(vec![seat])
    }

    /// The owner of a seat has left in mid-deal: a substitute plays on.
    pub(super) fn give_up(&mut self, seat: Seat) {
        if let Some(owner) = self.record(seat).owner().map(|owner| owner.id.0.clone()) {
            self.release_bot(&owner);
        }
        if !self.set_until(seat, Until::DealEnds) {
            self.replace(seat, Until::DealEnds);
        } else if let Some(substitute) = self.record(seat).standin().map(Standin::tell) {
            self.publish(FullEvent::Substituted { seat, substitute, turn: None });
        }
    }

    /// Returns the owners of the seats, by account.
    pub fn owner_ids(&self) -> Vec<Option<String>> {
        self.seats.iter().map(|record| record.owner().map(|owner| owner.id.0.clone())).collect()
    }

    /// Returns the owners of the seats, by account, without owners who left in mid-deal.
    pub(super) fn stays(&self) -> Vec<Option<String>> {
        let stays = |record: &SeatRecord| {
            let taken = record.taken().filter(|taken| !taken.has_left())?;
            Some(taken.owner.id.0.clone())
        };
        self.seats.iter().map(stays).collect()
    }

    /// Stores the owners of the seats from the next deal on, with these changes. A seat that was
    /// left in mid-deal has no owner already; the deal itself names its former owner.
    pub(super) fn seats_write(
        &self,
        changes: impl IntoIterator<Item = (Seat, Option<String>)>,
    ) -> Write {
        let mut seats = self.stays();
        for (seat, owner) in changes {
            seats[seat.index()] = owner;
        }
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
    let plays = |taken: &Taken| !taken.is_bots() && !taken.has_left();
    let mut people =
        Seat::all(seats.len()).filter(|seat| seats[seat.index()].taken().is_some_and(plays));
    let alone = people.next().filter(|_| people.next().is_none());
    alone.filter(|_| seats.iter().all(|record| record.taken().is_some()))
}

/// True for the house's bots: those, and only those, have a level.
pub fn is_house_bot(player: &Player) -> bool {
    player.kind == PlayerKind::Bot && player.level.is_some()
}

/// The client has no seat here.
pub fn not_seated() -> Fault {
    Fault::new(ErrorCode::NotSeated, "you have no seat at this table; sit down first")
}
