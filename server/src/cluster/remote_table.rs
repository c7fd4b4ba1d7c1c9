//! Tables that other servers run, behind the mailboxes of those that run here.

use std::sync::atomic::{AtomicBool, Ordering};

use vzetek_protocol::{ClientMessage, TableId};

use super::wire::{Body, Wish};
use super::{Cluster, Outgoing};
use crate::connection::ConnectionId;
use crate::elsewhere::Peer;
use crate::table::{Command, Mail, StandIn, Unsent};

/// A table that another server runs.
#[derive(Debug)]
pub struct RemoteTable {
    cluster: Cluster,
    peer: Peer,
    table: TableId,
    gone: AtomicBool,
}

impl RemoteTable {
    /// A table that this other server runs.
    pub const fn new(cluster: Cluster, peer: Peer, table: TableId) -> Self {
        Self { cluster, peer, table, gone: AtomicBool::new(false) }
    }
}

impl StandIn for RemoteTable {
    fn peer(&self) -> &Peer {
        &self.peer
    }

    fn end(&self) {
        self.gone.store(true, Ordering::Relaxed);
    }

    fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    fn watch_again(&self, connection: ConnectionId, invite: Option<&str>) {
        let wish = Wish::Watch { invite: invite.map(str::to_owned), since: None };
        let (connection, table) = (connection.number(), self.table.clone());
        let body = Body::Command { connection, table, wish };
        // If there is no room, all sessions end, and this is done again with the next one.
        self.cluster.send(Outgoing::To(self.peer.clone(), body));
    }

    fn send(&self, mail: Mail) -> Result<(), Unsent> {
        if self.is_gone() {
            return Err(Unsent::Closed);
        }
        let table = self.table.clone();
        let body = match mail {
            Mail::CallAway { account } => Body::CallAway { table, account },
            Mail::Rename { player } => Body::Rename { table, player },
            // It belongs to another server already.
            Mail::HandOver => return Ok(()),
            Mail::Command { command, .. } => {
                let connection = command.connection();
                let connections = self.cluster.connections();
                let wish = match command {
                    Command::Watch { invite, since, .. } => {
                        connections.watch(connection, &table, invite.clone());
                        Wish::Watch { invite, since }
                    }
                    Command::Unwatch { .. } => {
                        connections.unwatch(connection, &table);
                        Wish::Unwatch {}
                    }
                    Command::Message { message, .. } => {
                        if let ClientMessage::Sit { invite, .. } = &message {
                            connections.watch(connection, &table, invite.clone());
                        }
                        Wish::Message { message }
                    }
                };
                Body::Command { connection: connection.number(), table, wish }
            }
        };
        self.cluster.try_send(Outgoing::To(self.peer.clone(), body))
    }
}
