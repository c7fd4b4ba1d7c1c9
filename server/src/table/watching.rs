//! Connections that watch a table: arrival, resumption and publication of events.

use std::sync::Arc;

use tokio::time::Instant;
use vzetek_game::Observer;
use vzetek_protocol::client::Since;
use vzetek_protocol::table::{TableEvent, Turn};
use vzetek_protocol::{ErrorCode, Picture, ServerMessage};

use super::effect::Effect;
use super::event::{Audience, FullEvent};
use super::mailbox::Visitor;
use super::seats::Role;
use super::stage::Stage;
use super::state::Table;
use crate::connection::ConnectionId;
use crate::fault::Fault;

/// The events that are retained for clients that reconnect. A client that missed more receives a
/// snapshot.
const KEPT_EVENTS: usize = 32;
/// The least time between two published counts of spectators: arrivals and departures in between
/// are published as one count.
const SPECTATORS_PAUSE: std::time::Duration = std::time::Duration::from_secs(1);

impl Table {
    pub(super) fn watch(
        &mut self,
        visitor: &Arc<Visitor>,
        invite: Option<String>,
        since: Option<Since>,
    ) {
        let account = visitor.player.id.0.clone();
        let welcome = self.seat_of(&account).is_some();
        let may_watch = welcome || self.left_by(&account).is_some();
        if !may_watch && let Err(fault) = self.check_invite(invite.as_deref()) {
            let (to, error) = (visitor.connection, fault.body);
            self.effects.push(Effect::Refuse { to, error, of: "watch" });
            return;
        }
        if let Some((seat, Role::Owner)) = self.seat_of(&account)
            && self.stands_still(seat)
        {
            // First, so that the snapshot has the running clock, and the turn is sent once.
            self.note_presence(seat, true);
        }
        let connection = visitor.connection;
        self.enter(visitor);
        if welcome && !self.seats().any(|seat| self.stands_still(seat)) {
            self.effects.push(Effect::Occupy(connection));
        }
        let to = self.audience(visitor);
        match since.and_then(|since| self.missed(&since, to)) {
            Some(missed) => {
                let turn = self.repeated_turn(to);
                for message in missed.into_iter().chain(turn) {
                    self.effects.push(Effect::Tell { to: vec![connection], message });
                }
            }
            None => self.show(to, vec![connection]),
        }
    }

    /// Returns the turn for a player who must act: a client that knows only the number of the last
    /// event cannot know its legal actions from the events it missed.
    fn repeated_turn(&self, to: Audience) -> Option<ServerMessage> {
        let Stage::Playing(playing) = &self.stage else { return None };
        let turn = playing.tell_turn(to, &self.carry.game.score(), self.now.instant);
        let (table, seq) = (self.setup.id.clone(), self.seq);
        let acts = turn.legal.is_some() || turn.decision.is_some();
        acts.then_some(ServerMessage::Turn { table, seq, turn })
    }

    /// The events after the last one seen, if all of them are still retained.
    fn missed(&self, since: &Since, to: Audience) -> Option<Vec<ServerMessage>> {
        let first = self.kept.front().map_or(self.seq + 1, |(seq, _)| *seq);
        let known =
            since.epoch == self.setup.epoch && since.seq <= self.seq && since.seq + 1 >= first;
        let unseen = self.kept.iter().filter(|(seq, _)| *seq > since.seq);
        known.then(|| unseen.map(|(seq, event)| self.message(*seq, event, to)).collect())
    }

    pub(super) fn enter(&mut self, visitor: &Arc<Visitor>) {
        self.watchers.entry(visitor.connection).or_insert_with(|| visitor.clone());
        self.note_households();
    }

    pub(super) fn check_invite(&self, invite: Option<&str>) -> Result<(), Fault> {
        match &self.setup.invite {
            Some(word) if invite != Some(word) => Err(Fault::new(
                ErrorCode::InviteRequired,
                "this table is private; open it by the link you were sent",
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn is_watching(&self, account: &str) -> bool {
        self.watchers.values().any(|watcher| watcher.player.id.as_str() == account)
    }

    /// Returns the number of watchers who have no seat.
    pub fn spectators(&self) -> u32 {
        let seated = |account: &str| self.seat_of(account).is_some();
        self.watchers.values().filter(|w| !seated(w.player.id.as_str())).count() as u32
    }

    /// Returns the moment when the number of spectators is to be published, if it is not the one
    /// published last.
    pub(super) fn spectators_due(&self) -> Option<Instant> {
        let (count, at) = self.told_spectators;
        (count != self.spectators())
            .then(|| at.map_or(self.now.instant, |at| at + SPECTATORS_PAUSE))
    }

    /// Publishes the number of spectators, if that is due.
    pub(super) fn tell_spectators(&mut self) {
        if self.spectators_due().is_some_and(|at| at <= self.now.instant) {
            let count = self.spectators();
            self.told_spectators = (count, Some(self.now.instant));
            self.publish(FullEvent::Public(TableEvent::Spectators { count }));
        }
    }

    /// Numbers the event and sends each watcher the part that it may see. An event that must be
    /// durable must be stored before.
    pub(super) fn publish(&mut self, event: FullEvent) {
        self.seq += 1;
        let seq = self.seq;
        // Moves are the most frequent events, and the lobby shows none of them.
        self.unreported |= !matches!(event, FullEvent::Moved { .. });
        // Watchers that see the same share one message.
        let mut told: Vec<(Audience, Vec<ConnectionId>)> = Vec::new();
        for (connection, watcher) in &self.watchers {
            let to = self.audience(watcher);
            // An event without a deal is the same in every picture.
            let picture = to.picture.filter(|_| !matches!(event, FullEvent::Public(_)));
            let class = match (event.differs_for(), to.observer) {
                (Some(special), Observer::Seat(seat)) if special != Some(seat) => {
                    Audience { picture, ..Audience::PUBLIC }
                }
                _ => Audience { picture, ..to },
            };
            match told.iter_mut().find(|(known, _)| *known == class) {
                Some((_, connections)) => connections.push(*connection),
                None => told.push((class, vec![*connection])),
            }
        }
        for (class, to) in told {
            let message = self.message(seq, &event, class);
            self.effects.push(Effect::Tell { to, message });
        }
        if self.kept.len() == KEPT_EVENTS {
            self.kept.pop_front();
        }
        self.kept.push_back((seq, event));
    }

    fn message(&self, seq: u64, event: &FullEvent, to: Audience) -> ServerMessage {
        let mut event = Box::new(event.tell(to, self.now.instant));
        if to.picture == Some(Picture::Decisions)
            && let Some(turn) = turn_of(&mut event).filter(|turn| turn.legal.is_some())
        {
            *turn = match &self.stage {
                Stage::Playing(playing) if seq == self.seq => {
                    playing.tell_turn(to, &self.carry.game.score(), self.now.instant)
                }
                // The turn is over by now.
                _ => Turn { legal: None, legal_cut: false, ..turn.clone() },
            };
        }
        ServerMessage::Event { table: self.setup.id.clone(), seq, event }
    }
}

/// The turn in an event.
fn turn_of(event: &mut TableEvent) -> Option<&mut Turn> {
    match event {
        TableEvent::Dealt { deal } => deal.turn.as_mut(),
        TableEvent::Moved { turn, .. }
        | TableEvent::Substituted { turn, .. }
        | TableEvent::Returned { turn, .. } => turn.as_mut(),
        _ => None,
    }
}
