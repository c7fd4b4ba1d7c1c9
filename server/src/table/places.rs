//! Changing seats before a match: partners find each other, and places are chosen.

use vzetek_game::Seat;
use vzetek_protocol::ErrorCode;
use vzetek_protocol::table::TableEvent;

use super::awaited::{Change, Outcome, Progress, record};
use super::event::FullEvent;
use super::seat::Wish;
use super::seats::{Role, is_house_bot, not_seated};
use super::stage::Stage;
use super::state::Table;
use crate::fault::Fault;

impl Table {
    /// A player wants another seat: a free one or that of a bot of the house at once, that of
    /// another player when that one wants theirs.
    pub(super) fn change_seat(&mut self, account: &str, wanted: Seat) -> Outcome {
        let Some((own, Role::Owner)) = self.seat_of(account) else { return Err(not_seated()) };
        self.check_seat(wanted)?;
        let open = matches!(self.stage, Stage::Waiting | Stage::Finished(_));
        // An evening's score belongs to the seats, and would begin again.
        let scored = self.carry.game.goes_on() && self.carry.scorers == self.owner_ids();
        if !open || scored || self.carry.match_won.is_none() {
            let message = "seats are changed before a match, not while its score goes on";
            return Err(Fault::new(ErrorCode::SeatsFixed, message));
        }
        if own == wanted {
            self.want(own, None);
            return Ok(Progress::Done);
        }
        let other = self.record(wanted).taken();
        if other.is_none_or(|other| is_house_bot(&other.owner) || other.wants == Some(own)) {
            let stays = self.stays();
            let [mine, theirs] = [own, wanted].map(|seat| stays[seat.index()].clone());
            let write = self.seats_write([(own, theirs), (wanted, mine)]);
            return record(vec![write], Change::Seats([own, wanted]));
        }
        self.want(own, Some(wanted));
        Ok(Progress::Done)
    }

    /// Exchanges what two seats hold. Each seat keeps its own wish for a bot, unless it is taken now.
    pub(super) fn exchange(&mut self, seats: [Seat; 2]) {
        let [one, other] = seats.map(Seat::index);
        for seat in seats {
            if self.record(seat).taken().is_none() {
                self.unask(seat);
            }
        }
        self.forget_wants(&seats);
        self.seats.swap(one, other);
        if self.carry.households.len() == self.seats.len() {
            self.carry.households.swap(one, other);
        }
        for seat in seats {
            if self.record(seat).taken().is_some() {
                self.wishes[seat.index()] = Wish::default();
            }
        }
        // These events were sent to a seat as another player saw them.
        self.kept.clear();
        self.publish(FullEvent::Public(TableEvent::SeatsChanged { seats }));
        for seat in seats {
            if let Some(account) = self.record(seat).owner().map(|owner| owner.id.0.clone()) {
                self.show_everything(&account);
            }
        }
    }

    /// Seats have other owners now: wishes to change with the former ones are over.
    pub(super) fn forget_wants(&mut self, seats: &[Seat]) {
        for seat in self.seats() {
            let Some(taken) = self.record_mut(seat).taken_mut() else { continue };
            if seats.contains(&seat) || taken.wants.is_some_and(|wants| seats.contains(&wants)) {
                taken.wants = None;
            }
        }
    }

    fn want(&mut self, seat: Seat, wants: Option<Seat>) {
        let Some(taken) = self.record_mut(seat).taken_mut() else { return };
        if std::mem::replace(&mut taken.wants, wants) != wants {
            self.publish(FullEvent::Public(TableEvent::SeatWanted { seat, wants }));
        }
    }
}
