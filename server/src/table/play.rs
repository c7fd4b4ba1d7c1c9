//! From the first cards to the last action of the deal.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use vzetek_game::Seat;
use vzetek_protocol::table::{Actor as By, Move, PlayedMove, TableEvent};
use vzetek_protocol::{ErrorCode, PlayerKind};
use vzetek_store::{AccountKind, GamePlayerRow, MoveRow, MovedBy, Write};

use super::awaited::{Change, Outcome, Progress, record};
use super::finish::End;
use super::happening::Happening;
use super::machine::Table;
use super::seat::{SeatRecord, Until};
use super::seats::{Role, not_seated};
use super::stage::{Finished, Pending, Stage};
use crate::deal::Deal;
use crate::fault::Fault;

/// The time that a demo table shows a result, in pauses before a move.
const DEMO_RESULT_PAUSES: u32 = 4;

/// A move, and what follows from it.
#[derive(Debug)]
pub(super) struct MadeMove {
    /// The deal after it.
    pub(super) deal: Deal,
    pub(super) played: Arc<PlayedMove>,
    pub(super) seat: Seat,
    pub(super) thinking: Duration,
    /// The end of the deal, if it was the last one.
    pub(super) end: Option<End>,
}

impl Table {
    /// Does whatever the state of the table asks for by itself.
    pub(super) fn advance(&mut self) -> Outcome {
        if let Some(lost) = &self.lost {
            return record(vec![Write::DropPromise(lost.clone())], Change::Lost);
        }
        match &self.stage {
            Stage::Waiting if self.is_full() && self.all_present() => self.promise(),
            Stage::Finished(finished)
                if self.is_full() && self.all_ready() && !self.is_shown_still(finished) =>
            {
                self.promise()
            }
            Stage::Finished(_) if !self.setup.demo && !self.has_people() => self.close("abandoned"),
            Stage::Shuffling(_) => self.shuffle_on(),
            Stage::Playing(_) => self.play_on(),
            Stage::Waiting | Stage::Finished(_) | Stage::Closed => Ok(Progress::Done),
        }
    }

    fn all_present(&self) -> bool {
        self.seats.iter().all(|record| record.taken().is_some_and(|t| t.is_here() || t.is_bots()))
    }

    pub(super) fn all_ready(&self) -> bool {
        self.seats.iter().all(SeatRecord::is_ready)
    }

    /// A client acts: whose turn, and what the client had seen, is checked here.
    pub(super) fn act(&mut self, account: &str, seq: u64, action: &str) -> Outcome {
        let Stage::Playing(playing) = &mut self.stage else {
            return Err(Fault::new(ErrorCode::NoDeal, "no deal is being played here now"));
        };
        let (turn_seat, turn_seq) = (playing.turn.seat, playing.turn_seq);
        let started = playing.turn_started;
        let (seat, role) = self.seat_of(account).ok_or_else(not_seated)?;
        if seat != turn_seat {
            let message = format!("it is the turn of seat {turn_seat}, you sit in seat {seat}");
            return Err(Fault::new(ErrorCode::NotYourTurn, message));
        }
        if !self.controls(account, seat) {
            let message = "somebody plays for you; take your seat back first (return)";
            return Err(Fault::new(ErrorCode::NotYourTurn, message));
        }
        if seq < turn_seq {
            let message = format!("you had seen event {seq}, but this turn began with {turn_seq}");
            return Err(Fault::new(ErrorCode::StaleSeq, message));
        }
        if seq > self.seq {
            let message = format!("there is no event {seq} yet; the last one is {}", self.seq);
            return Err(Fault::field(ErrorCode::BadMessage, "seq", message));
        }
        let pause = Duration::from_millis(self.setup.tuning.demo_pause_ms);
        if self.setup.demo && self.now.instant - started < pause {
            let (account, action) = (account.to_owned(), action.to_owned());
            if let Stage::Playing(playing) = &mut self.stage {
                playing.pending = Some(Pending { at: started + pause, account, action });
            }
            return Ok(Progress::Done);
        }
        let by = if role == Role::Owner { By::Player } else { By::Substitute };
        self.perform(by, Some(account), action)
    }

    /// Does what is due by now in a running deal.
    fn play_on(&mut self) -> Outcome {
        let Stage::Playing(playing) = &mut self.stage else { return Ok(Progress::Done) };
        if let Some(pending) = playing.pending.take_if(|pending| pending.at <= self.now.instant) {
            let seat = playing.turn.seat;
            if self.controls(&pending.account, seat) {
                let own = self.record(seat).standin().is_none();
                let by = if own { By::Player } else { By::Substitute };
                return self.perform(by, Some(&pending.account), &pending.action);
            }
            return Ok(Progress::Done);
        }
        let seat = playing.turn.seat;
        let first = playing.turn.legal.actions.first().map(ToString::to_string);
        if self.turn_ends_at().is_none_or(|at| at > self.now.instant) {
            return Ok(Progress::Done);
        }
        if let Some(taken) = self.record_mut(seat).taken_mut()
            && taken.standin.is_none()
        {
            taken.bank = Duration::ZERO;
            tracing::debug!(table = %self.setup.id, %seat, "a player ran out of time");
            self.replace(seat, Until::AsksForIt);
            return Ok(Progress::Done);
        }
        // Nobody plays for the absent player, or not in time.
        let action = first.ok_or_else(|| internal("a turn without a legal action"))?;
        self.perform(By::Server, None, &action)
    }

    /// The one way in which a deal goes on: apply, record, publish.
    fn perform(&self, by: By, account: Option<&str>, action: &str) -> Outcome {
        let Stage::Playing(playing) = &self.stage else { return Ok(Progress::Done) };
        let seat = playing.turn.seat;
        let mut deal = playing.deal.clone();
        let events = deal.apply(action)?;
        let thinking = self.now.instant - playing.turn_started;
        let moved =
            Move { seat, action: action.to_owned(), by, thinking_ms: thinking.as_millis() as u64 };
        let row = MoveRow {
            number: playing.moves.len() as u32 + 1,
            seat: seat.index() as u8,
            action: action.to_owned(),
            by: stored_by(by),
            account: account.map(str::to_owned),
            at: self.now.utc,
            thinking_ms: moved.thinking_ms,
        };
        let writes = vec![Write::Move { game: playing.game.0.clone(), row }];
        let ended = deal.ended();
        let played = Arc::new(PlayedMove { moved, events });
        let made = MadeMove { deal, played, seat, thinking, end: None };
        match ended {
            Some(ended) => self.end(ended, made, writes),
            None => record(writes, Change::Move(Box::new(made))),
        }
    }

    /// Takes over the state after a move, and shows the move.
    pub(super) fn show_move(&mut self, made: MadeMove) -> Outcome {
        let MadeMove { deal, played, seat, thinking, end } = made;
        self.charge(seat, thinking);
        let turn = deal.current_player().map(|next| self.fresh_turn(next, deal.legal()));
        let turn_seq = self.seq + 1;
        let mut status = Some(deal.status());
        if let Stage::Playing(playing) = &mut self.stage {
            status.take_if(|status| *status == playing.deal.status());
            playing.deal = deal;
            playing.moves.push(played.clone());
            playing.pending = None;
            playing.suspended = None;
            playing.turn_started = self.now.instant;
            playing.turn_seq = turn_seq;
            if let Some(turn) = &turn {
                playing.turn = turn.clone();
            }
        }
        metrics::counter!("vzetek_moves_total").increment(1);
        self.publish(Happening::Moved { played, status, turn });
        match end {
            Some(end) => self.finish(end),
            None => {
                let standin = self.record(seat).standin();
                if standin.is_some_and(|standin| standin.until == Until::NextTurn) {
                    self.give_back(seat);
                }
                Ok(Progress::Done)
            }
        }
    }

    /// A player asks for the next deal.
    pub(super) fn ready(&mut self, account: &str) -> Result<(), Fault> {
        let Some((seat, Role::Owner)) = self.seat_of(account) else { return Err(not_seated()) };
        if !matches!(self.stage, Stage::Finished(_) | Stage::Waiting) {
            return Err(Fault::new(ErrorCode::NoDeal, "the deal is still being played"));
        }
        self.make_ready(seat);
        Ok(())
    }

    /// The owner of a seat, if it has one, wants the next deal.
    pub(super) fn make_ready(&mut self, seat: Seat) {
        let taken = self.record_mut(seat).taken_mut();
        if taken.is_some_and(|taken| !std::mem::replace(&mut taken.ready, true)) {
            self.publish(Happening::Public(TableEvent::Ready { seat }));
        }
    }

    pub(super) fn player_rows(&self) -> Vec<GamePlayerRow> {
        self.seats()
            .filter_map(|seat| {
                let owner = self.record(seat).owner()?;
                Some(GamePlayerRow {
                    seat: seat.index() as u8,
                    account: owner.id.0.clone(),
                    name: owner.name.clone(),
                    kind: match owner.kind {
                        PlayerKind::Guest => AccountKind::Guest,
                        PlayerKind::Person => AccountKind::Person,
                        PlayerKind::Bot => AccountKind::Bot,
                    },
                    level: owner.level.clone(),
                    card_points: None,
                    points: None,
                    won: None,
                    forfeited: None,
                    match_end: None,
                    rating: None,
                    moves: None,
                })
            })
            .collect()
    }

    /// The moment until which a demo table shows a result before the next deal.
    pub(super) fn shown_until(&self, finished: &Finished) -> Option<Instant> {
        let pause = Duration::from_millis(self.setup.tuning.demo_pause_ms);
        self.setup.demo.then(|| finished.since + pause * DEMO_RESULT_PAUSES)
    }

    fn is_shown_still(&self, finished: &Finished) -> bool {
        self.shown_until(finished).is_some_and(|until| until > self.now.instant)
    }
}

fn stored_by(by: By) -> MovedBy {
    match by {
        By::Player => MovedBy::Player,
        By::Substitute => MovedBy::Substitute,
        By::Server => MovedBy::Server,
    }
}

/// A fault of ours, logged where it is made because its cause is no store's.
pub(super) fn internal(cause: impl std::fmt::Display) -> Fault {
    tracing::error!(%cause, "a table met something that cannot be");
    Fault::internal()
}
