//! The state of a table, for new watchers and for the lobby.

use std::sync::Arc;

use tokio::time::Instant;
use vzetek_game::{Observer, Seat};
use vzetek_protocol::table::{DealFinish, DealState, Phase, TableSnapshot, Turn};
use vzetek_protocol::{
    DecisionDocument, MatchScore, Picture, PlayerKind, ServerMessage, TableSummary,
};

use super::effect::Effect;
use super::event::Audience;
use super::mailbox::Visitor;
use super::seat::{SeatRecord, Taken};
use super::stage::{Playing, Stage};
use super::state::Table;
use crate::connection::ConnectionId;

impl Table {
    /// Sends an account's every connection the whole table, as it may see it
    /// now: after sitting down it may see more than before.
    pub fn show_everything(&mut self, account: &str) {
        let of = |watcher: &&Arc<Visitor>| watcher.player.id.as_str() == account;
        let mut shown: Vec<(Audience, Vec<ConnectionId>)> = Vec::new();
        for watcher in self.watchers.values().filter(of) {
            let to = self.audience(watcher);
            match shown.iter_mut().find(|(known, _)| *known == to) {
                Some((_, connections)) => connections.push(watcher.connection),
                None => shown.push((to, vec![watcher.connection])),
            }
        }
        shown.into_iter().for_each(|(audience, to)| self.show(audience, to));
    }

    /// Sends the whole table, as the audience may see it, to connections of one account.
    pub(super) fn show(&mut self, audience: Audience, to: Vec<ConnectionId>) {
        let snapshot = Box::new(self.snapshot(audience));
        self.effects.push(Effect::Tell { to, message: ServerMessage::Snapshot { snapshot } });
    }

    /// Returns the audience of a client: its account's view, whether it decides there, and the
    /// picture that it stores.
    pub fn audience(&self, visitor: &Visitor) -> Audience {
        let (account, picture) = (visitor.player.id.as_str(), visitor.picture);
        self.seat_of(account).map_or(Audience { picture, ..Audience::PUBLIC }, |(seat, _)| {
            Audience { observer: Observer::Seat(seat), acts: self.controls(account, seat), picture }
        })
    }

    fn snapshot(&self, to: Audience) -> TableSnapshot {
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
        Some(playing.tell(to, finish, &self.carry.game.score(), self.now.instant))
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

    /// Returns a bot of the house to the pool.
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
    /// The deal as the audience may see it now; `finish` once it is over.
    pub(super) fn tell(
        &self,
        to: impl Into<Audience>,
        finish: Option<DealFinish>,
        score: &MatchScore,
        now: Instant,
    ) -> DealState {
        let to = to.into();
        let Self { game, number, commitment, deal, moves, .. } = self;
        DealState {
            game: game.clone(),
            number: *number,
            commitment: *commitment,
            dealer: deal.dealer(),
            prepared: deal.is_prepared(),
            unrated: self.unrated,
            view: to.has_view().then(|| deal.view(to.observer)),
            zones: to.sees_zones().then(|| deal.zones(to.observer)),
            status: to.sees_zones().then(|| deal.status()),
            turn: finish.is_none().then(|| self.tell_turn(to, score, now)),
            moves: moves.iter().map(|played| to.sight(played)).collect(),
            finish,
        }
    }

    /// The turn as the audience may see it. Clients that store no picture of the deal receive the
    /// whole basis of the decision.
    pub(super) fn tell_turn(&self, to: Audience, score: &MatchScore, now: Instant) -> Turn {
        let mut turn = self.turn.tell(to, now);
        if to.picture == Some(Picture::Decisions)
            && let Some(legal) = turn.legal.take()
        {
            turn.decision = Some(Box::new(DecisionDocument {
                view: self.deal.view(to.observer),
                legal,
                legal_cut: std::mem::take(&mut turn.legal_cut),
                events: self.moves.iter().flat_map(|played| to.sight(played).events).collect(),
                later: Vec::new(),
                score: Some(score.clone()),
                move_ms: turn.move_ms,
            }));
        }
        turn
    }
}
