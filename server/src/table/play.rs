//! From the first cards to the last action of the deal, or a claim.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use vzetek_game::{Claim, Seat};
use vzetek_protocol::table::{Actor as By, Move, PlayedMove, TableEvent};
use vzetek_protocol::{ErrorCode, PlayerKind};
use vzetek_store::{AccountKind, GamePlayerRow, MoveRow, MovedBy, Write};

use super::awaited::{Change, Made, MadeMove, Outcome, Progress, record};
use super::event::FullEvent;
use super::seat::{SeatRecord, Taken, Until};
use super::seats::{Role, not_seated};
use super::stage::{Finished, Pending, Stage};
use super::state::Table;
use crate::deal::Deal;
use crate::fault::Fault;

/// The time that a demo table shows a result, in pauses before a move.
const DEMO_RESULT_PAUSES: u32 = 4;

impl Table {
    /// Takes the step that the state of the table requires without an input.
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
            _ if self.is_abandoned() => self.close("abandoned"),
            Stage::Shuffling(_) => self.shuffle_on(),
            Stage::Playing(_) => self.play_on(),
            Stage::Waiting | Stage::Finished(_) | Stage::Closed => Ok(Progress::Done),
        }
    }

    /// True if after a deal, or at a table of paired players, no person has a seat.
    pub(super) fn is_abandoned(&self) -> bool {
        let between = match self.stage {
            Stage::Finished(_) => true,
            Stage::Waiting => self.setup.paired,
            Stage::Shuffling(_) | Stage::Playing(_) | Stage::Closed => false,
        };
        between && !self.setup.demo && !self.has_people()
    }

    fn all_present(&self) -> bool {
        self.seats.iter().all(|record| record.taken().is_some_and(|t| t.is_here() || t.is_bots()))
    }

    pub(super) fn all_ready(&self) -> bool {
        self.seats.iter().all(SeatRecord::is_ready)
    }

    /// A client acts: checks that it has the turn, and has seen its beginning.
    pub(super) fn act(&mut self, account: &str, seq: u64, action: &str) -> Outcome {
        let by = self.may_act(account, seq)?;
        let pause = Duration::from_millis(self.setup.tuning.demo_pause_ms);
        if self.setup.demo
            && let Stage::Playing(playing) = &mut self.stage
            && self.now.instant - playing.turn_started < pause
        {
            let at = playing.turn_started + pause;
            let (account, action) = (account.to_owned(), action.to_owned());
            playing.pending = Some(Pending { at, account, action });
            return Ok(Progress::Done);
        }
        self.perform(by, Some(account), action)
    }

    /// A client claims the rest of the deal: all cards are laid down at once, each by the account
    /// that decides for its seat, and their order makes no difference.
    pub(super) fn claim(&self, account: &str, seq: u64, claim: Claim) -> Outcome {
        self.may_act(account, seq)?;
        let Stage::Playing(playing) = &self.stage else { return Ok(Progress::Done) };
        match playing.turn.legal.claim {
            Some(proven) if proven == claim => {}
            Some(_) => {
                let message = "the claim that came with this turn is another one";
                return Err(Fault::new(ErrorCode::NothingToClaim, message));
            }
            None => {
                let message = "the rest of this deal is not certain yet; play a card";
                return Err(Fault::new(ErrorCode::NothingToClaim, message));
            }
        }
        let mut made = Made { claim: Some(claim), ..Made::default() };
        let mut writes = Vec::new();
        let first = |deal: &Deal| deal.legal().actions.first().map(ToString::to_string);
        self.move_on(&mut made, &mut writes, first)?;
        let ended = made.moves.last().and_then(|last| last.deal.ended());
        let ended = ended.ok_or_else(|| Fault::unexpected("a deal without an end"))?;
        self.end(ended, made, writes)
    }

    /// Adds the moves of `next`, which no player is asked for, each by the account that
    /// decides for its seat.
    fn move_on(
        &self,
        made: &mut Made,
        writes: &mut Vec<Write>,
        next: impl Fn(&Deal) -> Option<String>,
    ) -> Result<(), Fault> {
        let Stage::Playing(playing) = &self.stage else { return Ok(()) };
        loop {
            let deal = made.moves.last().map_or(&playing.deal, |last| &last.deal);
            let (Some(seat), Some(action)) = (deal.current_player(), next(deal)) else {
                return Ok(());
            };
            let (by, account) = self.decider(seat);
            let count = made.moves.len();
            let (done, write) = self.make_move(deal.clone(), count, by, account, &action)?;
            made.moves.push(done);
            writes.push(write);
        }
    }

    /// Checks that an account has the turn, and has seen its beginning. Returns whether it acts as
    /// player or as substitute.
    fn may_act(&self, account: &str, seq: u64) -> Result<By, Fault> {
        let Stage::Playing(playing) = &self.stage else {
            return Err(Fault::new(ErrorCode::NoDeal, "no deal is being played here now"));
        };
        let (turn_seat, turn_seq) = (playing.turn.seat, playing.turn_seq);
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
            let message = format!(
                "there is no event {seq} here, the last one is {}: the numbers began anew when \
                 another server, or this one after a start, took the table",
                self.seq
            );
            return Err(Fault::new(ErrorCode::StaleSeq, message));
        }
        Ok(if role == Role::Owner { By::Player } else { By::Substitute })
    }

    /// Returns the kind of player that decides for a seat now, and its account.
    fn decider(&self, seat: Seat) -> (By, Option<&str>) {
        let by = match self.record(seat).standin() {
            None => By::Player,
            Some(standin) if standin.player().is_some() => By::Substitute,
            Some(_) => By::Server,
        };
        let player = self.record(seat).taken().and_then(Taken::decides);
        (by, player.map(|player| player.id.as_str()))
    }

    /// Takes the step that is due by now in a running deal.
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
        if self.stands_still(seat) {
            // The others have left meanwhile.
            self.stop_clock(seat);
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
        // No substitute plays for the absent player, or not in time.
        let action = first.ok_or_else(|| Fault::unexpected("a turn without a legal action"))?;
        self.perform(By::Server, None, &action)
    }

    /// The only way to continue a deal: apply, record, publish.
    fn perform(&self, by: By, account: Option<&str>, action: &str) -> Outcome {
        let Stage::Playing(playing) = &self.stage else { return Ok(Progress::Done) };
        let (done, write) = self.make_move(playing.deal.clone(), 0, by, account, action)?;
        let (mut made, mut writes) = (Made { moves: vec![done], ..Made::default() }, vec![write]);
        self.move_on(&mut made, &mut writes, Deal::foregone)?;
        match made.moves.last().and_then(|last| last.deal.ended()) {
            Some(ended) => self.end(ended, made, writes),
            None => record(writes, Change::Moves(Box::new(made))),
        }
    }

    /// Applies an action to a deal to which `before` moves were added since the turn began. The
    /// first takes the time since then, those after it none.
    fn make_move(
        &self,
        mut deal: Deal,
        before: usize,
        by: By,
        account: Option<&str>,
        action: &str,
    ) -> Result<(MadeMove, Write), Fault> {
        let (Stage::Playing(playing), Some(seat)) = (&self.stage, deal.current_player()) else {
            return Err(Fault::unexpected("a move without a turn"));
        };
        let events = deal.apply(action)?;
        let thinking = match before {
            0 => self.now.instant - playing.turn_started,
            _ => Duration::ZERO,
        };
        let moved =
            Move { seat, action: action.to_owned(), by, thinking_ms: thinking.as_millis() as u64 };
        let row = MoveRow {
            number: (playing.moves.len() + before) as u32 + 1,
            seat: seat.index() as u8,
            action: action.to_owned(),
            by: stored_by(by),
            account: account.map(str::to_owned),
            at: self.now.utc,
            thinking_ms: moved.thinking_ms,
        };
        let write = Write::Move { game: playing.game.0.clone(), row };
        Ok((MadeMove { deal, played: Arc::new(PlayedMove { moved, events }), thinking }, write))
    }

    /// Applies the state after moves, and publishes them.
    pub(super) fn show_moves(&mut self, made: Made) -> Outcome {
        let Made { claim, moves, end } = made;
        let first = moves.first().map(|first| first.played.moved.seat);
        if let (Some(claim), Some(seat)) = (claim, first) {
            self.publish(FullEvent::Public(TableEvent::Claimed { seat, claim }));
        }
        let count = moves.len();
        for (i, made) in moves.into_iter().enumerate() {
            self.show_move(made, claim.is_none() && i + 1 == count);
        }
        if let Some(end) = end {
            return self.finish(end);
        }
        if let Some(seat) = first
            && self.record(seat).standin().is_some_and(|standin| standin.until == Until::NextTurn)
        {
            self.give_back(seat);
        }
        Ok(Progress::Done)
    }

    /// Applies the state after a move; the next player has a turn if that one is `asked`.
    fn show_move(&mut self, made: MadeMove, asked: bool) {
        let MadeMove { deal, played, thinking } = made;
        self.charge(played.moved.seat, thinking);
        let next = deal.current_player().filter(|_| asked);
        let turn = next.map(|next| self.fresh_turn(next, deal.legal()));
        let turn_seq = self.seq + 1;
        let mut status = Some(deal.status());
        if let Stage::Playing(playing) = &mut self.stage {
            status.take_if(|status| *status == playing.deal.status());
            playing.deal = deal;
            playing.moves.push(played.clone());
            playing.pending = None;
            playing.suspended = None;
            playing.stopped = None;
            playing.turn_started = self.now.instant;
            playing.turn_seq = turn_seq;
            if let Some(turn) = &turn {
                playing.turn = turn.clone();
            }
        }
        metrics::counter!("vzetek_moves_total").increment(1);
        self.publish(FullEvent::Moved { played, status, turn });
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
            self.publish(FullEvent::Public(TableEvent::Ready { seat }));
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
