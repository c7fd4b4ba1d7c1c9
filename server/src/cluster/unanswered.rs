//! Commands to tables of another server that it has not dealt with yet.
//!
//! An event told to a connection does not say which of its commands it answers, so the
//! table's server says that by itself, with a [`CommandReceipt`]. Commands without one when the
//! session ends may have been lost: those who gave them are told so. A client that watches
//! the table sees from the snapshot after that what became of them.

use std::collections::BTreeMap;

use vzetek_protocol::{ErrorBody, ErrorCode, TableId};

use super::roll::Roll;
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
    /// A command to which somebody expects an answer. Watching goes on by itself.
    fn of(body: &Body) -> Option<Self> {
        let Body::Command { connection, table, wish: Wish::Message { message } } = body else {
            return None;
        };
        Some(Self { connection: *connection, table: table.clone(), of: message.type_name() })
    }

    fn refuse(self, roll: &Roll) {
        let Some(outbox) = roll.outbox(ConnectionId::numbered(self.connection)) else { return };
        let message = "the table's server was lost before it answered; look at what the table \
                       shows, then try again";
        let body = ErrorBody::later(ErrorCode::Busy, message, RETRY);
        outbox.send_error(body, Some(self.of), Some(self.table));
    }
}

impl Unanswered {
    /// This is sent under this number.
    pub fn note(&mut self, number: u64, body: &Body) {
        if let Some(asked) = Asked::of(body) {
            self.0.insert(number, asked);
        }
    }

    /// These have been dealt with.
    pub fn done(&mut self, numbers: &[u64]) {
        for number in numbers {
            self.0.remove(number);
        }
    }

    /// The session has ended: tells those who still wait that nothing more will come.
    pub fn refuse_all(&mut self, roll: &Roll) {
        std::mem::take(&mut self.0).into_values().for_each(|asked| asked.refuse(roll));
    }
}

/// Refuses a command that cannot be sent, because there is no session.
pub fn refuse(roll: &Roll, body: &Body) {
    if let Some(asked) = Asked::of(body) {
        asked.refuse(roll);
    }
}

/// Held while a command of a connection elsewhere is dealt with. Dropped, it tells that
/// server so.
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
