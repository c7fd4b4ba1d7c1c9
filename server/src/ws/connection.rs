//! What one connection says, and what is done about it.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::CancellationToken;
use vzetek_protocol::{
    ClientMessage, ErrorBody, ErrorCode, MAX_MESSAGE_BYTES, ServerMessage, TableId, VERSION,
};
use vzetek_store::Account;

use super::outbox::{ConnectionId, Outbox};
use crate::accounts::player;
use crate::app::{Shared, now};
use crate::fault::Fault;
use crate::lobby::Change;
use crate::table::{Command, TableHandle, Visitor};

/// How long a connection may take to say hello.
const HELLO_PATIENCE: Duration = Duration::from_secs(10);
/// After how much silence a connection counts as dead. Clients ping.
const SILENCE: Duration = Duration::from_secs(90);
/// How many refused messages in a row end a connection that floods.
const FLOOD: u32 = 100;
/// How many tables one connection may watch; house bots play at many.
const MOST_WATCHED: usize = 64;

/// Why a connection ends.
enum End {
    /// The client closed it, or the network did.
    Gone,
    /// We close it, with a reason that the client understands.
    Close(u16, &'static str),
}

/// Runs a connection to its end.
pub async fn run(app: Shared, socket: WebSocket, cookie: Option<String>) {
    let (sink, stream) = socket.split();
    let (outbox, queue, slow) = Outbox::new();
    let closing = CancellationToken::new();
    let writer = tokio::spawn(write(sink, queue, closing.clone()));
    metrics::gauge!("vzetek_connections").increment(1.0);

    let mut reader = Reader { stream, slow, shutdown: app.shutdown.clone() };
    let end = match hello(&app, &mut reader, &outbox, cookie).await {
        Ok((account, house)) => {
            let mut connection = Connection::new(app.clone(), account, house, outbox.clone());
            let end = connection.serve(&mut reader).await;
            connection.part().await;
            end
        }
        Err(end) => end,
    };
    let frame = match end {
        End::Gone => None,
        End::Close(code, reason) => {
            outbox.send(&ServerMessage::Goodbye { reason: reason.to_owned() });
            Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
        }
    };
    metrics::gauge!("vzetek_connections").decrement(1.0);
    closing.cancel();
    if let Ok(mut sink) = writer.await
        && let Some(frame) = frame
    {
        // A client that is gone needs no farewell.
        let _ = sink.send(Message::Close(Some(frame))).await;
    }
}

/// Sends what is in the queue, as many at a time as are there.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut queue: mpsc::Receiver<Utf8Bytes>,
    closing: CancellationToken,
) -> SplitSink<WebSocket, Message> {
    loop {
        let first = tokio::select! {
            biased;
            message = queue.recv() => message,
            () = closing.cancelled() => queue.try_recv().ok(),
        };
        let Some(first) = first else { return sink };
        let mut next = Some(first);
        while let Some(text) = next {
            if sink.feed(Message::Text(text)).await.is_err() {
                return sink;
            }
            next = queue.try_recv().ok();
        }
        if sink.flush().await.is_err() {
            return sink;
        }
    }
}

/// The receiving side, with everything that can end it.
struct Reader {
    stream: SplitStream<WebSocket>,
    slow: Arc<CancellationToken>,
    shutdown: CancellationToken,
}

impl Reader {
    /// The next text, or why there is none.
    async fn next(&mut self, patience: Duration) -> Result<Utf8Bytes, End> {
        loop {
            let frame = tokio::select! {
                biased;
                () = self.shutdown.cancelled() => {
                    return Err(End::Close(close_code::RESTART, "restart"));
                }
                () = self.slow.cancelled() => return Err(End::Close(close_code::POLICY, "slow")),
                frame = tokio::time::timeout(patience, self.stream.next()) => frame,
            };
            match frame {
                Err(_) => return Err(End::Close(close_code::POLICY, "idle")),
                Ok(None) => return Err(End::Gone),
                Ok(Some(Ok(Message::Text(text)))) => return Ok(text),
                Ok(Some(Ok(Message::Binary(_)))) => {
                    return Err(End::Close(close_code::UNSUPPORTED, "text_only"));
                }
                Ok(Some(Ok(Message::Close(_)))) => return Err(End::Gone),
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Ok(Some(Err(error))) => return Err(read_error(&error)),
            }
        }
    }
}

/// Too long a message is the client's fault and is said so; anything else is
/// the network's.
fn read_error(error: &axum::Error) -> End {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        let words = error.to_string();
        if words.contains("too long")
            || words.contains("too large")
            || words.contains("Space limit")
        {
            return End::Close(close_code::SIZE, "too_large");
        }
        cause = error.source();
    }
    End::Gone
}

/// Finds out who speaks. Whoever cannot say is told why and sent away.
async fn hello(
    app: &Shared,
    reader: &mut Reader,
    outbox: &Outbox,
    cookie: Option<String>,
) -> Result<(Account, bool), End> {
    let refuse = |fault: Fault| {
        fault.log("a hello was refused");
        send_error(outbox, *fault.body, Some("hello"), None);
        End::Close(close_code::POLICY, "hello_refused")
    };
    let words = match reader.next(HELLO_PATIENCE).await {
        Ok(words) => words,
        Err(End::Close(close_code::SIZE, reason)) => {
            send_error(outbox, too_large(), None, None);
            return Err(End::Close(close_code::SIZE, reason));
        }
        Err(end) => return Err(end),
    };
    let (protocol, token, house_bot) = match parse(&words) {
        Ok(ClientMessage::Hello { protocol, token, house_bot }) => (protocol, token, house_bot),
        Ok(_) => {
            let message = "the first message must be a hello";
            return Err(refuse(Fault::new(ErrorCode::HelloFirst, message)));
        }
        Err((body, _)) => return Err(refuse(body.into())),
    };
    if protocol != VERSION {
        let message = format!("this server speaks version {VERSION}, not {protocol}");
        return Err(refuse(Fault::new(ErrorCode::UnsupportedProtocol, message)));
    }
    let house = house_bot.is_some();
    let account = match (token.or(cookie), house_bot) {
        (Some(token), Some(bot)) => app.accounts.house_bot(&token, &bot).await.map(Some),
        (Some(token), None) => app.accounts.authenticate(&token).await,
        (None, _) => Ok(None),
    };
    match account {
        Ok(Some(account)) => Ok((account, house)),
        Ok(None) => Err(refuse(Fault::new(
            ErrorCode::Unauthorized,
            "say who you are: a valid token in the hello, or a session cookie \
             (POST /api/guest gives either)",
        ))),
        Err(fault) => Err(refuse(fault)),
    }
}

/// A connection that has said hello.
struct Connection {
    app: Shared,
    id: ConnectionId,
    account: Account,
    house: bool,
    outbox: Outbox,
    watched: HashMap<TableId, TableHandle>,
    lobby: Option<broadcast::Receiver<Change>>,
    limit: DefaultDirectRateLimiter,
    refused: u32,
}

impl Connection {
    fn new(app: Shared, account: Account, house: bool, outbox: Outbox) -> Self {
        let tuning = &app.config.tuning;
        let per_second = NonZeroU32::new(tuning.messages_per_second).unwrap_or(NonZeroU32::MIN);
        let burst = NonZeroU32::new(tuning.message_burst).unwrap_or(NonZeroU32::MIN);
        let limit = RateLimiter::direct(Quota::per_second(per_second).allow_burst(burst));
        Self {
            id: ConnectionId::next(),
            account,
            house,
            outbox,
            watched: HashMap::new(),
            lobby: None,
            limit,
            refused: 0,
            app,
        }
    }

    async fn serve(&mut self, reader: &mut Reader) -> End {
        self.welcome();
        loop {
            tokio::select! {
                words = reader.next(SILENCE) => match words {
                    Ok(words) => if let Err(end) = self.hear(&words).await {
                        return end;
                    },
                    Err(End::Close(close_code::SIZE, reason)) => {
                        send_error(&self.outbox, too_large(), None, None);
                        return End::Close(close_code::SIZE, reason);
                    }
                    Err(end) => return end,
                },
                change = next_change(&mut self.lobby) => self.tell_lobby(change),
            }
        }
    }

    fn welcome(&self) {
        self.outbox.send(&ServerMessage::Welcome {
            protocol: VERSION,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            epoch: self.app.epoch.clone(),
            you: player(&self.account, None),
            time: now(),
            tables: self.app.tables.seated(&self.account.id),
            levels: self.app.house.levels(),
        });
    }

    async fn hear(&mut self, words: &Utf8Bytes) -> Result<(), End> {
        metrics::counter!("vzetek_messages_total").increment(1);
        if self.limit.check().is_err() {
            self.refused += 1;
            if self.refused >= FLOOD {
                return Err(End::Close(close_code::POLICY, "flood"));
            }
            let body = ErrorBody::new(
                ErrorCode::RateLimited,
                "too many messages; this one was not read, slow down",
            );
            send_error(&self.outbox, body, None, None);
            return Ok(());
        }
        self.refused = 0;
        match parse(words) {
            Ok(message) => {
                let about = about(&message);
                if let Err(fault) = self.obey(message).await {
                    fault.log("a message was refused");
                    let (of, table) = about;
                    send_error(&self.outbox, *fault.body, Some(of), table);
                }
            }
            Err((body, of)) => send_error(&self.outbox, body, of.as_deref(), None),
        }
        Ok(())
    }

    async fn obey(&mut self, message: ClientMessage) -> Result<(), Fault> {
        match message {
            ClientMessage::Hello { .. } => {
                Err(Fault::new(ErrorCode::BadMessage, "you have said hello already"))
            }
            ClientMessage::Ping { at } => {
                self.outbox.send(&ServerMessage::Pong { at });
                Ok(())
            }
            ClientMessage::Lobby { on } => {
                self.lobby = None;
                if on {
                    self.show_lobby();
                }
                Ok(())
            }
            ClientMessage::Offer { seats } => {
                if !self.house {
                    let message = "only the house's bots offer themselves; use sit";
                    return Err(Fault::new(ErrorCode::Forbidden, message));
                }
                let level = self.account.level.as_deref().unwrap_or_default();
                let account = &self.account.id;
                self.app.house.offer(self.id, account, level, seats, &self.outbox);
                Ok(())
            }
            ClientMessage::Unwatch { table } => {
                if let Some(handle) = self.watched.remove(&table) {
                    // Must not get lost in a full mailbox: the table would
                    // believe for ever that somebody is there.
                    let _ = handle.mailbox.send(Command::Unwatch { connection: self.id }).await;
                }
                Ok(())
            }
            ClientMessage::Watch { table, invite, since } => {
                let visitor = self.visitor();
                self.pass(table, Command::Watch { visitor, invite, since })
            }
            ClientMessage::Sit { ref table, .. }
            | ClientMessage::Leave { ref table }
            | ClientMessage::Act { ref table, .. }
            | ClientMessage::Return { ref table }
            | ClientMessage::Nonce { ref table, .. }
            | ClientMessage::Ready { ref table }
            | ClientMessage::Chat { ref table, .. }
            | ClientMessage::Decline { ref table, .. } => {
                let table = table.clone();
                let visitor = self.visitor();
                self.pass(table, Command::Message { visitor, message })
            }
        }
    }

    /// Puts a command into a table's mailbox; a full one is said to be busy.
    fn pass(&mut self, table: TableId, command: Command) -> Result<(), Fault> {
        let handle = match self.watched.get(&table) {
            Some(handle) if !handle.mailbox.is_closed() => handle.clone(),
            _ => self.approach(&table, &command)?,
        };
        handle.mailbox.try_send(command).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => {
                Fault::new(ErrorCode::Busy, "the table has too much to do; try again")
            }
            mpsc::error::TrySendError::Closed(_) => no_such_table(&table),
        })
    }

    /// Finds a table, and remembers it if the command makes us watch it.
    fn approach(&mut self, table: &TableId, command: &Command) -> Result<TableHandle, Fault> {
        self.watched.retain(|_, handle| !handle.mailbox.is_closed());
        let handle = self.app.tables.find(table).ok_or_else(|| no_such_table(table))?;
        let watches = match command {
            Command::Watch { .. } => true,
            Command::Message { message, .. } => matches!(message, ClientMessage::Sit { .. }),
            Command::Unwatch { .. } => false,
        };
        if watches {
            if self.watched.len() >= MOST_WATCHED && !self.house {
                let message = format!("a connection watches at most {MOST_WATCHED} tables");
                return Err(Fault::new(ErrorCode::RateLimited, message));
            }
            self.watched.insert(table.clone(), handle.clone());
        }
        Ok(handle)
    }

    fn visitor(&self) -> Visitor {
        Visitor {
            connection: self.id,
            outbox: self.outbox.clone(),
            player: player(&self.account, None),
        }
    }

    fn show_lobby(&mut self) {
        let (tables, changes) = self.app.lobby.follow();
        self.lobby = Some(changes);
        self.outbox.send(&ServerMessage::Lobby { tables, levels: self.app.house.levels() });
    }

    fn tell_lobby(&mut self, change: Result<Change, broadcast::error::RecvError>) {
        match change {
            Ok(Change::Table(table)) => self.outbox.send(&ServerMessage::LobbyTable { table }),
            Ok(Change::Gone(table)) => self.outbox.send(&ServerMessage::LobbyGone { table }),
            // Too slow to follow: the whole list again.
            Err(_) => self.show_lobby(),
        }
    }

    /// Takes leave of every table and of the pool.
    async fn part(&mut self) {
        if self.account.kind == vzetek_store::AccountKind::Bot {
            self.app.house.withdraw(self.id);
        }
        for (_, handle) in self.watched.drain() {
            let _ = handle.mailbox.send(Command::Unwatch { connection: self.id }).await;
        }
    }
}

/// The next change in the lobby; never, if nobody asked for it.
async fn next_change(
    lobby: &mut Option<broadcast::Receiver<Change>>,
) -> Result<Change, broadcast::error::RecvError> {
    match lobby {
        Some(changes) => changes.recv().await,
        None => std::future::pending().await,
    }
}

/// Reads a message; if it cannot be read, says why, and of what type it was.
fn parse(words: &str) -> Result<ClientMessage, (ErrorBody, Option<String>)> {
    #[derive(Deserialize)]
    struct Typed {
        r#type: String,
    }

    serde_json::from_str(words).map_err(|error| {
        let of = serde_json::from_str::<Typed>(words).ok().map(|typed| typed.r#type);
        let known = |name: &str| KNOWN_TYPES.contains(&name);
        let body = match &of {
            Some(name) if !known(name) => ErrorBody::new(
                ErrorCode::UnknownType,
                format!("there is no message {name:?}; there are {}", KNOWN_TYPES.join(", ")),
            ),
            _ => ErrorBody::new(
                ErrorCode::BadMessage,
                format!("this cannot be read: {error}; a message is a JSON object with a \"type\""),
            ),
        };
        (body, of.filter(|name| known(name)))
    })
}

const KNOWN_TYPES: &[&str] = &[
    "hello", "lobby", "watch", "unwatch", "sit", "leave", "act", "return", "nonce", "ready",
    "chat", "offer", "decline", "ping",
];

/// What a message is about, for the error that may answer it.
fn about(message: &ClientMessage) -> (&'static str, Option<TableId>) {
    let (of, table) = match message {
        ClientMessage::Hello { .. } => ("hello", None),
        ClientMessage::Lobby { .. } => ("lobby", None),
        ClientMessage::Watch { table, .. } => ("watch", Some(table)),
        ClientMessage::Unwatch { table } => ("unwatch", Some(table)),
        ClientMessage::Sit { table, .. } => ("sit", Some(table)),
        ClientMessage::Leave { table } => ("leave", Some(table)),
        ClientMessage::Act { table, .. } => ("act", Some(table)),
        ClientMessage::Return { table } => ("return", Some(table)),
        ClientMessage::Nonce { table, .. } => ("nonce", Some(table)),
        ClientMessage::Ready { table } => ("ready", Some(table)),
        ClientMessage::Chat { table, .. } => ("chat", Some(table)),
        ClientMessage::Offer { .. } => ("offer", None),
        ClientMessage::Decline { table, .. } => ("decline", Some(table)),
        ClientMessage::Ping { .. } => ("ping", None),
    };
    (of, table.cloned())
}

fn send_error(outbox: &Outbox, error: ErrorBody, of: Option<&str>, table: Option<TableId>) {
    outbox.send(&ServerMessage::Error { error, of: of.map(str::to_owned), table });
}

fn too_large() -> ErrorBody {
    ErrorBody::new(
        ErrorCode::TooLarge,
        format!("a message has at most {MAX_MESSAGE_BYTES} bytes; the connection is closed"),
    )
}

fn no_such_table(table: &TableId) -> Fault {
    Fault::new(ErrorCode::NoSuchTable, format!("there is no open table {table}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list is for people; it has to name just what can be read.
    #[test]
    fn every_known_type_is_one() {
        for name in KNOWN_TYPES {
            let error = serde_json::from_str::<ClientMessage>(&format!(r#"{{"type":"{name}"}}"#));
            if let Err(error) = error {
                assert!(!error.to_string().contains("unknown variant"), "{name}: {error}");
            }
        }
        let error = serde_json::from_str::<ClientMessage>(r#"{"type":"?"}"#).unwrap_err();
        let listed = error.to_string().matches('`').count() / 2 - 1;
        assert_eq!(listed, KNOWN_TYPES.len(), "{error}");
    }

    #[test]
    fn unreadable_messages_say_what_is_wrong() {
        for (words, code, hint) in [
            ("", ErrorCode::BadMessage, "JSON object"),
            ("[]", ErrorCode::BadMessage, "type"),
            (r#"{"type":"plaay"}"#, ErrorCode::UnknownType, "there are hello"),
            (r#"{"type":"act","table":"x"}"#, ErrorCode::BadMessage, "seq"),
            (
                r#"{"type":"act","table":"x","seq":1,"action":"C3","x":1}"#,
                ErrorCode::BadMessage,
                "x",
            ),
        ] {
            let (body, _) = parse(words).unwrap_err();
            assert_eq!(body.code, code, "{words}");
            assert!(body.message.contains(hint), "{words}: {}", body.message);
        }
    }
}
