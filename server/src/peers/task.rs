//! The task that exchanges messages with the other servers over NATS.
//!
//! Each server listens at one subject, made of its name and its start. NATS stores nothing and may
//! lose anything: [`crate::cluster::link`] detects losses. While NATS is unavailable, every server
//! continues to run its tables for its own connections.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use async_nats::connection::State;
use futures_util::StreamExt as _;
use rand::RngExt as _;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior};
use tokio_tungstenite::tungstenite::{Bytes, Utf8Bytes};
use vzetek_protocol::TableId;

use super::members;
use super::rejected::Rejected;
use crate::app::Shared;
use crate::cluster::connections::Offer;
use crate::cluster::link::{Effect, Link};
use crate::cluster::nats::{Bus, subject};
use crate::cluster::remote_table::RemoteTable;
use crate::cluster::unanswered::{Unanswered, refuse};
use crate::cluster::wire::{self, Body, Far, Head};
use crate::cluster::{Cluster, Outgoing};
use crate::connection::{ConnectionId, Outbox};
use crate::elsewhere::Peer;
use crate::table::{Command, Mail, StandIn as _, TableHandle, Visitor};

/// The time between two beats.
const BEAT: Duration = Duration::from_secs(1);
/// The time within which NATS must take a message.
const SEND: Duration = Duration::from_millis(200);
/// The time for which a server must be first before it leads.
const UNDISPUTED: Duration = Duration::from_secs(2);
/// The most outgoing messages that are taken from the queue at a time.
const AT_ONCE: usize = 256;

/// A connection at another server, as tables and services here know it.
#[derive(Debug)]
pub(super) struct Remote {
    pub(super) visitor: Arc<Visitor>,
    pub(super) outbox: Outbox,
    pub(super) house: bool,
    /// The tables here that it has sent something to.
    pub(super) tables: HashSet<TableId>,
}

/// Another server.
#[derive(Debug)]
pub(super) struct Other {
    pub(super) link: Link,
    pub(super) connections: HashMap<Far, Remote>,
    pub(super) tables: HashMap<TableId, Arc<RemoteTable>>,
    /// The commands that were sent to the server and are not processed yet.
    pub(super) unanswered: Unanswered,
    /// True while it hands its tables over to the others.
    pub(super) leaves: bool,
    /// True if its unknown version has been logged.
    foreign: bool,
}

/// The task.
pub(super) struct Worker {
    pub(super) app: Shared,
    pub(super) cluster: Cluster,
    client: async_nats::Client,
    prefix: String,
    pub(super) others: HashMap<Peer, Other>,
    /// The number of the next session.
    fresh: u64,
    /// Since when this server comes first of those that hear each other, if it does.
    first: Option<Instant>,
    pub(super) rejected: Rejected,
}

/// Sends and receives until the server is to stop.
///
/// # Panics
/// If the task that looks at the other servers panics: this task is useless without it.
pub async fn run(app: Shared, mut bus: Bus) {
    let (alive, mut peers) = watch::channel(BTreeSet::new());
    let mut looking = tokio::spawn(members::run(app.clone(), bus.cluster.clone(), alive));
    let mut worker = Worker {
        app: app.clone(),
        cluster: bus.cluster,
        client: bus.client,
        prefix: bus.prefix,
        others: HashMap::new(),
        // A server that has read no message of this one cannot guess the next message's session.
        fresh: app.sources.rng().random_range(0..1 << 62),
        first: None,
        rejected: Rejected::default(),
    };
    let mut beat = tokio::time::interval(BEAT);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut queued = Vec::with_capacity(AT_ONCE);
    loop {
        tokio::select! {
            () = app.shutdown.cancelled() => return,
            Some(message) = bus.incoming.next() => worker.receive(&message.payload).await,
            count = bus.outgoing.recv_many(&mut queued, AT_ONCE) => {
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
            ended = &mut looking => match ended {
                Ok(()) => return,
                Err(broken) => std::panic::resume_unwind(broken.into_panic()),
            },
        }
    }
}

impl Worker {
    fn fresh(&mut self) -> u64 {
        self.fresh += 1;
        self.fresh
    }

    /// Applies the set of servers that are alive.
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
                let other = Other {
                    link,
                    connections: HashMap::new(),
                    tables: HashMap::new(),
                    unanswered: Unanswered::default(),
                    leaves: false,
                    foreign: false,
                };
                self.others.insert(peer.clone(), other);
                self.open(peer).await;
            }
        }
        metrics::gauge!("vzetek_nodes").set(self.others.len() as f64 + 1.0);
        self.app.accounts.servers().set(self.others.len() + 1);
        self.share_offers().await;
    }

    async fn beat(&mut self) {
        self.rejected.tell();
        let overflown = self.cluster.has_overflown();
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
                self.number(&peer, Body::Beat { leaves: self.cluster.leaves() }, None).await;
            } else {
                if up {
                    self.part(&peer);
                }
                self.open(&peer).await;
            }
        }
        let heard = self.others.values().filter(|other| other.link.is_up()).count();
        self.cluster.set_heard(heard);
        metrics::gauge!("vzetek_nodes_heard").set(heard as f64 + 1.0);
        self.see_who_leads();
    }

    /// The first of the servers that hear each other leads, once it has been the first for
    /// [`UNDISPUTED`]: by then the previous leader has finished its work.
    fn see_who_leads(&mut self) {
        let me = self.cluster.me();
        let mut heard = self.others.iter().filter(|(_, other)| other.link.is_up());
        let first = heard.all(|(peer, other)| me < peer || other.leaves);
        self.first = first.then(|| self.first.unwrap_or_else(Instant::now));
        let leads = self.first.is_some_and(|since| since.elapsed() >= UNDISPUTED);
        self.cluster.set_leads(leads);
    }

    /// Opens a session, or confirms an open one.
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

    /// Sends a numbered message, if there is a session. If NATS does not accept the message, the
    /// session ends: the receiver would miss the number, and the queue behind it need not wait for
    /// NATS as well.
    async fn number(&mut self, peer: &Peer, body: Body, text: Option<&[u8]>) {
        let Some(other) = self.others.get_mut(peer).filter(|other| other.link.is_up()) else {
            return refuse(self.cluster.connections(), &body);
        };
        let (session, number) = (other.link.session(), other.link.next_number());
        other.unanswered.note(number, &body);
        if self.publish(peer, session, number, body, text).await {
            return;
        }
        let fresh = self.fresh();
        if let Some(other) = self.others.get_mut(peer) {
            tracing::warn!(peer = %peer.id, "NATS takes nothing for another server");
            metrics::counter!("vzetek_links_broken_total").increment(1);
            other.link.restart(fresh, Instant::now());
            self.part(peer);
        }
    }

    /// Returns true if NATS has accepted the message.
    async fn publish(
        &self,
        to: &Peer,
        session: u64,
        number: u64,
        body: Body,
        text: Option<&[u8]>,
    ) -> bool {
        // A client without a connection buffers messages, and soon accepts no more.
        if self.client.connection_state() != State::Connected {
            return false;
        }
        let me = self.cluster.me();
        let head =
            Head { from: me.id.to_string(), incarnation: me.incarnation, session, number, body };
        let message: Bytes = wire::write(&head, text);
        let sending = self.client.publish(subject(&self.prefix, to), message);
        let taken = tokio::time::timeout(SEND, sending).await;
        if let Ok(Err(error)) = &taken {
            tracing::warn!(%error, "NATS takes a message for none");
        }
        matches!(taken, Ok(Ok(())))
    }

    async fn send_all(&mut self, queued: &mut Vec<Outgoing>) {
        let mut queued = queued.drain(..).peekable();
        let mut done: HashMap<(Peer, u64), Vec<u64>> = HashMap::new();
        while let Some(outgoing) = queued.next() {
            match outgoing {
                Outgoing::To(peer, body) => self.number(&peer, body, None).await,
                Outgoing::Tell(peer, connection, text) => {
                    // Connections that receive the same text share one message.
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
                Outgoing::Done(peer, session, number) => {
                    done.entry((peer, session)).or_default().push(number);
                }
                Outgoing::All(body) => self.tell_all(&body).await,
                Outgoing::Table(table) => {
                    let body = self.about(table);
                    if let Body::Gone { table, .. } = &body {
                        self.forget_visits(table);
                    }
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
        // Last, and for the whole batch: all consequences of the commands were sent before.
        for ((peer, session), commands) in done {
            if self.others.get(&peer).is_some_and(|other| other.link.seen() == Some(session)) {
                self.number(&peer, Body::Done { commands }, None).await;
            }
        }
    }

    /// A table is no longer run here.
    fn forget_visits(&mut self, table: &TableId) {
        for remote in self.others.values_mut().flat_map(|other| other.connections.values_mut()) {
            remote.tables.remove(table);
        }
    }

    async fn tell_all(&mut self, body: &Body) {
        let peers: Vec<Peer> = self.others.keys().cloned().collect();
        for peer in peers {
            self.number(&peer, body.clone(), None).await;
        }
    }

    /// The state of a table that is run here, or the notice that it is not.
    fn about(&self, table: TableId) -> Body {
        match self.app.tables.about(&table) {
            Some(about) => Body::Table { table, about: Box::new(about) },
            None => {
                let (closed, left) =
                    (!self.app.tables.knows(&table), self.app.tables.left_in(&table));
                Body::Gone { table, closed, left }
            }
        }
    }

    /// The share of each server in the seats that a connection offers.
    fn offer(&self, connection: ConnectionId) -> Option<Body> {
        let Offer { level, seats, kinds } = self.cluster.connections().offer(connection)?;
        let seats = self.cluster.share(seats);
        Some(Body::Offer { connection: connection.number(), level, seats, kinds })
    }

    /// Offers the seats again, here and elsewhere, since the number of servers has changed.
    async fn share_offers(&mut self) {
        for connection in self.cluster.connections().all().1 {
            if let Some(offer) = self.offer(connection) {
                if let Body::Offer { seats, .. } = &offer {
                    self.app.house.share(connection, *seats);
                }
                self.tell_all(&offer).await;
            }
        }
    }

    /// Sends another server the whole state that it has to know.
    async fn tell_everything(&mut self, peer: &Peer) {
        let (entered, offers) = self.cluster.connections().all();
        let offers: Vec<Body> = offers.into_iter().filter_map(|one| self.offer(one)).collect();
        let tables = self.app.tables.here().into_iter().chain(self.app.tables.left());
        let tables: Vec<Body> = tables.map(|table| self.about(table)).collect();
        let wishes = self.cluster.connections().accounts().into_iter().filter_map(|account| {
            let seek = self.app.pairing.wish(&account)?;
            Some(Body::Wish { account, seek: Some(seek) })
        });
        let wishes: Vec<Body> = wishes.collect();
        for body in entered.into_iter().chain(offers).chain(wishes).chain(tables) {
            self.number(peer, body, None).await;
        }
    }

    /// Reads from the database what another server may have reported in vain.
    fn make_good(&self) {
        let app = self.app.clone();
        self.app.tasks.spawn(async move {
            app.accounts.end_ended(&app.shutdown).await;
            app.following.look_anew().await;
            let Some(cluster) = &app.cluster else { return };
            if let Err(fault) = app.tables.end_closed(cluster.connections().watched()).await {
                fault.log("tables that were closed meanwhile may still be watched");
            }
        });
    }

    /// Discards all state that another server has reported.
    fn part(&mut self, peer: &Peer) {
        let Some(other) = self.others.get_mut(peer) else { return };
        for (_, remote) in other.connections.drain() {
            leave(&self.app, remote);
        }
        for (table, stand_in) in other.tables.drain() {
            stand_in.end();
            self.app.tables.lose(&table, peer);
        }
        self.app.tables.forget_left(peer);
        other.unanswered.refuse_all(self.cluster.connections());
    }

    async fn receive(&mut self, message: &[u8]) {
        let (head, text) = match wire::read(message) {
            Ok(read) => read,
            Err(error) => return self.rejected.note("no server's", &error),
        };
        let Ok(id) = head.from.parse() else { return };
        let peer = Peer { id, incarnation: head.incarnation };
        let (fresh, now) = (self.fresh(), Instant::now());
        // Only servers that are alive according to the database.
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
            Effect::Take => self.take(&peer, (head.session, head.number), head.body, text),
            Effect::Ignore => {}
            Effect::Answer => self.open(&peer).await,
            Effect::Up => {
                self.see_who_leads();
                self.open(&peer).await;
                tracing::info!(peer = %peer.id, "another server is heard");
                self.tell_everything(&peer).await;
                self.make_good();
            }
            Effect::Broken | Effect::Anew => {
                tracing::warn!(peer = %peer.id, "something of another server was lost");
                metrics::counter!("vzetek_links_broken_total").increment(1);
                self.part(&peer);
                self.open(&peer).await;
            }
        }
    }
}

fn is_same(one: &Utf8Bytes, other: &Utf8Bytes) -> bool {
    std::ptr::eq(one.as_str(), other.as_str())
}

/// Removes a connection at another server.
pub(super) fn leave(app: &Shared, remote: Remote) {
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
            receipt: None,
        };
        handle.mailbox.must_take(&app.tasks, mail);
    }
}
