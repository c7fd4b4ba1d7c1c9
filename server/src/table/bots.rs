//! Requests for the house's bots, to take a seat or to stand in.

use vzetek_game::Seat;

use super::awaited::{Awaited, Outcome, Progress};
use super::effect::{BotWanted, Effect, Question};
use super::seat::{Bot, Request, SeatRecord, Standin, Wish};
use super::stage::Stage;
use super::state::Table;
use crate::connection::ConnectionId;

/// The level of substitutes at tables that name none.
const SUBSTITUTE_LEVEL: &str = "medium";

impl Table {
    /// True if a bot is wanted in this seat.
    pub fn wants_bot(&self, seat: Seat) -> bool {
        let open = || matches!(self.stage, Stage::Waiting | Stage::Finished(_));
        let occupied = || self.seats.iter().any(|record| record.taken().is_some());
        match self.record(seat) {
            SeatRecord::Taken(_) => self.wants_standin(seat),
            SeatRecord::Free(_) => {
                open() && self.level_for(seat).is_some() && (self.setup.demo || occupied())
            }
        }
    }

    /// The level of the bot for a free seat, if one is to take it.
    fn level_for(&self, seat: Seat) -> Option<&str> {
        match &self.wishes[seat.index()] {
            Wish::AsSetUp => self.setup.config.bots.as_deref(),
            Wish::People => None,
            Wish::Bot(level) => Some(level),
        }
    }

    /// True if a bot is wanted to play for the owner of this seat.
    pub(super) fn wants_standin(&self, seat: Seat) -> bool {
        self.record(seat).standin().is_some_and(|standin| matches!(standin.bot, Bot::Wanted(_)))
    }

    /// Requests a bot of the house for each seat that wants one, one after another.
    pub(super) fn ask_for_bots(&mut self) -> Outcome {
        for seat in self.seats() {
            let Some(request) = self.record(seat).request() else { continue };
            if !self.wants_bot(seat) {
                if matches!(request, Request::InVain(_)) {
                    self.unask(seat);
                }
                continue;
            }
            if request.again_at(self.now.instant) > self.now.instant {
                continue;
            }
            if let Request::Asked(silent, _) = request {
                self.effects.push(Effect::Release(silent));
            }
            let players = |record: &SeatRecord| {
                let bot = record.standin().and_then(Standin::player).cloned();
                record.owner().cloned().into_iter().chain(bot)
            };
            let except = self.seats.iter().flat_map(players).map(|player| player.id.0).collect();
            let level = self.level_for(seat).unwrap_or(SUBSTITUTE_LEVEL);
            let urgent = self.wants_standin(seat);
            let wanted = BotWanted { seat, level: level.to_owned(), except, urgent };
            return Ok(Progress::Asks(Question::Bot(wanted), Awaited::Bot(seat)));
        }
        Ok(Progress::Done)
    }

    /// True if an empty seat waits for a bot, and none is free.
    pub fn awaits_bots(&self) -> bool {
        let in_vain = |seat| matches!(self.record(seat), SeatRecord::Free(Request::InVain(_)));
        let waits = |seat: Seat| in_vain(seat) && self.wants_bot(seat);
        !self.setup.demo && self.seats().any(waits)
    }

    /// The seat is no longer free for the bot that was requested.
    pub(super) fn unask(&mut self, seat: Seat) {
        match self.record_mut(seat).request_mut().map(std::mem::take) {
            Some(Request::Asked(bot, _)) => self.effects.push(Effect::Release(bot)),
            Some(Request::InVain(_)) => self.effects.push(Effect::GiveUp(seat)),
            Some(Request::None) | None => {}
        }
    }

    /// A bot declines the seat.
    pub(super) fn declined(&mut self, bot: ConnectionId, seat: Seat) {
        self.effects.push(Effect::Release(bot));
        if let Some(record) = self.seats.get_mut(seat.index())
            && let Some(request) = record.request_mut()
            && matches!(*request, Request::Asked(asked, _) if asked == bot)
        {
            *request = Request::InVain(self.now.instant);
        }
    }

    /// The house has answered a request for a bot, and requested one if it had one.
    pub(super) fn answered(&mut self, seat: Seat, bot: Option<ConnectionId>) {
        let now = self.now.instant;
        if let Some(request) = self.record_mut(seat).request_mut() {
            *request = bot.map_or(Request::InVain(now), |bot| Request::Asked(bot, now));
        }
    }
}
