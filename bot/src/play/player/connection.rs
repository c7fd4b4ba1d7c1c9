//! One connection of an account, from hello to its end.

use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::anyhow;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};
use tracing::{debug, info, warn};
use vzetek_game::Seat;
use vzetek_protocol::client::Since;
use vzetek_protocol::{ClientMessage, ServerMessage, TableId};

use super::{End, Player, Wanted};
use crate::play::account::Account;
use crate::play::socket::Socket;
use crate::play::table::Table;

/// The time between two requests for a sign of life.
const PING: Duration = Duration::from_secs(20);

/// The time without a sign of life after which the connection counts as dead.
const DEAD: Duration = Duration::from_secs(50);

/// The time for which decisions in flight are awaited when it is time to go.
const DRAIN: Duration = Duration::from_secs(5);

/// The outcome of a step: to go on, or the end of the connection.
pub(super) type Flow = ControlFlow<End>;

impl Player {
    /// Connects, speaks until something ends the connection, and returns its
    /// end.
    pub(super) async fn connection(&mut self) -> End {
        let mut socket = match Socket::connect(&self.args.server).await {
            Ok(socket) => socket,
            Err(error) => return End::Lost(error),
        };
        if let Err(error) = socket.say(&self.account.hello()).await {
            return End::Lost(error);
        }
        let end = match self.converse(&mut socket).await {
            Ok(end) => end,
            Err(error) => End::Lost(error),
        };
        socket.close().await;
        end
    }

    async fn converse(&mut self, socket: &mut Socket) -> anyhow::Result<End> {
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let stop = self.stop.clone();
        let mut draining: Option<Instant> = None;
        loop {
            let flow = tokio::select! {
                message = socket.hear() => {
                    heard = Instant::now();
                    match message? {
                        Some(message) => self.take(socket, message).await?,
                        None => Flow::Continue(()),
                    }
                }
                Some(note) = self.notes.1.recv() => self.take_note(socket, note).await?,
                _ = ping.tick() => {
                    if heard.elapsed() > DEAD {
                        return Err(anyhow!("no sign of life from the server"));
                    }
                    socket.say(&ClientMessage::Ping { at: None }).await?;
                    Flow::Continue(())
                }
                () = stop.asked(), if draining.is_none() => {
                    draining = Some(Instant::now() + DRAIN);
                    if matches!(self.account, Account::House { .. }) {
                        socket.say(&ClientMessage::Offer { seats: 0 }).await?;
                    }
                    Flow::Continue(())
                }
                () = sleep_until(draining.unwrap_or_else(Instant::now)), if draining.is_some() => {
                    warn!("not waiting any longer for what is being thought about");
                    return self.leave_all(socket).await;
                }
            };
            if let Flow::Break(end) = flow {
                return Ok(end);
            }
            if draining.is_some() && !self.is_thinking() {
                return self.leave_all(socket).await;
            }
        }
    }

    /// Gives every seat up; the server finds others for running deals.
    async fn leave_all(&mut self, socket: &mut Socket) -> anyhow::Result<End> {
        for (table, _) in self.tables.drain().filter(|(_, table)| table.is_seated()) {
            info!(%table, "leaving");
            socket.say(&ClientMessage::Leave { table }).await?;
        }
        Ok(End::Done)
    }

    async fn take(&mut self, socket: &mut Socket, message: ServerMessage) -> anyhow::Result<Flow> {
        match message {
            ServerMessage::Welcome { you, tables, .. } => {
                info!(account = %you.id, seats = tables.len(), "connected");
                self.me = Some(you.id);
                self.welcome(socket, tables).await?;
            }
            ServerMessage::SeatRequest { table, seat, invite, .. } => {
                self.requested(socket, table, seat, invite).await?;
            }
            ServerMessage::Snapshot { snapshot } => {
                let Some(me) = self.me.clone() else { return Ok(Flow::Continue(())) };
                let id = snapshot.id.clone();
                if snapshot.you.is_some() {
                    self.sitting.remove(&id);
                }
                match self.tables.get_mut(&id) {
                    Some(table) => table.refresh(*snapshot),
                    None => {
                        debug!(table = %id, seat = ?snapshot.you, "following");
                        self.tables.insert(id.clone(), Table::new(me, *snapshot));
                    }
                }
                return self.attend(socket, &id).await;
            }
            ServerMessage::Event { table: id, seq, event } => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.event(seq, *event);
                    if table.is_seated() {
                        self.sitting.remove(&id);
                    }
                    return self.attend(socket, &id).await;
                }
            }
            ServerMessage::Error { error, of, table } => {
                return self.complaint(socket, error, of.as_deref(), table).await;
            }
            ServerMessage::Goodbye { reason } if reason == "replaced" => {
                return Ok(Flow::Break(End::Refused(
                    "the same account is connected from elsewhere".to_owned(),
                )));
            }
            ServerMessage::Goodbye { reason } => {
                return Ok(Flow::Break(End::Lost(anyhow!("the server says goodbye: {reason}"))));
            }
            ServerMessage::Lobby { .. }
            | ServerMessage::LobbyTable { .. }
            | ServerMessage::LobbyGone { .. }
            // Known from the events: what was seen is kept when the line breaks.
            | ServerMessage::Turn { .. }
            | ServerMessage::Pong { .. } => (),
        }
        Ok(Flow::Continue(()))
    }

    /// Takes up every table again, then asks for more.
    async fn welcome(&mut self, socket: &mut Socket, seats: Vec<TableId>) -> anyhow::Result<()> {
        self.sitting.clear();
        let known: Vec<_> = self.tables.keys().cloned().collect();
        for id in known {
            if let Some(table) = self.tables.get_mut(&id) {
                table.reconnected();
            }
            // Its first duty is to ask for what was missed.
            let _ = self.attend(socket, &id).await?;
        }
        for table in seats {
            if !self.tables.contains_key(&table) {
                self.watch(socket, table, None).await?;
            }
        }
        match self.account.clone() {
            Account::House { .. } => {
                socket.say(&ClientMessage::Offer { seats: self.args.seats }).await
            }
            Account::Own { table, invite, seat, .. } => {
                if let Some(invite) = invite {
                    self.invites.insert(table.clone(), invite);
                }
                if self.tables.contains_key(&table) {
                    return Ok(());
                }
                self.sitting.insert(table.clone(), Wanted { seat, tries: 0 });
                self.sit(socket, &table).await
            }
        }
    }

    pub(super) async fn watch(
        &self,
        socket: &mut Socket,
        table: TableId,
        since: Option<Since>,
    ) -> anyhow::Result<()> {
        let invite = self.invites.get(&table).cloned();
        socket.say(&ClientMessage::Watch { table, invite, since }).await
    }

    pub(super) async fn sit(&mut self, socket: &mut Socket, table: &TableId) -> anyhow::Result<()> {
        let Some(wanted) = self.sitting.get_mut(table) else { return Ok(()) };
        wanted.tries += 1;
        let seat = wanted.seat;
        let invite = self.invites.get(table).cloned();
        socket.say(&ClientMessage::Sit { table: table.clone(), seat, invite }).await
    }

    /// Sits down where the server asks for somebody.
    async fn requested(
        &mut self,
        socket: &mut Socket,
        table: TableId,
        seat: Seat,
        invite: String,
    ) -> anyhow::Result<()> {
        let taken = self.tables.len() + self.sitting.len();
        let there = self.tables.get(&table).is_some_and(Table::is_seated);
        if self.stop.is_asked() || there || taken >= self.args.seats as usize {
            return socket.say(&ClientMessage::Decline { table, seat }).await;
        }
        info!(%table, %seat, "asked to sit down");
        self.invites.insert(table.clone(), invite);
        self.sitting.insert(table.clone(), Wanted { seat: Some(seat), tries: 0 });
        self.sit(socket, &table).await
    }
}
