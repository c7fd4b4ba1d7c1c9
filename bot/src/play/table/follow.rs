//! The effect of each event on the table.

use std::time::Duration;

use tokio::time::Instant;
use vzetek_protocol::table::{Phase, TableEvent, Turn};

use super::Table;
use super::duty::TurnKey;
use super::turn::{Legal, Needed, OwnTurn, Progress};

/// The time to move that is assumed where no clock runs.
const UNHURRIED: Duration = Duration::from_secs(20);

impl Table {
    pub(super) fn follow(&mut self, event: TableEvent) {
        match event {
            TableEvent::Seated { seat, player } => {
                if player.id == self.me {
                    self.seat = Some(seat);
                }
                if let Some(state) = self.seats.get_mut(seat.index()) {
                    state.player = Some(player);
                    state.substitute = None;
                }
            }
            TableEvent::Left { seat } => {
                if self.seat == Some(seat) {
                    self.seat = None;
                }
                if let Some(state) = self.seats.get_mut(seat.index()) {
                    state.player = None;
                    state.substitute = None;
                }
            }
            TableEvent::Substituted { seat, substitute, turn } => {
                if substitute.player.as_ref().is_some_and(|player| player.id == self.me) {
                    self.seat = Some(seat);
                } else if self.seat == Some(seat) && !self.owns(seat) {
                    self.seat = None;
                }
                if let Some(state) = self.seats.get_mut(seat.index()) {
                    state.substitute = Some(substitute);
                }
                self.asked.back = false;
                self.take_turn_if_told(turn);
            }
            TableEvent::Returned { seat, turn } => {
                if self.seat == Some(seat) && !self.owns(seat) {
                    self.seat = None;
                }
                if let Some(state) = self.seats.get_mut(seat.index()) {
                    state.substitute = None;
                }
                self.take_turn_if_told(turn);
            }
            TableEvent::Committed { commitment, barred, .. } => {
                self.phase = Phase::Shuffling;
                self.shuffle.promised(commitment, barred);
                (self.asked.choice, self.asked.hash, self.asked.nonce) = (false, false, false);
            }
            TableEvent::NoncesCommitted { hashes, .. } => self.shuffle.bound(hashes),
            TableEvent::Dealt { deal } => {
                self.phase = Phase::Playing;
                for state in &mut self.seats {
                    state.ready = false;
                }
                self.asked.ready = false;
                let turn = deal.turn.clone();
                self.begin(*deal);
                self.take_turn(turn);
            }
            TableEvent::Moved { moved, events, turn, .. } => {
                self.opponent.moved(self.seat, &moved);
                if let Some((_, moves)) = &mut self.place {
                    *moves += 1;
                }
                if let Some(deal) = &mut self.deal {
                    events.iter().for_each(|told| deal.observe(&told.event));
                }
                self.take_turn(turn);
            }
            TableEvent::DealOver { finish } => {
                // It may be sent twice.
                if self.phase == Phase::Playing
                    && let Some(deal) = &self.deal
                {
                    self.opponent.learn(deal);
                }
                self.phase = Phase::Finished;
                self.score = finish.score;
                self.asked.ready = false;
                self.turn = None;
            }
            TableEvent::Ready { seat } => {
                if let Some(state) = self.seats.get_mut(seat.index()) {
                    state.ready = true;
                }
            }
            TableEvent::SeatsChanged { seats: [one, other] } => {
                if self.seats.len() > one.index().max(other.index()) {
                    self.seats.swap(one.index(), other.index());
                }
                self.seat = self.seat.map(|own| match own {
                    own if own == one => other,
                    own if own == other => one,
                    own => own,
                });
            }
            TableEvent::MatchStarted { score } => self.score = score,
            TableEvent::Closed { .. } => self.phase = Phase::Closed,
            TableEvent::Connection { .. }
            | TableEvent::Renamed { .. }
            | TableEvent::SeatWanted { .. }
            | TableEvent::Chat { .. }
            | TableEvent::Claimed { .. }
            | TableEvent::Spectators { .. }
            | TableEvent::AwaitingBots { .. } => (),
        }
    }

    fn take_turn_if_told(&mut self, turn: Option<Turn>) {
        if turn.is_some() {
            self.take_turn(turn);
        }
    }

    pub(super) fn take_turn(&mut self, turn: Option<Turn>) {
        let before = self.turn.take();
        let (Some(turn), Some((game, moves))) = (turn, &self.place) else { return };
        let Some(legal) = turn.legal.filter(|legal| !legal.is_empty()) else { return };
        let actions = legal.iter().map(ToString::to_string).collect();
        let legal = Legal { actions, is_cut: turn.legal_cut };
        if self.seat != Some(turn.seat) {
            return;
        }
        let key = TurnKey { game: game.clone(), moves: *moves };
        let now = Instant::now();
        let (progress, needed) = match before {
            Some(before) if before.key == key => {
                (before.progress.after_refresh(&legal), before.needed)
            }
            _ => (Progress::Fresh, Needed::default()),
        };
        self.turn = Some(OwnTurn {
            key,
            legal,
            move_until: now + turn.move_ms.map_or(UNHURRIED, Duration::from_millis),
            bank: turn.bank_ms.map_or(Duration::ZERO, Duration::from_millis),
            progress,
            needed,
        });
    }
}
