//! One connection: its messages, and the answers to them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{broadcast, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use vzetek_game::fair::MAX_NONCE_BYTES;
use vzetek_protocol::{
    ClientMessage, ErrorBody, ErrorCode, Limits, MAX_CHAT_CHARS, MAX_MESSAGE_BYTES, Seek,
    ServerMessage, TableId, VERSION,
};
use vzetek_store::Account;

use super::hello::{Greeted, hello};
use super::line::{End, Heard, Line, SILENCE, Socket};
use super::parse::{about, parse, too_large};
use crate::accounts::connected::Admission;
use crate::accounts::player;
use crate::app::Shared;
use crate::chat;
use crate::connection::{ConnectionId, Ending, Outbox, text};
use crate::fault::Fault;
use crate::lobby::{Change, Part};
use crate::pairing;
use crate::peers::drain;
use crate::rate::Rate;
use crate::table::{Command, Mail, TableHandle, Visitor, check_level};

/// The most tables that one connection may watch; house bots play at many.
pub(super) const MOST_WATCHED: usize = 64;
/// The number of times that the lobby is sent each second on average …
const LOBBY_PER_SECOND: NonZeroU32 = NonZeroU32::MIN;
/// … and in a burst: navigation on the page asks for it often.
const LOBBY_BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");
/// The time between two parts of a long list.
const PART_PAUSE: Duration = Duration::from_millis(20);

/// Runs a connection to its end.
pub async fn run(app: Shared, socket: Socket, cookie: Option<String>, address: IpAddr) {
    let ending = Ending::new(app.shutdown.child_token());
    let (outbox, queue) = Outbox::new(ending.clone());
    let mut line = Line::new(socket, queue, ending.clone(), app.shutdown.clone());
    metrics::gauge!("vzetek_connections").increment(1.0);

    let end = match hello(&app, &mut line, &outbox, &ending, cookie, address).await {
        Ok(greeted) => {
            let mut connection = Connection::new(app.clone(), greeted, outbox.clone());
            let end = connection.serve(&mut line).await;
            connection.part().await;
            end
        }
        Err(end) => end,
    };
    metrics::gauge!("vzetek_connections").decrement(1.0);
    match end {
        End::Gone => line.hang_up().await,
        End::Close(code, reason) => {
            let leaves = code == CloseCode::Restart
                && app.cluster.as_ref().is_some_and(crate::cluster::Cluster::leaves);
            let retry_ms =
                leaves.then(|| drain::comes_back(&mut app.sources.rng()).as_millis() as u64);
            let goodbye = text(&ServerMessage::Goodbye { reason: reason.to_owned(), retry_ms });
            line.close(goodbye, CloseFrame { code, reason: Utf8Bytes::from_static(reason) }).await;
        }
    }
}

/// A connection after its hello.
pub(super) struct Connection {
    pub(super) app: Shared,
    /// The visitor, as tables know it.
    pub(super) visitor: Arc<Visitor>,
    pub(super) outbox: Outbox,
    account: Account,
    pub(super) house: bool,
    /// Held while the connection lasts; the house's bots have none.
    admission: Option<Admission>,
    pub(super) watched: HashMap<TableId, TableHandle>,
    lobby: Option<broadcast::Receiver<Change>>,
    /// The last table of the list that was sent, and the time of the next part.
    lobby_rest: Option<(Instant, TableId)>,
    /// The number of people in the pools, sent with the lobby.
    counts: Option<watch::Receiver<Utf8Bytes>>,
    /// The limit on sending the list.
    lobby_rate: Rate,
    /// The moment at which the list is to be sent, if the client asked too often to receive it
    /// immediately.
    lobby_due: Option<Instant>,
    messages: metrics::Counter,
    /// Commands for tables that another server has, or is to have, and that are not
    /// known here yet; and since when.
    pub(super) waiting: Vec<(Instant, TableId, Command)>,
    /// The moment at which they are looked for again.
    pub(super) again: Option<Instant>,
}

impl Connection {
    fn new(app: Shared, greeted: Greeted, outbox: Outbox) -> Self {
        let Greeted { account, house, admission, household, picture } = greeted;
        let player = player(&account);
        Self {
            visitor: Arc::new(Visitor {
                connection: ConnectionId::next(),
                player,
                household,
                picture,
            }),
            outbox,
            account,
            house,
            admission,
            watched: HashMap::new(),
            lobby: None,
            lobby_rest: None,
            counts: None,
            lobby_rate: Rate::new(LOBBY_PER_SECOND, LOBBY_BURST),
            lobby_due: None,
            messages: metrics::counter!("vzetek_messages_total"),
            waiting: Vec::new(),
            again: None,
            app,
        }
    }

    async fn serve(&mut self, line: &mut Line) -> End {
        let account = &self.account.id;
        if let Some(cluster) = &self.app.cluster {
            cluster.enter(&self.visitor, self.house, &self.outbox);
        }
        let seek = (!self.house)
            .then(|| self.app.pairing.enter(account, self.visitor.connection, &self.outbox));
        self.welcome(seek.flatten());
        loop {
            tokio::select! {
                heard = line.next() => match heard {
                    Ok(heard) => self.hear(heard).await,
                    Err(End::Close(CloseCode::Size, reason)) => {
                        self.outbox().send_error(too_large(), None, None);
                        return End::Close(CloseCode::Size, reason);
                    }
                    Err(end) => return end,
                },
                change = next_change(&mut self.lobby) => self.tell_lobby(change).await,
                () = reached(self.lobby_due) => self.show_lobby().await,
                () = reached(self.lobby_rest.as_ref().map(|(at, _)| *at)) => self.send_rest(),
                () = reached(self.again) => self.try_again().await,
                counts = next_counts(&mut self.counts) => self.outbox().send_text(counts),
            }
        }
    }

    pub(super) fn outbox(&self) -> &Outbox {
        &self.outbox
    }

    fn welcome(&self, seek: Option<Seek>) {
        let levels = self.app.house.levels();
        self.outbox().send(&ServerMessage::Welcome {
            protocol: VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            epoch: self.app.epoch.clone(),
            you: self.visitor.player.clone(),
            time: self.app.sources.utc(),
            tables: self.app.tables.seated(&self.account.id),
            levels: levels.names,
            level_kinds: levels.kinds,
            seek,
            limits: self.limits(),
        });
    }

    fn limits(&self) -> Limits {
        let tuning = &self.app.config.tuning;
        Limits {
            message_bytes: MAX_MESSAGE_BYTES as u32,
            messages_per_second: tuning.messages_per_second,
            message_burst: tuning.message_burst,
            silence_ms: SILENCE.as_millis() as u64,
            nonce_bytes: MAX_NONCE_BYTES as u32,
            chat_chars: MAX_CHAT_CHARS as u32,
            chat_per_second: chat::PER_SECOND.get(),
            chat_burst: chat::BURST.get(),
            lobby_per_second: LOBBY_PER_SECOND.get(),
            lobby_burst: LOBBY_BURST.get(),
            seeks_per_second: pairing::PER_SECOND.get(),
            seek_burst: pairing::BURST.get(),
            tables_watched: (!self.house).then_some(MOST_WATCHED as u32),
            tables_opened: tuning.tables_per_account,
            requests_per_second: tuning.requests_per_second,
            request_burst: tuning.request_burst(),
        }
    }

    async fn hear(&mut self, Heard { text, wait }: Heard) {
        self.messages.increment(1);
        if let Some(wait) = wait {
            // Parsing the text for its subject costs a microsecond, and a flood soon ends the
            // connection; a client that does not know what was refused cannot repeat it.
            let about = about(&text);
            let body = ErrorBody::later(
                ErrorCode::RateLimited,
                format!(
                    "at most {} messages a second, {} at once; nothing was done about this one",
                    self.app.config.tuning.messages_per_second,
                    self.app.config.tuning.message_burst,
                ),
                wait,
            );
            self.outbox().send_error(body, about.of, about.table);
            return;
        }
        self.apply_name().await;
        match parse(&text) {
            Ok(message) => {
                let of = message.type_name();
                if let Err(Refused { fault, table }) = self.obey(message).await {
                    fault.log("a message was refused");
                    self.outbox().send_error(*fault.body, Some(of), table);
                }
            }
            Err((body, about)) => self.outbox().send_error(*body, about.of, about.table),
        }
    }

    /// Applies a new name or face of the account, and notifies the watched tables before any other
    /// message is sent.
    async fn apply_name(&mut self) {
        let renamed = self.admission.as_ref().and_then(Admission::renamed);
        let Some(player) = renamed.filter(|renamed| *renamed != self.visitor.player) else {
            return;
        };
        self.visitor = Arc::new(Visitor { player: player.clone(), ..(*self.visitor).clone() });
        for handle in self.watched.values() {
            handle.mailbox.send(Mail::Rename { player: player.clone() }).await;
        }
    }

    async fn obey(&mut self, message: ClientMessage) -> Result<(), Refused> {
        match message {
            ClientMessage::Hello { .. } => {
                Err(Fault::new(ErrorCode::BadMessage, "you have said hello already").into())
            }
            ClientMessage::Ping { at } => {
                self.outbox().send(&ServerMessage::Pong { at });
                Ok(())
            }
            ClientMessage::Lobby { on } => {
                self.lobby = None;
                self.lobby_rest = None;
                self.counts = None;
                self.lobby_due = None;
                if on {
                    self.show_lobby().await;
                } else {
                    self.app.following.part(&self.account.id, self.visitor.connection);
                }
                Ok(())
            }
            ClientMessage::Seek { kind, pace } => {
                let seek = Seek { kind, pace };
                let is_bound = self.app.tables.binds(&self.account.id);
                self.app.pairing.seek(&self.account, seek, is_bound).await?;
                Ok(())
            }
            ClientMessage::Unseek {} => {
                self.app.pairing.withdraw(&self.account.id);
                Ok(())
            }
            ClientMessage::Offer { seats, kinds } => {
                if !self.house {
                    let message = "only the house's bots offer themselves; use sit";
                    return Err(Fault::new(ErrorCode::Forbidden, message).into());
                }
                let level = self.account.level.as_deref().unwrap_or_default();
                let account = &self.account.id;
                let connection = self.visitor.connection;
                if let Some(cluster) = &self.app.cluster {
                    cluster.offer(connection, level, seats, kinds.clone());
                }
                self.app.house.offer(connection, account, level, seats, kinds, &self.outbox);
                if let Some(cluster) = &self.app.cluster {
                    self.app.house.share(connection, cluster.share(seats));
                }
                Ok(())
            }
            ClientMessage::Unwatch { table } => {
                self.waiting.retain(|(_, waiting, _)| *waiting != table);
                if let Some(cluster) = &self.app.cluster {
                    // First: it may be watched again just now (see `Connections::each_watcher`).
                    cluster.connections().unwatch(self.visitor.connection, &table);
                }
                if let Some(handle) = self.watched.remove(&table) {
                    self.unwatch(&table, handle).await;
                }
                Ok(())
            }
            ClientMessage::Watch { table, invite, since } => {
                let visitor = self.visitor.clone();
                self.pass(table, Command::Watch { visitor, invite, since }).await
            }
            ClientMessage::Sit { ref table, .. }
            | ClientMessage::SeatBot { ref table, level: None, .. }
            | ClientMessage::ChangeSeat { ref table, .. }
            | ClientMessage::Leave { ref table }
            | ClientMessage::Act { ref table, .. }
            | ClientMessage::Claim { ref table, .. }
            | ClientMessage::Return { ref table }
            | ClientMessage::NonceHash { ref table, .. }
            | ClientMessage::Nonce { ref table, .. }
            | ClientMessage::Ready { ref table }
            | ClientMessage::Coach { ref table }
            | ClientMessage::Chat { ref table, .. }
            | ClientMessage::Phrase { ref table, .. }
            | ClientMessage::Decline { ref table, .. } => {
                self.pass_message(table.clone(), message).await
            }
            ClientMessage::SeatBot { ref table, level: Some(ref level), .. } => {
                if let Some(handle) = self.app.tables.find(table) {
                    check_level(level, &handle.config.game.kind(), &self.app.house.levels())?;
                }
                self.pass_message(table.clone(), message).await
            }
        }
    }

    async fn pass_message(
        &mut self,
        table: TableId,
        message: ClientMessage,
    ) -> Result<(), Refused> {
        let visitor = self.visitor.clone();
        self.pass(table, Command::Message { visitor, message }).await
    }

    /// Sends the list and subscribes to its changes; after a delay, if the client asked too often.
    async fn show_lobby(&mut self) {
        self.lobby_rest = None;
        if let Err(wait) = self.lobby_rate.take() {
            self.lobby = None;
            self.lobby_due = Some(Instant::now() + wait);
            return;
        }
        self.lobby_due = None;
        let pools = self.app.pairing.pools();
        let (list, changes) = self.app.lobby.follow(self.app.house.levels(), pools);
        self.lobby = Some(changes);
        self.counts.get_or_insert_with(|| self.app.pairing.follow());
        self.send_part(list);
        let entered =
            self.app.following.enter(&self.account, self.visitor.connection, &self.outbox);
        if let Err(fault) = entered.await {
            fault.log("nobody who is followed is told");
            self.outbox().send_error(*fault.body, Some("lobby"), None);
        }
    }

    fn send_part(&mut self, Part { message, last }: Part) {
        self.outbox().send_text(message);
        self.lobby_rest = last.map(|last| (Instant::now() + PART_PAUSE, last));
    }

    /// Sends the next part of the list, once the client has read all messages before it.
    fn send_rest(&mut self) {
        let Some((_, last)) = self.lobby_rest.take() else { return };
        if self.outbox().is_read() {
            self.send_part(self.app.lobby.part(&last));
        } else {
            self.lobby_rest = Some((Instant::now() + PART_PAUSE, last));
        }
    }

    async fn tell_lobby(&mut self, change: Result<Change, broadcast::error::RecvError>) {
        match change {
            Ok(Change::Table(table)) => self.outbox().send(&ServerMessage::LobbyTable { table }),
            Ok(Change::Gone(table)) => self.outbox().send(&ServerMessage::LobbyGone { table }),
            // Too slow to follow: the whole list again.
            Err(_) => self.show_lobby().await,
        }
    }

    /// Leaves every table and the pool.
    async fn part(&mut self) {
        if !self.house {
            self.app.pairing.part(&self.account.id, self.visitor.connection);
            self.app.following.part(&self.account.id, self.visitor.connection);
        }
        if self.account.kind == vzetek_store::AccountKind::Bot {
            self.app.house.withdraw(self.visitor.connection);
        }
        if let Some(cluster) = &self.app.cluster {
            // First: its tables may be watched again just now (see `Connections::each_watcher`).
            cluster.leave(self.visitor.connection);
        }
        for (table, handle) in std::mem::take(&mut self.watched) {
            self.unwatch(&table, handle).await;
        }
    }
}

/// The next change in the lobby; pending forever without a subscription.
async fn next_change(
    lobby: &mut Option<broadcast::Receiver<Change>>,
) -> Result<Change, broadcast::error::RecvError> {
    match lobby {
        Some(changes) => changes.recv().await,
        None => std::future::pending().await,
    }
}

/// The next count of the pools' people; pending forever without a subscription.
async fn next_counts(counts: &mut Option<watch::Receiver<Utf8Bytes>>) -> Utf8Bytes {
    if let Some(counts) = counts
        && counts.changed().await.is_ok()
    {
        return counts.borrow_and_update().clone();
    }
    std::future::pending().await
}

/// Waits for this moment; pending forever, if none is given.
async fn reached(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// A message that was refused, and the table it was about if that is known.
pub(super) struct Refused {
    pub(super) fault: Fault,
    pub(super) table: Option<TableId>,
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Self { fault, table: None }
    }
}
