//! One connection of an account, from hello to its end.

use std::ops::ControlFlow;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tracing::{debug, info, warn};
use vzetek_client::Welcome;
use vzetek_game::Seat;
use vzetek_protocol::{ClientMessage, ServerMessage, TableId};

use super::{End, Player, Wanted};
use crate::deal::{has_level, kinds_of};
use crate::play::account::Account;
use crate::play::table::Table;

/// The time for which decisions in flight are awaited when it is time to go.
const DRAIN: Duration = Duration::from_secs(5);

/// The outcome of a step: to continue, or the end of the connection.
pub(super) type Flow = ControlFlow<End>;

impl Player {
    /// Speaks until something ends the connection, and returns its end.
    pub(super) async fn connection(&mut self, welcome: Welcome) -> End {
        let end = match self.converse(welcome).await {
            Ok(end) => end,
            Err(error) => End::Lost(error),
        };
        self.client.close().await;
        end
    }

    async fn converse(&mut self, welcome: Welcome) -> anyhow::Result<End> {
        info!(account = %welcome.you.id, seats = welcome.tables.len(), "connected");
        self.me = Some(welcome.you.id);
        self.take_up(welcome.tables).await?;
        let stop = self.stop.clone();
        let mut draining: Option<Instant> = None;
        loop {
            let flow = tokio::select! {
                message = self.client.receive() => self.take(message?).await?,
                Some(note) = self.notes.1.recv() => self.take_note(note).await?,
                () = stop.asked(), if draining.is_none() => {
                    draining = Some(Instant::now() + DRAIN);
                    if matches!(self.account, Account::House { .. }) {
                        self.client.send(&ClientMessage::Offer { seats: 0, kinds: None }).await?;
                    }
                    Flow::Continue(())
                }
                () = sleep_until(draining.unwrap_or_else(Instant::now)), if draining.is_some() => {
                    warn!("not waiting any longer for what is being thought about");
                    return self.leave_all().await;
                }
            };
            if let Flow::Break(end) = flow {
                return Ok(end);
            }
            if draining.is_some() && !self.is_thinking() {
                return self.leave_all().await;
            }
        }
    }

    /// Gives every seat up; the server finds others for running deals.
    async fn leave_all(&mut self) -> anyhow::Result<End> {
        for (table, _) in self.tables.drain().filter(|(_, table)| table.is_seated()) {
            info!(%table, "leaving");
            self.client.send(&ClientMessage::Leave { table }).await?;
        }
        Ok(End::Done)
    }

    async fn take(&mut self, message: ServerMessage) -> anyhow::Result<Flow> {
        match message {
            ServerMessage::SeatRequest { table, seat, invite, .. } => {
                self.requested(table, seat, invite).await?;
            }
            ServerMessage::Snapshot { snapshot } => {
                let Some(me) = self.me.clone() else { return Ok(Flow::Continue(())) };
                let id = snapshot.id.clone();
                if let Account::Own { table, level, .. } = &self.account
                    && *table == id
                    && !has_level(*level, &snapshot.config.game)
                {
                    let level = *level;
                    self.client.send(&ClientMessage::Leave { table: id }).await?;
                    let kind = snapshot.config.game.kind();
                    return Ok(Flow::Break(End::Refused(format!("{level} does not play {kind}"))));
                }
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
                return self.attend(&id).await;
            }
            ServerMessage::Event { table: id, seq, event } => {
                if let Some(table) = self.tables.get_mut(&id) {
                    table.event(seq, *event);
                    if table.is_seated() {
                        self.sitting.remove(&id);
                    }
                    return self.attend(&id).await;
                }
            }
            ServerMessage::Error { error, of, table } => {
                return self.complaint(error, of.as_deref(), table).await;
            }
            ServerMessage::Welcome { .. }
            | ServerMessage::Goodbye { .. }
            | ServerMessage::Lobby { .. }
            | ServerMessage::LobbyTables { .. }
            | ServerMessage::LobbyTable { .. }
            | ServerMessage::LobbyGone { .. }
            | ServerMessage::Pools { .. }
            | ServerMessage::Seeking { .. }
            | ServerMessage::Called { .. }
            | ServerMessage::Followed { .. }
            | ServerMessage::FollowedPlayer { .. }
            // Known from the events: state is retained when the connection breaks.
            | ServerMessage::Turn { .. }
            | ServerMessage::Coach { .. }
            | ServerMessage::Pong { .. } => (),
        }
        Ok(Flow::Continue(()))
    }

    /// Takes up every table again, then asks for more.
    async fn take_up(&mut self, seats: Vec<TableId>) -> anyhow::Result<()> {
        self.sitting.clear();
        let known: Vec<_> = self.tables.keys().cloned().collect();
        for id in known {
            if let Some(table) = self.tables.get_mut(&id) {
                table.unheard();
            }
            // Missed events are on their way; it is not known if there are any.
            let _ = self.attend(&id).await?;
        }
        for table in seats {
            if !self.tables.contains_key(&table) {
                self.client.watch(table).await?;
            }
        }
        match self.account.clone() {
            Account::House { .. } => {
                let kinds = kinds_of(self.account.level());
                let offer = ClientMessage::Offer { seats: self.args.seats, kinds };
                Ok(self.client.send(&offer).await?)
            }
            Account::Own { table, invite, seat, .. } => {
                if self.tables.contains_key(&table) {
                    return Ok(());
                }
                self.sitting.insert(table.clone(), Wanted { seat, invite, tries: 0 });
                self.sit(&table).await
            }
        }
    }

    pub(super) async fn sit(&mut self, table: &TableId) -> anyhow::Result<()> {
        let Some(wanted) = self.sitting.get_mut(table) else { return Ok(()) };
        wanted.tries += 1;
        let Wanted { seat, invite, .. } = wanted.clone();
        let sit = ClientMessage::Sit { table: table.clone(), seat, invite };
        Ok(self.client.send(&sit).await?)
    }

    /// Sits down where the server asks for a bot.
    async fn requested(
        &mut self,
        table: TableId,
        seat: Seat,
        invite: String,
    ) -> anyhow::Result<()> {
        let taken = self.tables.len() + self.sitting.len();
        let there = self.tables.get(&table).is_some_and(Table::is_seated);
        if self.stop.is_asked() || there || taken >= self.args.seats as usize {
            return Ok(self.client.send(&ClientMessage::Decline { table, seat }).await?);
        }
        info!(%table, %seat, "asked to sit down");
        self.sitting
            .insert(table.clone(), Wanted { seat: Some(seat), invite: Some(invite), tries: 0 });
        self.sit(&table).await
    }
}
