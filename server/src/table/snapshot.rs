//! The state of a table, for newcomers and for the lobby.

use std::sync::Arc;

use tokio::time::Instant;
use vzetek_game::{Observer, Seat};
use vzetek_protocol::table::{DealFinish, DealState, Phase, TableSnapshot};
use vzetek_protocol::{PlayerKind, ServerMessage, TableSummary};

use super::effect::Effect;
use super::happening::Audience;
use super::mailbox::Visitor;
use super::seat::{SeatRecord, Taken};
use super::stage::{Playing, Stage};
use super::state::Table;
use crate::connection::ConnectionId;
use crate::deal::redact;

impl Table {
    /// Sends an account's every connection the whole table, as it may see it
    /// now: after sitting down it may see more than before.
    pub fn show_everything(&mut self, account: &str) {
        let of = |(_, watcher): &(_, &Arc<Visitor>)| watcher.player.id.as_str() == account;
        let to = self.watchers.iter().filter(of).map(|(connection, _)| *connection).collect();
        self.show(account, to);
    }

    /// Sends the whole table, as the account may see it, to connections of it.
    pub(super) fn show(&mut self, account: &str, to: Vec<ConnectionId>) {
        let snapshot = Box::new(self.snapshot(account));
        self.effects.push(Effect::Tell { to, message: ServerMessage::Snapshot { snapshot } });
    }

    /// Returns the audience that an account is: its view, and whether it decides
    /// there.
    pub fn audience(&self, account: &str) -> Audience {
        self.seat_of(account).map_or(Audience::PUBLIC, |(seat, _)| Audience {
            observer: Observer::Seat(seat),
            acts: self.controls(account, seat),
        })
    }

    fn snapshot(&self, account: &str) -> TableSnapshot {
        let to = self.audience(account);
        let observer = to.observer;
        let inside = observer != Observer::Public || self.setup.invite.is_none();
        TableSnapshot {
            id: self.setup.id.clone(),
            epoch: self.setup.epoch.clone(),
            seq: self.seq,
            config: self.setup.config.clone(),
            phase: self.phase(),
            seats: self.seats.iter().map(SeatRecord::tell).collect(),
            you: observer.seat(),
            deal: self.deal_state(to),
            promise: self.promise_state(),
            dropped: self.dropped.clone(),
            score: self.carry.game.score(),
            chat: self.chat.iter().cloned().collect(),
            spectators: self.spectators(),
            awaiting_bots: self.told_awaiting,
            invite: self.setup.invite.clone().filter(|_| inside),
        }
    }

    /// Returns the table's phase.
    pub fn phase(&self) -> Phase {
        match self.stage {
            Stage::Waiting => Phase::Waiting,
            Stage::Shuffling(_) => Phase::Shuffling,
            Stage::Playing(_) => Phase::Playing,
            Stage::Finished(_) => Phase::Finished,
            Stage::Closed => Phase::Closed,
        }
    }

    fn deal_state(&self, to: Audience) -> Option<DealState> {
        let (playing, finish) = match &self.stage {
            Stage::Playing(playing) => (&**playing, None),
            Stage::Finished(finished) => (&finished.played, Some(finished.finish.clone())),
            Stage::Waiting | Stage::Shuffling(_) | Stage::Closed => return None,
        };
        Some(playing.tell(to, finish, self.now.instant))
    }

    /// Returns the table as the lobby shows it.
    pub fn summary(&self) -> TableSummary {
        TableSummary {
            id: self.setup.id.clone(),
            config: self.setup.config.clone(),
            seats: self.seats.iter().map(|record| record.owner().cloned()).collect(),
            away: self.seats().filter(|&seat| self.is_away(seat)).collect(),
            phase: self.phase(),
            spectators: self.spectators(),
            demo: self.setup.demo,
        }
    }

    /// True if the owner of a seat has no connection now.
    fn is_away(&self, seat: Seat) -> bool {
        self.record(seat).taken().is_some_and(|taken| !taken.is_here() && !taken.is_bots())
    }

    /// Tells the house's pool that a bot is free again.
    pub fn release_bot(&mut self, account: &str) {
        for watcher in self.watchers.values() {
            if watcher.player.kind == PlayerKind::Bot && watcher.player.id.as_str() == account {
                self.effects.push(Effect::Release(watcher.connection));
            }
        }
    }

    /// True if this seat's action would be the account's to decide.
    pub fn controls(&self, account: &str, seat: Seat) -> bool {
        let player = self.record(seat).taken().and_then(Taken::decides);
        player.is_some_and(|player| player.id.as_str() == account)
    }
}

impl Playing {
    /// The deal as they may know it now; `finish` once it is over.
    pub(super) fn tell(
        &self,
        to: impl Into<Audience>,
        finish: Option<DealFinish>,
        now: Instant,
    ) -> DealState {
        let to = to.into();
        let Self { game, number, commitment, deal, moves, turn, .. } = self;
        DealState {
            game: game.clone(),
            number: *number,
            commitment: *commitment,
            dealer: deal.dealer(),
            view: deal.view(to.observer),
            zones: deal.zones(to.observer),
            status: deal.status(),
            turn: finish.is_none().then(|| turn.tell(to, now)),
            moves: moves.iter().map(|played| redact(played, to.observer)).collect(),
            finish,
        }
    }
}
