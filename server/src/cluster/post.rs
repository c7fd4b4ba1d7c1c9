//! The task that sends and receives what servers tell each other, over NATS.
//!
//! Each server listens at one subject, made of its name and its start. NATS keeps nothing
//! and may lose anything: [`super::link`] notices. While NATS is not there, every table is
//! run on by its server for those who are connected to that.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::Context as _;
use async_nats::ServerAddr;
use async_nats::connection::State;
use futures_util::StreamExt as _;
use percent_encoding::percent_decode_str;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};
use vzetek_protocol::{ErrorBody, ErrorCode, TableId};

use super::link::{Effect, Link};
use super::noise::Noise;
use super::roll::Offer;
use super::standin::{Mailbox, StandIn, Unsent};
use super::wire::{self, About, Body, Far, Head, Wish};
use super::{Cluster, Outgoing, Peer, members};
use crate::app::Shared;
use crate::config::Config;
use crate::table::{Command, Mail, TableHandle, Visitor};
use crate::ws::outbox::{ConnectionId, Outbox};
use crate::ws::words::send_error;

/// The time between two beats.
const BEAT: Duration = Duration::from_secs(1);
/// The time within which NATS must take a message.
const SEND: Duration = Duration::from_millis(200);
/// The most outgoing messages that are taken from the queue at a time.
const AT_ONCE: usize = 256;

/// The way to NATS, before anything is sent.
#[derive(Debug)]
pub struct Post {
    cluster: Cluster,
    outgoing: mpsc::Receiver<Outgoing>,
    client: async_nats::Client,
    incoming: async_nats::Subscriber,
    prefix: String,
}

impl Cluster {
    /// Connects to NATS at `address`, as this server. After `fresh_starts` of this process
    /// NATS was there before, and is not waited for.
    ///
    /// # Errors
    /// If the address is none, NATS refuses us, or was never there and is not now.
    pub async fn connect(
        me: Peer,
        config: &Config,
        address: &str,
        fresh_starts: u64,
    ) -> anyhow::Result<(Self, Post)> {
        let was_there = fresh_starts > 0;
        let unreachable = "NATS cannot be reached (see --nats)";
        let servers: Vec<ServerAddr> = address
            .split(',')
            .map(str::parse)
            .collect::<Result<_, _>>()
            .context("no address of NATS (see --nats): nats://user:password@host:4222")?;
        let mut options = credentials(&servers);
        if let Some(authority) = config.nats_ca.as_ref().filter(|ca| !ca.as_os_str().is_empty()) {
            std::fs::File::open(authority).with_context(|| {
                format!("{} cannot be read (see --nats-ca)", authority.display())
            })?;
            options = options.add_root_certificates(authority.clone());
        }
        if was_there {
            options = options.retry_on_initial_connect();
        }
        let client = options
            .name(format!("vzetek {}", me.id))
            .connection_timeout(Duration::from_secs(2))
            .reconnect_delay_callback(|_| Duration::from_millis(250))
            .event_callback(|event| async move { note(&event) })
            .connect(servers)
            .await
            .context(unreachable)?;
        let prefix = config.nats_prefix.clone();
        let incoming = client.subscribe(subject(&prefix, &me)).await?;
        if !was_there {
            client.flush().await.context("NATS does not answer (see --nats)")?;
        }
        let (cluster, outgoing) = Self::new(me, fresh_starts);
        let post = Post { cluster: cluster.clone(), outgoing, client, incoming, prefix };
        Ok((cluster, post))
    }
}

/// The user and password, or the token, that the addresses name.
fn credentials(servers: &[ServerAddr]) -> async_nats::ConnectOptions {
    let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let named = servers.iter().find_map(|server| Some((server.username()?, server.password())));
    match named {
        None => async_nats::ConnectOptions::new(),
        Some((token, None)) => async_nats::ConnectOptions::with_token(plain(token)),
        Some((user, Some(password))) => {
            async_nats::ConnectOptions::with_user_and_password(plain(user), plain(password))
        }
    }
}

fn subject(prefix: &str, peer: &Peer) -> String {
    format!("{prefix}.node.{}.{}", peer.id, peer.incarnation)
}

fn note(event: &async_nats::Event) {
    use async_nats::Event;
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        Event::Disconnected => {
            tracing::warn!("NATS is gone; tables of other servers cannot be reached");
        }
        other => tracing::debug!(%other, "NATS"),
    }
}

/// A connection at another server, as tables and services here know it.
#[derive(Debug)]
struct Remote {
    visitor: Arc<Visitor>,
    outbox: Outbox,
    house: bool,
    /// The tables here that it has sent something to.
    tables: HashSet<TableId>,
}

/// Another server.
#[derive(Debug)]
struct Other {
    link: Link,
    connections: HashMap<Far, Remote>,
    tables: HashMap<TableId, StandIn>,
    /// True if it has been said that its version is not understood.
    foreign: bool,
}

/// The task.
struct Worker {
    app: Shared,
    cluster: Cluster,
    client: async_nats::Client,
    prefix: String,
    others: HashMap<Peer, Other>,
    /// The number of the next session.
    fresh: u64,
    noise: Noise,
}

/// Sends and receives until the server is to stop.
pub async fn run(app: Shared, mut post: Post) {
    let (alive, mut peers) = watch::channel(BTreeSet::new());
    app.tasks.spawn(members::run(app.clone(), post.cluster.clone(), alive));
    let mut worker = Worker {
        app: app.clone(),
        cluster: post.cluster,
        client: post.client,
        prefix: post.prefix,
        others: HashMap::new(),
        // Sessions of an earlier start have another subject.
        fresh: 1,
        noise: Noise::default(),
    };
    let mut beat = tokio::time::interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut queued = Vec::with_capacity(AT_ONCE);
    loop {
        tokio::select! {
            () = app.shutdown.cancelled() => return,
            Some(message) = post.incoming.next() => worker.receive(&message.payload).await,
            count = post.outgoing.recv_many(&mut queued, AT_ONCE) => {
                if count == 0 {
                    return;
                }
                worker.send_all(&mut queued).await;
            }
            Ok(()) = peers.changed() => {
                let alive = peers.borrow_and_update().clone();
                worker.meet(&alive).await;
            }
            _ = beat.tick() => worker.beat().await,
        }
    }
}

impl Worker {
    fn fresh(&mut self) -> u64 {
        self.fresh += 1;
        self.fresh
    }

    /// Takes over who is alive.
    async fn meet(&mut self, alive: &BTreeSet<Peer>) {
        let gone: Vec<Peer> =
            self.others.keys().filter(|peer| !alive.contains(peer)).cloned().collect();
        for peer in gone {
            self.part(&peer);
            self.others.remove(&peer);
        }
        for peer in alive {
            if !self.others.contains_key(peer) {
                let link = Link::new(self.fresh(), Instant::now());
                let (connections, tables) = (HashMap::new(), HashMap::new());
                let other = Other { link, connections, tables, foreign: false };
                self.others.insert(peer.clone(), other);
                self.open(peer).await;
            }
        }
        metrics::gauge!("vzetek_nodes").set(self.others.len() as f64 + 1.0);
        self.share_offers().await;
    }

    async fn beat(&mut self) {
        self.noise.tell();
        let overflown = self.cluster.0.overflown.swap(false, Ordering::Relaxed);
        let peers: Vec<Peer> = self.others.keys().cloned().collect();
        for peer in peers {
            let (fresh, now) = (self.fresh(), Instant::now());
            let Some(other) = self.others.get_mut(&peer) else { continue };
            let up = other.link.is_up();
            if overflown && up {
                tracing::warn!(peer = %peer.id, "too much to tell; everything is told anew");
                metrics::counter!("vzetek_links_broken_total").increment(1);
                other.link.restart(fresh, now);
            } else if other.link.is_silent(fresh, now) {
                tracing::warn!(peer = %peer.id, "another server is silent");
                metrics::counter!("vzetek_links_broken_total").increment(1);
            }
            if other.link.is_up() {
                self.number(&peer, Body::Beat {}, None).await;
            } else {
                if up {
                    self.part(&peer);
                }
                self.open(&peer).await;
            }
        }
        let heard = self.others.values().filter(|other| other.link.is_up()).count();
        metrics::gauge!("vzetek_nodes_heard").set(heard as f64 + 1.0);
    }

    /// Opens a session, or says that one is open.
    async fn open(&mut self, peer: &Peer) {
        let Some(other) = self.others.get(peer) else { return };
        let body = Body::Open {
            seen: other.link.seen(),
            version: wire::VERSION,
            release: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let session = other.link.session();
        self.publish(peer, session, 0, body, None).await;
    }

    /// Sends a numbered message, if there is a session.
    async fn number(&mut self, peer: &Peer, body: Body, text: Option<&[u8]>) {
        let Some(other) = self.others.get_mut(peer).filter(|other| other.link.is_up()) else {
            return;
        };
        let (session, number) = (other.link.session(), other.link.next_number());
        self.publish(peer, session, number, body, text).await;
    }

    async fn publish(&self, to: &Peer, session: u64, number: u64, body: Body, text: Option<&[u8]>) {
        // A client without a connection keeps what it is given, and soon takes nothing more.
        if self.client.connection_state() != State::Connected {
            return;
        }
        let me = self.cluster.me();
        let head =
            Head { from: me.id.to_string(), incarnation: me.incarnation, session, number, body };
        let message: Bytes = wire::write(&head, text);
        let sending = self.client.publish(subject(&self.prefix, to), message);
        match tokio::time::timeout(SEND, sending).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "NATS takes a message for none"),
            Err(_) => tracing::debug!("NATS takes nothing"),
        }
    }

    async fn send_all(&mut self, queued: &mut Vec<Outgoing>) {
        let mut queued = queued.drain(..).peekable();
        while let Some(outgoing) = queued.next() {
            match outgoing {
                Outgoing::To(peer, body) => self.number(&peer, body, None).await,
                Outgoing::Tell(peer, connection, text) => {
                    // Those who are told the very same share one message.
                    let mut to = vec![connection];
                    let same = |next: &Outgoing| {
                        matches!(next, Outgoing::Tell(to, _, next)
                            if *to == peer && is_same(next, &text))
                    };
                    while let Some(Outgoing::Tell(_, next, _)) = queued.next_if(same) {
                        to.push(next);
                    }
                    self.number(&peer, Body::Tell { to }, Some(text.as_bytes())).await;
                }
                Outgoing::All(body) => self.tell_all(&body).await,
                Outgoing::Table(table) => {
                    let body = self.about(table);
                    self.tell_all(&body).await;
                }
                Outgoing::Offer(connection) => {
                    if let Some(offer) = self.offer(connection) {
                        self.tell_all(&offer).await;
                    }
                }
                Outgoing::Wish(account) => {
                    let seek = self.app.pairing.wish(&account);
                    self.tell_all(&Body::Wish { account, seek }).await;
                }
            }
        }
    }

    async fn tell_all(&mut self, body: &Body) {
        let peers: Vec<Peer> = self.others.keys().cloned().collect();
        for peer in peers {
            self.number(&peer, body.clone(), None).await;
        }
    }

    /// A table that is run here as it stands, or that it is no more.
    fn about(&self, table: TableId) -> Body {
        match self.app.tables.about(&table, &self.app.lobby) {
            Some(about) => Body::Table { table, about: Box::new(about) },
            None => Body::Gone { closed: !self.app.tables.is_moving(&table), table },
        }
    }

    /// The share of each server in what a connection offers.
    fn offer(&self, connection: ConnectionId) -> Option<Body> {
        let Offer { level, seats, kinds } = self.cluster.roll().offer(connection)?;
        let seats = self.cluster.share(seats);
        Some(Body::Offer { connection: connection.number(), level, seats, kinds })
    }

    /// Offers seats anew, here and elsewhere, since there are more servers or fewer.
    async fn share_offers(&mut self) {
        for connection in self.cluster.roll().all().1 {
            if let Some(offer) = self.offer(connection) {
                if let Body::Offer { seats, .. } = &offer {
                    self.app.house.share(connection, *seats);
                }
                self.tell_all(&offer).await;
            }
        }
    }

    /// Tells another server everything that it has to know.
    async fn tell_everything(&mut self, peer: &Peer) {
        let (entered, offers) = self.cluster.roll().all();
        let offers: Vec<Body> = offers.into_iter().filter_map(|one| self.offer(one)).collect();
        let tables = self.app.tables.here();
        let tables: Vec<Body> = tables.into_iter().map(|table| self.about(table)).collect();
        let wishes = self.cluster.roll().accounts().into_iter().filter_map(|account| {
            let seek = self.app.pairing.wish(&account)?;
            Some(Body::Wish { account, seek: Some(seek) })
        });
        let wishes: Vec<Body> = wishes.collect();
        for body in entered.into_iter().chain(offers).chain(wishes).chain(tables) {
            self.number(peer, body, None).await;
        }
    }

    /// Forgets all that another server has told.
    fn part(&mut self, peer: &Peer) {
        let Some(other) = self.others.get_mut(peer) else { return };
        for (_, remote) in other.connections.drain() {
            leave(&self.app, remote);
        }
        for (table, stand_in) in other.tables.drain() {
            stand_in.end();
            self.app.tables.lose(&table, peer);
        }
    }

    async fn receive(&mut self, message: &[u8]) {
        let (head, text) = match wire::read(message) {
            Ok(read) => read,
            Err(error) => return self.noise.note("no server's", &error),
        };
        let Ok(id) = head.from.parse() else { return };
        let peer = Peer { id, incarnation: head.incarnation };
        let (fresh, now) = (self.fresh(), Instant::now());
        // Only those whom the database knows to be alive.
        let Some(other) = self.others.get_mut(&peer) else { return };
        let effect = match &head.body {
            Body::Open { seen, version, release } => {
                if version.abs_diff(wire::VERSION) > 1 {
                    if !std::mem::replace(&mut other.foreign, true) {
                        tracing::error!(
                            peer = %peer.id, %release, version, ours = wire::VERSION,
                            "another server speaks a version that is no neighbour of ours; \
                             its tables cannot be reached from here"
                        );
                    }
                    return;
                }
                other.link.opened(head.session, *seen, fresh, now)
            }
            _ => other.link.received(head.session, head.number, fresh, now),
        };
        match effect {
            Effect::Take => self.take(&peer, head.body, text),
            Effect::Ignore => {}
            Effect::Answer => self.open(&peer).await,
            Effect::Up => {
                self.open(&peer).await;
                tracing::info!(peer = %peer.id, "another server is heard");
                self.tell_everything(&peer).await;
            }
            Effect::Broken | Effect::Anew => {
                tracing::warn!(peer = %peer.id, "something of another server was lost");
                metrics::counter!("vzetek_links_broken_total").increment(1);
                self.part(&peer);
                self.open(&peer).await;
            }
        }
    }

    /// Does what a message says.
    fn take(&mut self, peer: &Peer, body: Body, text: &[u8]) {
        let Some(other) = self.others.get_mut(peer) else { return };
        match body {
            Body::Open { .. } | Body::Beat {} => {}
            Body::Unknown { error } => self.noise.note("of another version", &error),
            Body::Enter { connection, player, household, house } => {
                let outbox = Outbox::elsewhere(self.cluster.clone(), peer.clone(), connection);
                let local = ConnectionId::next();
                let visitor = Arc::new(Visitor { connection: local, player, household });
                if !house {
                    let account = &visitor.player.id.0;
                    self.app.pairing.enter(account, local, &outbox);
                }
                let remote = Remote { visitor, outbox, house, tables: HashSet::new() };
                if let Some(before) = other.connections.insert(connection, remote) {
                    leave(&self.app, before);
                }
            }
            Body::Leave { connection } => {
                if let Some(remote) = other.connections.remove(&connection) {
                    leave(&self.app, remote);
                }
            }
            Body::Offer { connection, level, seats, kinds } => {
                if let Some(remote) = other.connections.get(&connection) {
                    let (local, account) = (remote.visitor.connection, &remote.visitor.player.id.0);
                    self.app.house.offer(local, account, &level, seats, kinds, &remote.outbox);
                }
            }
            Body::Wish { account, seek } => self.app.pairing.mirror(&account, seek),
            Body::Table { table, about } => {
                let known = other.tables.get(&table).cloned();
                let is_new = known.is_none();
                let stand_in = known.unwrap_or_else(|| {
                    StandIn::new(self.cluster.clone(), peer.clone(), table.clone())
                });
                other.tables.insert(table.clone(), stand_in.clone());
                self.app.tables.stand_in(&self.app, &table, stand_in, *about);
                if is_new {
                    self.app.tables.watch_again(&self.cluster, &self.app, &table);
                }
            }
            Body::Gone { table, closed } => {
                if let Some(stand_in) = other.tables.remove(&table) {
                    stand_in.end();
                    if closed {
                        self.app.tables.close(&self.app, &table, peer);
                    } else {
                        self.app.tables.lose(&table, peer);
                    }
                }
            }
            Body::Orphans {} => self.cluster.0.orphans.notify_one(),
            Body::Command { connection, table, wish } => {
                if let Some(remote) = other.connections.get_mut(&connection) {
                    command(&self.app, remote, table, wish);
                }
            }
            Body::CallAway { table, account } => {
                if let Some(handle) = self.app.tables.find(&table).filter(TableHandle::is_here) {
                    let _ = handle.mailbox.try_send(Mail::CallAway { account });
                }
            }
            Body::Tell { to } => {
                let Ok(text) = std::str::from_utf8(text) else { return };
                let text = Utf8Bytes::from(text);
                for connection in to.into_iter().map(ConnectionId::numbered) {
                    if let Some(outbox) = self.cluster.roll().outbox(connection) {
                        outbox.send_text(text.clone());
                    }
                }
            }
            Body::Ended { ended } => self.app.accounts.connected().apply(&ended),
        }
    }
}

fn is_same(one: &Utf8Bytes, other: &Utf8Bytes) -> bool {
    std::ptr::eq(one.as_str(), other.as_str())
}

/// Takes leave of a connection at another server.
fn leave(app: &Shared, remote: Remote) {
    let connection = remote.visitor.connection;
    if remote.house {
        app.house.withdraw(connection);
    } else {
        app.pairing.part(&remote.visitor.player.id.0, connection);
    }
    for table in remote.tables {
        let Some(handle) = app.tables.find(&table).filter(TableHandle::is_here) else { continue };
        let mail = Mail::Command {
            outbox: remote.outbox.clone(),
            command: Command::Unwatch { connection },
        };
        // Must not get lost in a full mailbox.
        app.tasks.spawn(async move { handle.mailbox.send(mail).await });
    }
}

/// Hands a wish of a connection elsewhere to a table here.
fn command(app: &Shared, remote: &mut Remote, table: TableId, wish: Wish) {
    let visitor = remote.visitor.clone();
    let (command, of) = match wish {
        Wish::Watch { invite, since } => (Command::Watch { visitor, invite, since }, "watch"),
        Wish::Unwatch {} => (Command::Unwatch { connection: visitor.connection }, "unwatch"),
        Wish::Message { message } => {
            let of = message.type_name();
            (Command::Message { visitor, message }, of)
        }
    };
    let must_arrive = matches!(command, Command::Unwatch { .. });
    let handle = app.tables.find(&table).filter(TableHandle::is_here);
    let sent = match handle {
        None => Err(Unsent::Closed),
        Some(handle) => {
            let mail = Mail::Command { outbox: remote.outbox.clone(), command };
            remote.tables.insert(table.clone());
            if must_arrive {
                remote.tables.remove(&table);
                app.tasks.spawn(async move { handle.mailbox.send(mail).await });
                return;
            }
            handle.mailbox.try_send(mail)
        }
    };
    if sent.is_err() {
        let message = "the table has too much to do, or another server runs it now; try again";
        let body = ErrorBody::later(ErrorCode::Busy, message, RETRY);
        send_error(&remote.outbox, body, Some(of), Some(table));
    }
}

/// The time after which a table that is changing servers may be asked again.
pub const RETRY: Duration = Duration::from_millis(300);

impl Mailbox {
    /// The other server that runs the table, if one does.
    pub const fn peer(&self) -> Option<&Peer> {
        match self {
            Self::Here(_) => None,
            Self::Elsewhere(stand_in) => Some(stand_in.peer()),
        }
    }
}

impl About {
    /// Returns a table's facts with its place in the lobby.
    pub fn of(handle: &TableHandle, summary: Option<vzetek_protocol::TableSummary>) -> Self {
        let seated = handle.seated.read().expect("never poisoned: no panic while held").clone();
        Self {
            config: (*handle.config).clone(),
            creator: handle.creator.clone(),
            invite: handle.invite.as_deref().map(str::to_owned),
            demo: handle.demo,
            seated,
            summary,
        }
    }
}
