//! Connections that watch a table: coming, resuming, and being told what happens.

use std::net::IpAddr;

use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use vzetek_game::Observer;
use vzetek_protocol::client::Since;
use vzetek_protocol::table::TableEvent;
use vzetek_protocol::{ErrorCode, Player, ServerMessage};

use super::Visitor;
use super::actor::Actor;
use super::happening::{Audience, Happening};
use super::stage::Stage;
use crate::fault::Fault;
use crate::ws::outbox::{ConnectionId, Outbox, text};
use crate::ws::words::send_error;

/// The events that are kept for those who come back. A client that missed more
/// gets a snapshot.
const KEPT_EVENTS: usize = 32;
/// The least time between two counts of spectators that are told: those who
/// come and go meanwhile are told as one.
const SPECTATORS_PAUSE: std::time::Duration = std::time::Duration::from_secs(1);

/// A connection that watches.
#[derive(Debug)]
pub struct Watcher {
    pub(super) connection: ConnectionId,
    pub(super) outbox: Outbox,
    pub(super) player: Player,
    pub(super) household: IpAddr,
}

impl Actor {
    pub(super) fn watch(
        &mut self,
        visitor: &Visitor,
        invite: Option<String>,
        since: Option<Since>,
    ) {
        let account = visitor.player.id.0.clone();
        let welcome = self.seat_of(&account).is_some();
        if !welcome && let Err(fault) = self.check_invite(invite.as_deref()) {
            let table = Some(self.setup.id.clone());
            send_error(&visitor.outbox, *fault.body, Some("watch"), table);
            return;
        }
        let outbox = visitor.outbox.clone();
        self.enter(visitor);
        if welcome {
            self.app.house.occupy(visitor.connection, &self.setup.id);
        }
        match since.and_then(|since| self.missed(&since)) {
            Some(missed) => {
                let to = self.audience(&account);
                for (seq, happening) in missed {
                    outbox.send(&self.message(*seq, happening, to));
                }
                self.repeat_turn(to, &outbox);
            }
            None => self.show(&account, &outbox),
        }
    }

    /// Tells whoever must act what they may do: a client that knows no more
    /// than a number cannot know it from what it missed.
    fn repeat_turn(&self, to: Audience, outbox: &Outbox) {
        let Stage::Playing(playing) = &self.stage else { return };
        let turn = playing.turn.tell(to, self.now.instant);
        if turn.legal.is_some() {
            let (table, seq) = (self.setup.id.clone(), self.seq);
            outbox.send(&ServerMessage::Turn { table, seq, turn });
        }
    }

    /// The events after the one last seen, if all of them are still kept.
    fn missed(&self, since: &Since) -> Option<impl Iterator<Item = &(u64, Happening)> + use<'_>> {
        let first = self.kept.front().map_or(self.seq + 1, |(seq, _)| *seq);
        let known =
            since.epoch == self.app.epoch && since.seq <= self.seq && since.seq + 1 >= first;
        let seen = since.seq;
        known.then(|| self.kept.iter().filter(move |(seq, _)| *seq > seen))
    }

    pub(super) fn enter(&mut self, visitor: &Visitor) {
        self.watchers.entry(visitor.connection).or_insert_with(|| Watcher {
            connection: visitor.connection,
            outbox: visitor.outbox.clone(),
            player: visitor.player.clone(),
            household: visitor.household,
        });
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

    /// Returns the moment when those at the table are to be told the number of
    /// spectators, if it is not the one they were told last.
    pub(super) fn spectators_due(&self) -> Option<Instant> {
        let (count, at) = self.told_spectators;
        (count != self.spectators())
            .then(|| at.map_or(self.now.instant, |at| at + SPECTATORS_PAUSE))
    }

    /// Tells the watchers their number, if that is due.
    pub(super) fn tell_spectators(&mut self) {
        if self.spectators_due().is_some_and(|at| at <= self.now.instant) {
            let count = self.spectators();
            self.told_spectators = (count, Some(self.now.instant));
            self.publish(Happening::Public(TableEvent::Spectators { count }));
        }
    }

    /// Gives the happening its number and tells everybody who watches, each
    /// what they may know. What has to be durable must be so before.
    pub(super) fn publish(&mut self, happening: Happening) {
        self.seq += 1;
        let seq = self.seq;
        // Moves are what happens most, and the lobby shows none of them.
        self.unreported |= !matches!(happening, Happening::Moved { .. });
        let mut texts: Vec<(Audience, Utf8Bytes)> = Vec::new();
        for watcher in self.watchers.values() {
            let to = self.audience(watcher.player.id.as_str());
            // Those who are told the very same share one text.
            let class = match (happening.differs_for(), to.observer) {
                (Some(special), Observer::Seat(seat)) if special != Some(seat) => Audience::PUBLIC,
                _ => to,
            };
            let ready = texts.iter().find(|(known, _)| *known == class);
            let message = match ready {
                Some((_, text)) => text.clone(),
                None => {
                    let text = text(&self.message(seq, &happening, class));
                    texts.push((class, text.clone()));
                    text
                }
            };
            watcher.outbox.send_text(message);
        }
        if self.kept.len() == KEPT_EVENTS {
            self.kept.pop_front();
        }
        self.kept.push_back((seq, happening));
    }

    fn message(&self, seq: u64, happening: &Happening, to: Audience) -> ServerMessage {
        let event = Box::new(happening.tell(to, self.now.instant));
        ServerMessage::Event { table: self.setup.id.clone(), seq, event }
    }
}
