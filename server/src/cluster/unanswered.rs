//! Commands to tables of another server that it has not processed yet.
//!
//! An event sent to a connection does not name the command that it answers, so the table's server
//! reports that separately, with a [`CommandReceipt`]. Commands without a receipt when the session
//! ends may have been lost: their clients receive an error. A client that watches the table sees
//! their outcome in the next snapshot.

use std::collections::BTreeMap;

use vzetek_protocol::{ErrorBody, ErrorCode, TableId};

use super::connections::Connections;
use super::wire::{Body, Far, Wish};
use super::{Cluster, Outgoing, RETRY};
use crate::connection::ConnectionId;
use crate::elsewhere::Peer;

/// Commands of connections here, by the numbers of their messages.
#[derive(Debug, Default)]
pub struct Unanswered(BTreeMap<u64, Asked>);

#[derive(Debug)]
struct Asked {
    connection: Far,
    table: TableId,
    of: &'static str,
}

impl Asked {
    /// A command whose client expects an answer. Watching is repeated without one.
    fn of(body: &Body) -> Option<Self> {
        let Body::Command { connection, table, wish: Wish::Message { message } } = body else {
            return None;
        };
        Some(Self { connection: *connection, table: table.clone(), of: message.type_name() })
    }

    fn refuse(self, connections: &Connections) {
        let Some(outbox) = connections.outbox(ConnectionId::numbered(self.connection)) else {
            return;
        };
        let message = "the table's server was lost before it answered; look at what the table \
                       shows, then try again";
        let body = ErrorBody::later(ErrorCode::Busy, message, RETRY);
        outbox.send_error(body, Some(self.of), Some(self.table));
    }
}

impl Unanswered {
    /// Records a message that is sent under this number.
    pub fn note(&mut self, number: u64, body: &Body) {
        if let Some(asked) = Asked::of(body) {
            self.0.insert(number, asked);
        }
    }

    /// These have been processed.
    pub fn done(&mut self, numbers: &[u64]) {
        for number in numbers {
            self.0.remove(number);
        }
    }

    /// The session has ended: refuses all commands that are not answered yet.
    pub fn refuse_all(&mut self, connections: &Connections) {
        std::mem::take(&mut self.0).into_values().for_each(|asked| asked.refuse(connections));
    }
}

/// Refuses a command that cannot be sent, because there is no session.
pub fn refuse(connections: &Connections, body: &Body) {
    if let Some(asked) = Asked::of(body) {
        asked.refuse(connections);
    }
}

/// Held while a command of a connection elsewhere is processed. Dropping it notifies that server.
#[derive(Debug)]
pub struct CommandReceipt {
    cluster: Cluster,
    peer: Peer,
    session: u64,
    number: u64,
}

impl CommandReceipt {
    /// For the message of that server's session that has this number.
    pub const fn new(cluster: Cluster, peer: Peer, session: u64, number: u64) -> Self {
        Self { cluster, peer, session, number }
    }
}

impl Drop for CommandReceipt {
    fn drop(&mut self) {
        let Self { cluster, peer, session, number } = self;
        cluster.send(Outgoing::Done(peer.clone(), *session, *number));
    }
}
