//! One account at the server, over all its connections.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use tokio::time::{
    Instant, Interval, MissedTickBehavior, interval_at, sleep, sleep_until, timeout,
};
use tracing::{debug, warn};
use vzetek_protocol::client::{HouseBot, Since};
use vzetek_protocol::{ClientMessage, Picture, Player, ServerMessage, TableEvent, TableId};

use crate::error::may_pass;
use crate::following::{Following, Place};
use crate::{Backoff, Error, Socket, hello};

/// The time between two pings.
const PING: Duration = Duration::from_secs(10);

/// The time without a frame after which the connection counts as dead.
const DEAD: Duration = Duration::from_secs(25);

/// Waits between attempts to connect grow from the first to the second.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(15));

/// The wait before a table that could not be watched is asked for again, if the server names
/// none.
const SOON: Duration = Duration::from_millis(500);

/// A connection that lasted this long counts as a success.
const LASTED: Duration = Duration::from_secs(3);

/// An account that talks to the server: on one connection after the other, each of which continues
/// where the last one ended.
///
/// Messages of a table are received in the order of its numbers, each event once.
/// After a connection was lost, [`Client::connect`] watches again what was
/// watched and asks for what was missed.
#[derive(Debug)]
pub struct Client {
    address: String,
    hello: ClientMessage,
    /// The address that it says to connect for.
    whom: Option<IpAddr>,
    connection: Option<Connection>,
    /// True once a connection was tried.
    tried: bool,
    backoff: Backoff,
    /// The time after which the server that said goodbye expects a new connection.
    invited: Option<Duration>,
    /// The tables that were shown and are watched still.
    tables: HashMap<TableId, Following>,
    /// The invitations to private tables.
    invites: HashMap<TableId, String>,
    /// Tables that could not be watched just now, and when to ask again.
    refused: Vec<TableId>,
    again: Option<Instant>,
}

/// One connection.
#[derive(Debug)]
struct Connection {
    socket: Socket,
    began: Instant,
    /// The time of the last frame.
    heard: Instant,
    ping: Interval,
}

/// The server's answer to a hello, as far as a player needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// The account.
    pub you: Player,
    /// Tables at which it has a seat.
    pub tables: Vec<TableId>,
}

impl Client {
    /// An account that is not connected yet: the owner of this token, or with the house's token one
    /// of the house's bots. The address is that of the socket, such as `ws://127.0.0.1:8080/ws`.
    pub fn new(address: &str, token: &str, house_bot: Option<HouseBot>) -> Self {
        Self {
            address: address.to_owned(),
            hello: hello(token, house_bot, None),
            whom: None,
            connection: None,
            tried: false,
            backoff: Backoff::new(BACKOFF.0, BACKOFF.1),
            invited: None,
            tables: HashMap::new(),
            invites: HashMap::new(),
            refused: Vec::new(),
            again: None,
        }
    }

    /// Makes it ask for this picture of deals alone.
    #[must_use]
    pub fn with_picture(mut self, kept: Picture) -> Self {
        if let ClientMessage::Hello { picture, .. } = &mut self.hello {
            *picture = Some(kept);
        }
        self
    }

    /// Makes it connect on behalf of a client at this address, as [`Socket::connect_for`] does.
    #[must_use]
    pub fn on_behalf_of(mut self, whom: IpAddr) -> Self {
        self.whom = Some(whom);
        self
    }

    /// Connects, says hello, and takes up again every table that was watched.
    ///
    /// # Errors
    /// If the server is not there, or refuses.
    pub async fn connect(&mut self) -> Result<Welcome, Error> {
        self.close().await;
        self.tried = true;
        let mut socket = Socket::connect_for(&self.address, self.whom).await?;
        socket.send(&self.hello).await?;
        let answer = timeout(DEAD, welcome(&mut socket)).await;
        let welcome = answer.map_err(|_| Error::Silent("no answer to the hello"))??;
        let now = Instant::now();
        let mut ping = interval_at(now + PING, PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.connection = Some(Connection { socket, began: now, heard: now, ping });
        self.tables.values_mut().for_each(Following::unanswered);
        // If nothing was missed the server is silent: nothing may wait for it.
        for (table, since) in self.tables.iter().map(seen).collect::<Vec<_>>() {
            self.watch_since(table, Some(since)).await?;
        }
        Ok(welcome)
    }

    /// Connects as [`Client::connect`] does, and tries again until the server answers: after waits
    /// that grow and are drawn by lot, so that many clients that lost the same server do not all
    /// return together. The very first try is made without waiting, and the first after a goodbye
    /// at the time that it named, if it did.
    ///
    /// # Errors
    /// If the server does not want the client as it is.
    pub async fn reconnect(&mut self) -> Result<Welcome, Error> {
        loop {
            self.close().await;
            if self.tried {
                let invited = self.invited.take();
                sleep(invited.unwrap_or_else(|| self.backoff.next_wait()).min(BACKOFF.1)).await;
            }
            match self.connect().await {
                Err(error) if error.may_pass() => warn!("no connection: {error}"),
                ended => return ended,
            }
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is closed or the server does not read.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), Error> {
        match message {
            ClientMessage::Watch { table, invite: Some(invite), .. }
            | ClientMessage::Sit { table, invite: Some(invite), .. } => {
                self.invites.insert(table.clone(), invite.clone());
            }
            ClientMessage::Unwatch { table } => self.forget(table),
            _ => (),
        }
        self.connected()?.socket.send(message).await
    }

    /// Asks for a snapshot of a table, and from then on for its events.
    ///
    /// # Errors
    /// If the connection is closed or the server does not read.
    pub async fn watch(&mut self, table: TableId) -> Result<(), Error> {
        self.watch_since(table, None).await
    }

    /// Does something in the deal, after all that was seen of the table.
    ///
    /// # Errors
    /// If the connection is closed or the server does not read.
    pub async fn act(&mut self, table: &TableId, action: &str) -> Result<(), Error> {
        let seq = self.tables.get(table).map_or(0, |following| following.since().seq);
        let act = ClientMessage::Act { table: table.clone(), seq, action: action.to_owned() };
        self.send(&act).await
    }

    /// Receives the next message; meanwhile sends pings, whose answers it does not return. May be
    /// dropped and called again without losing anything.
    ///
    /// # Errors
    /// If the connection is closed, or the server is silent for too long.
    pub async fn receive(&mut self) -> Result<ServerMessage, Error> {
        loop {
            let (message, place) = self.receive_placed().await?;
            if place == Place::Next {
                return Ok(message);
            }
        }
    }

    /// Receives as [`Client::receive`] does, but returns every event, for callers that check
    /// everything that a server sends. Only what comes next is to be followed.
    ///
    /// # Errors
    /// Those of [`Client::receive`].
    pub async fn receive_placed(&mut self) -> Result<(ServerMessage, Place), Error> {
        loop {
            self.fill_gaps().await?;
            let again = self.again;
            let connection = self.connected()?;
            let message = tokio::select! {
                message = connection.socket.receive() => message?,
                () = sleep_until(again.unwrap_or_else(Instant::now)), if again.is_some() => {
                    self.watch_refused().await?;
                    continue;
                }
                _ = connection.ping.tick() => {
                    if connection.heard.elapsed() > DEAD {
                        return Err(Error::Silent("no sign of life from the server"));
                    }
                    connection.socket.send(&ClientMessage::Ping { at: None }).await?;
                    continue;
                }
            };
            connection.heard = Instant::now();
            let Some(message) = message else { continue };
            match message {
                ServerMessage::Goodbye { reason, retry_ms } => {
                    self.invited = retry_ms.map(Duration::from_millis);
                    return Err(Error::Closed(reason));
                }
                ServerMessage::Pong { at: None } => continue,
                _ => (),
            }
            let place = self.follow(&message);
            return Ok((message, place));
        }
    }

    /// Asks again for the tables that could not be watched.
    async fn watch_refused(&mut self) -> Result<(), Error> {
        self.again = None;
        for table in std::mem::take(&mut self.refused) {
            let since = self.tables.get(&table).map(|following| following.since().clone());
            self.watch_since(table, since).await?;
        }
        Ok(())
    }

    /// Closes the connection in good order, if there is one.
    pub async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            if connection.began.elapsed() > LASTED {
                self.backoff.reset();
            }
            connection.socket.close().await;
        }
    }

    fn connected(&mut self) -> Result<&mut Connection, Error> {
        self.connection.as_mut().ok_or(Error::NotConnected)
    }

    /// Asks for what came after the last event that was seen of each table with
    /// a gap.
    async fn fill_gaps(&mut self) -> Result<(), Error> {
        for (table, since) in
            self.tables.iter().filter(|(_, f)| f.has_gap()).map(seen).collect::<Vec<_>>()
        {
            debug!(%table, "events are missing");
            self.watch_since(table.clone(), Some(since)).await?;
            self.tables.entry(table).and_modify(Following::asked);
        }
        Ok(())
    }

    async fn watch_since(&mut self, table: TableId, since: Option<Since>) -> Result<(), Error> {
        let invite = self.invites.get(&table).cloned();
        self.send(&ClientMessage::Watch { table, invite, since }).await
    }

    /// Notes what a message says of a table's numbers. Messages without a number
    /// come next.
    fn follow(&mut self, message: &ServerMessage) -> Place {
        match message {
            ServerMessage::Snapshot { snapshot } => {
                let since = Since { epoch: snapshot.epoch.clone(), seq: snapshot.seq };
                self.tables.insert(snapshot.id.clone(), Following::new(since));
            }
            ServerMessage::Event { table, seq, event } => {
                // An event that was on its way when the table was left.
                let Some(following) = self.tables.get_mut(table) else { return Place::Seen };
                let place = following.event(*seq);
                if place == Place::Next && matches!(**event, TableEvent::Closed { .. }) {
                    self.forget(table);
                }
                return place;
            }
            ServerMessage::Error { error, of, table } => {
                // Perhaps it was the question for missing events that was not read.
                self.tables.values_mut().for_each(Following::unanswered);
                if let Some(table) = table {
                    match of.as_deref() {
                        Some("watch") if may_pass(error) => {
                            let wait = error.retry_ms.map_or(SOON, Duration::from_millis);
                            self.refused.push(table.clone());
                            self.again = Some(Instant::now() + wait);
                        }
                        _ if may_pass(error) => (),
                        Some("watch") => self.forget(table),
                        Some("sit") if !self.tables.contains_key(table) => self.forget(table),
                        _ => (),
                    }
                }
            }
            _ => (),
        }
        Place::Next
    }

    fn forget(&mut self, table: &TableId) {
        self.tables.remove(table);
        self.invites.remove(table);
    }
}

/// A table and the last event seen of it.
fn seen((table, following): (&TableId, &Following)) -> (TableId, Since) {
    (table.clone(), following.since().clone())
}

/// Waits for the answer to the hello.
async fn welcome(socket: &mut Socket) -> Result<Welcome, Error> {
    loop {
        match socket.receive().await? {
            Some(ServerMessage::Welcome { you, tables, .. }) => return Ok(Welcome { you, tables }),
            Some(ServerMessage::Error { error, .. }) => return Err(Error::Refused(error)),
            Some(ServerMessage::Goodbye { reason, .. }) => return Err(Error::Closed(reason)),
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio::net::TcpListener;
    use tokio_tungstenite::tungstenite::Message;

    use super::*;

    const WELCOME: &str = r#"{"type": "welcome", "protocol": 1, "server": "0", "epoch": "e",
        "you": {"id": "a", "name": "Ana", "kind": "guest"}, "time": "2026-11-21T10:15:30Z",
        "tables": [], "levels": [], "limits": {"message_bytes": 4096, "messages_per_second": 50,
        "message_burst": 200, "silence_ms": 90000, "nonce_bytes": 64, "chat_chars": 300,
        "chat_per_second": 1, "chat_burst": 5, "lobby_per_second": 1, "lobby_burst": 5,
        "seeks_per_second": 1, "seek_burst": 5, "tables_watched": 64, "tables_opened": 10,
        "requests_per_second": 50, "request_burst": 200}}"#;

    /// The time from a goodbye until the client has reconnected.
    async fn comes_back_after(goodbye: &'static str) -> Duration {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("ws://{}/ws", listener.local_addr().expect("an address"));
        let serving = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.expect("a client");
                let mut socket = tokio_tungstenite::accept_async(stream).await.expect("a socket");
                socket.next().await.expect("a hello").expect("a hello");
                socket.send(Message::text(WELCOME)).await.expect("sent");
                socket.send(Message::text(goodbye)).await.expect("sent");
            }
        });
        let mut client = Client::new(&address, "token", None);
        client.connect().await.expect("welcome");
        let lost = client.receive().await.expect_err("goodbye");
        assert!(matches!(lost, Error::Closed(reason) if reason == "restart"));
        let lost = Instant::now();
        client.reconnect().await.expect("welcome");
        serving.abort();
        lost.elapsed()
    }

    #[tokio::test]
    async fn comes_back_when_the_server_says_so() {
        let late = r#"{"type": "goodbye", "reason": "restart", "retry_ms": 1200}"#;
        assert!(comes_back_after(late).await >= Duration::from_millis(1200));
        let soon = r#"{"type": "goodbye", "reason": "restart"}"#;
        let latest = r#"{"type": "goodbye", "reason": "restart", "retry_ms": 15000}"#;
        tokio::select! {
            _ = comes_back_after(soon) => {}
            waited = comes_back_after(latest) => panic!("the other is not back in {waited:?}"),
        }
    }

    #[tokio::test]
    async fn events_are_told_with_their_place_to_whoever_wants_all() {
        let ready = |seq: u64| {
            format!(
                r#"{{"type": "event", "table": "t", "seq": {seq},
                    "event": {{"type": "ready", "seat": 0}}}}"#
            )
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("ws://{}/ws", listener.local_addr().expect("an address"));
        let serving = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.expect("a client");
            let mut socket = tokio_tungstenite::accept_async(stream).await.expect("a socket");
            socket.next().await.expect("a hello").expect("a hello");
            socket.send(Message::text(WELCOME)).await.expect("sent");
            for seq in [6, 6, 8, 7, 8] {
                socket.send(Message::text(ready(seq))).await.expect("sent");
            }
            socket.next().await.expect("a question").expect("a question").to_string()
        });
        let mut client = Client::new(&address, "token", None);
        client.connect().await.expect("welcome");
        let since = Since { epoch: "e".into(), seq: 5 };
        client.tables.insert(TableId::from("t"), Following::new(since));
        let mut places = Vec::new();
        for _ in 0..4 {
            places.push(client.receive_placed().await.expect("an event").1);
        }
        assert_eq!(places, [Place::Next, Place::Seen, Place::Gap, Place::Next]);
        let next = client.receive().await.expect("an event");
        assert!(matches!(next, ServerMessage::Event { seq: 8, .. }), "{next:?}");
        let asked = serving.await.expect("ends");
        assert!(asked.contains(r#""seq":6"#), "what is missing is asked for: {asked}");
    }

    #[tokio::test]
    async fn a_table_that_could_not_be_watched_is_asked_for_again() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = format!("ws://{}/ws", listener.local_addr().expect("an address"));
        let busy = r#"{"type": "error", "of": "watch", "table": "t", "code": "busy",
            "message": "another server takes the table over", "retry_ms": 50}"#;
        let serving = tokio::spawn(async move {
            let (stream, _) = listener.accept().await.expect("a client");
            let mut socket = tokio_tungstenite::accept_async(stream).await.expect("a socket");
            let mut heard = Vec::new();
            for answer in [WELCOME, busy] {
                heard.push(socket.next().await.expect("a message").expect("a text"));
                socket.send(Message::text(answer)).await.expect("sent");
            }
            heard.push(socket.next().await.expect("a message").expect("a text"));
            heard
        });
        let mut client = Client::new(&address, "token", None);
        client.connect().await.expect("welcome");
        client.watch(TableId::from("t")).await.expect("sent");
        let busy = client.receive().await.expect("an answer");
        assert!(matches!(busy, ServerMessage::Error { .. }));
        // It sends its next question without being asked to.
        let (_, heard) = tokio::join!(client.receive(), serving);
        let heard = heard.expect("ends");
        assert_eq!(heard[1], heard[2], "the same question");
    }
}
