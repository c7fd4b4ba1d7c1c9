//! Several servers on one database: any of them accepts any connection.
//!
//! This module sends to the others; [`crate::peers`] sends, receives and processes the messages.
//! Postgres decides which server runs a table; NATS carries messages, and nothing depends on their
//! arrival. A table that another server runs is a *stand-in* ([`remote_table`]) behind the same
//! mailbox, which forwards the command, and at the table's server the connection is an outbox like
//! its own. So lobby, house bots, pairing and following need not know where a connection is, and
//! the table's server redacts views before anything leaves it.
//!
//! Two servers have a *session* ([`link`]): numbered messages each way. When a number is missing,
//! or nothing arrives for three seconds, both discard their state about each other and send
//! everything again: connections, offers of bots, wishes for opponents, tables. The clients that
//! watched a table through the session watch it again, and receive a snapshot; they need not know
//! about it. Only servers that are alive according to the database are heard.
//!
//! Messages of several servers arrive in any order, so each one about a table has its *term*, the
//! number of times that it has changed hands: a message with a lower one is late
//! (`tables::places`). A forwarded command is retained until the table's server reports it as
//! processed ([`unanswered`]); the rest is refused with `busy` when the session ends. Lost messages
//! about accounts (ended sessions, follows) are read from the database when the next session is up.
//! A message that only a neighbouring version knows keeps its number and is skipped
//! ([`wire::Body::Unknown`]), so a new kind may be sent to older servers if they can do without it.
//!
//! `peers::members` reads the rows of `nodes` and declares dead each server whose row has expired
//! or that has lost its lock for a while, unless Postgres seems to be at fault: a look fails or
//! takes long, or the server's own row is no better. Then its tables are adopted in pages, some by
//! each survivor (`open_tables.rs` of the store locks with `SKIP LOCKED` first and reads again
//! under the lock which servers live, since Postgres does not do so itself), and rebuilt as at a
//! start. A table that cannot be rebuilt yet, because the store is unavailable, is retained and
//! tried again; tables that were assigned in a lost answer are released. A server that finds itself
//! declared dead starts again in its own process (`restart.rs`). `peers::drain` releases tables one
//! by one, in the same transaction log as their moves, so that the next owner finds all of them.
//! Parties are made by the server whose name comes first of those that hear each other and do not
//! leave; all know all wishes.
//!
//! [`wire`] has the messages, [`nats`] the connection, [`connections`] the local connections with the
//! facts for other servers.

pub mod connections;
pub mod link;
pub mod nats;
pub mod remote_table;
pub mod unanswered;
pub mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, mpsc};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use vzetek_protocol::{ErrorBody, ErrorCode, Kind, Player, TableId};
use vzetek_store::{NodeRow, Nodes};

use crate::connection::{ConnectionId, Forward, Outbox};
use crate::elsewhere::{Elsewhere, Ended, News, Peer};
use crate::fault::Fault;
use crate::table::{Unsent, Visitor};
use connections::{Connections, Offer};
use wire::{Body, Far};

/// The most messages that may wait to be sent. One more breaks all sessions.
const QUEUE: usize = 65_536;

/// The time after which a command to a table between servers may be repeated.
pub const RETRY: Duration = Duration::from_millis(300);

/// The error of a command to a table that moves to another server.
pub fn taken_over() -> ErrorBody {
    let message = "another server takes the table over; try again";
    ErrorBody::later(ErrorCode::Busy, message, RETRY)
}

/// The other servers in these rows.
pub fn others<'a>(rows: &'a [NodeRow], me: &'a Peer) -> impl Iterator<Item = Peer> + 'a {
    rows.iter().map(peer).filter(|peer| peer.id != me.id)
}

/// The server of a row.
pub fn peer(row: &NodeRow) -> Peer {
    Peer { id: row.node.id.clone(), incarnation: row.incarnation }
}

/// An outgoing message.
#[derive(Debug)]
pub enum Outgoing {
    /// A message to one server.
    To(Peer, Body),
    /// A text to a connection at a server.
    Tell(Peer, Far, Utf8Bytes),
    /// The receipt for a processed message of a session.
    Done(Peer, u64, u64),
    /// A message to all.
    All(Body),
    /// The present state of a table, to all.
    Table(TableId),
    /// The offer of a connection, to all.
    Offer(ConnectionId),
    /// The wish of an account for others, to all.
    Wish(String),
}

/// A server among others: the handle for sending to them.
#[derive(Clone, Debug)]
pub struct Cluster(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    me: Peer,
    /// The starts of this process in the place of one that was declared dead.
    fresh_starts: u64,
    queue: mpsc::Sender<Outgoing>,
    /// True if a message could not be queued: the state of the others is wrong.
    overflown: AtomicBool,
    connections: Connections,
    /// Notified when there may be tables that no server runs.
    orphans: Notify,
    /// True if this server comes first of all that it hears.
    leads: AtomicBool,
    /// The number of the others that are alive.
    others: AtomicU32,
    /// The number of the others that are heard over NATS.
    heard: AtomicU32,
    /// True while this server hands its tables over to the others.
    leaves: AtomicBool,
}

impl Cluster {
    /// A server among others, and the queue of its outgoing messages.
    pub fn new(me: Peer, fresh_starts: u64) -> (Self, mpsc::Receiver<Outgoing>) {
        let (queue, outgoing) = mpsc::channel(QUEUE);
        let inner = Inner {
            me,
            fresh_starts,
            queue,
            overflown: AtomicBool::new(false),
            connections: Connections::default(),
            orphans: Notify::new(),
            leads: AtomicBool::new(false),
            others: AtomicU32::new(0),
            heard: AtomicU32::new(0),
            leaves: AtomicBool::new(false),
        };
        (Self(Arc::new(inner)), outgoing)
    }

    /// This server.
    pub fn me(&self) -> &Peer {
        &self.0.me
    }

    /// Sets the metrics for the identity of this server and the number of its fresh starts.
    pub fn introduce(&self) {
        let Peer { id, incarnation } = self.me();
        metrics::gauge!(
            "vzetek_node_info",
            "node" => id.to_string(),
            "incarnation" => incarnation.to_string(),
            "version" => env!("CARGO_PKG_VERSION"),
        )
        .set(1.0);
        metrics::counter!("vzetek_fresh_starts_total").absolute(self.0.fresh_starts);
        // There from the start, so that the first time is seen as a change.
        for name in [
            "vzetek_nodes_declared_dead_total",
            "vzetek_tables_taken_over_total",
            "vzetek_tables_handed_over_total",
            "vzetek_links_broken_total",
        ] {
            metrics::counter!(name).increment(0);
        }
    }

    /// True while this server hands its tables over to the others: it accepts nothing new.
    pub fn leaves(&self) -> bool {
        self.0.leaves.load(Ordering::Relaxed)
    }

    /// From now on this server accepts nothing new. Returns false if there are no others.
    pub fn begin_to_leave(&self) -> bool {
        let others = self.0.others.load(Ordering::Relaxed) > 0;
        self.0.leaves.store(others, Ordering::Relaxed);
        others
    }

    /// A connection has sent its hello here.
    pub fn enter(&self, visitor: &Arc<Visitor>, house: bool, outbox: &Outbox) {
        // In the list first: a session that begins between the two sends it twice, not never.
        let enter = self.connections().enter(visitor, house, outbox);
        self.send(Outgoing::All(enter));
    }

    /// A connection offers seats.
    pub fn offer(
        &self,
        connection: ConnectionId,
        level: &str,
        seats: u32,
        kinds: Option<Vec<Kind>>,
    ) {
        self.connections().note_offer(connection, Offer { level: level.to_owned(), seats, kinds });
        self.send(Outgoing::Offer(connection));
    }

    /// A connection has ended.
    pub fn leave(&self, connection: ConnectionId) {
        if self.connections().leave(connection) {
            self.send(Outgoing::All(Body::Leave { connection: connection.number() }));
        }
    }

    /// Sets the number of other servers that are alive.
    pub fn set_others(&self, others: usize) {
        self.0.others.store(others as u32, Ordering::Relaxed);
    }

    /// Sets the number of other servers that are heard.
    pub fn set_heard(&self, heard: usize) {
        self.0.heard.store(heard as u32, Ordering::Relaxed);
    }

    /// Returns the number of others that are heard.
    pub fn heard(&self) -> usize {
        self.0.heard.load(Ordering::Relaxed) as usize
    }

    /// Sets whether this server comes first of all that it hears.
    pub fn set_leads(&self, leads: bool) {
        self.0.leads.store(leads, Ordering::Relaxed);
    }

    /// True if a message could not be queued since the last call.
    pub fn has_overflown(&self) -> bool {
        self.0.overflown.swap(false, Ordering::Relaxed)
    }

    /// There may be tables that no server runs.
    pub fn ring_for_orphans(&self) {
        self.0.orphans.notify_one();
    }

    /// Waits until there may be tables that no server runs.
    pub async fn orphans(&self) {
        self.0.orphans.notified().await;
    }

    /// True if the database knows no other server.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn is_alone(&self, nodes: &dyn Nodes) -> Result<bool, Fault> {
        Ok(others(&nodes.nodes().await?, self.me()).next().is_none())
    }

    /// The share of each server in the seats that a bot offers.
    pub fn share(&self, seats: u32) -> u32 {
        let servers = self.0.others.load(Ordering::Relaxed) + 1;
        if seats == 0 { 0 } else { (seats / servers).max(1) }
    }

    /// True if this server does the work that only one of those that hear each other may do.
    pub fn leads(&self) -> bool {
        self.0.leads.load(Ordering::Relaxed) && !self.leaves()
    }

    /// The connections here.
    pub fn connections(&self) -> &Connections {
        &self.0.connections
    }

    /// The outbox of a connection at another server.
    pub fn outbox(&self, peer: Peer, connection: Far) -> Outbox {
        Outbox::elsewhere(FarConnection { cluster: self.clone(), peer, connection })
    }

    /// A table that is run here has changed, or was removed.
    pub fn report(&self, table: &TableId) {
        self.send(Outgoing::Table(table.clone()));
    }

    /// There are tables that no server runs.
    pub fn call_for_orphans(&self) {
        self.send(Outgoing::All(Body::Orphans {}));
    }

    /// Queues a message. If the queue is full, all sessions restart later and the whole state is
    /// sent.
    fn send(&self, outgoing: Outgoing) {
        let _ = self.try_send(outgoing);
    }

    /// Queues a message as [`Self::send`] does, and returns an error if the queue was full.
    fn try_send(&self, outgoing: Outgoing) -> Result<(), Unsent> {
        self.0.queue.try_send(outgoing).map_err(|_| {
            self.0.overflown.store(true, Ordering::Relaxed);
            Unsent::Full
        })
    }
}

impl Elsewhere for Cluster {
    fn end(&self, ended: Ended) {
        self.send(Outgoing::All(Body::Ended { ended }));
    }

    fn tell_following(&self, news: News) {
        self.send(Outgoing::All(Body::Following { news }));
    }

    fn wish(&self, account: &str) {
        self.send(Outgoing::Wish(account.to_owned()));
    }

    fn rename(&self, player: &Player) {
        self.send(Outgoing::All(Body::Renamed { player: player.clone() }));
    }
}

/// A connection at another server.
#[derive(Debug)]
struct FarConnection {
    cluster: Cluster,
    peer: Peer,
    connection: Far,
}

impl Forward for FarConnection {
    fn forward(&self, text: Utf8Bytes) {
        self.cluster.send(Outgoing::Tell(self.peer.clone(), self.connection, text));
    }
}
