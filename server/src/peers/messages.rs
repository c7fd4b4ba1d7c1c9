//! Effects of the messages of other servers.

use std::collections::HashSet;
use std::sync::Arc;

use tokio_tungstenite::tungstenite::Utf8Bytes;
use vzetek_protocol::{ErrorBody, ErrorCode, TableId};

use super::task::{Remote, Worker, leave};
use crate::app::Shared;
use crate::cluster::RETRY;
use crate::cluster::remote_table::RemoteTable;
use crate::cluster::unanswered::CommandReceipt;
use crate::cluster::wire::{Body, Wish};
use crate::connection::ConnectionId;
use crate::elsewhere::Peer;
use crate::table::{Command, Mail, Receipt, StandIn, TableHandle, Unsent, Visitor};

impl Worker {
    /// Applies a message.
    pub(super) fn take(
        &mut self,
        peer: &Peer,
        (session, number): (u64, u64),
        body: Body,
        text: &[u8],
    ) {
        let Some(other) = self.others.get_mut(peer) else { return };
        match body {
            Body::Open { .. } => {}
            Body::Beat { leaves } => other.leaves = leaves,
            Body::Unknown { error } => self.rejected.note("of another version", &error),
            Body::Enter { connection, player, household, house, picture } => {
                let outbox = self.cluster.outbox(peer.clone(), connection);
                let local = ConnectionId::next();
                let visitor = Arc::new(Visitor { connection: local, player, household, picture });
                if !house {
                    self.app.pairing.enter_elsewhere(&visitor.player.id.0, local, &outbox);
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
            Body::Wish { account, seek } => {
                // An account bound to a match meanwhile has no wish, and its server will receive
                // that.
                let seek = seek.filter(|_| !self.app.tables.binds(&account));
                self.app.pairing.mirror(&account, seek);
            }
            Body::Table { table, about } => {
                let new = || {
                    Arc::new(RemoteTable::new(self.cluster.clone(), peer.clone(), table.clone()))
                };
                let stand_in = other.tables.entry(table.clone()).or_insert_with(new).clone();
                if self.app.tables.stand_in(&table, stand_in, *about) {
                    self.app.tables.watch_again(&table);
                }
            }
            Body::Gone { table, closed, left } => {
                let known = other.tables.remove(&table);
                known.iter().for_each(|stand_in| stand_in.end());
                if let Some(term) = left {
                    self.app.tables.leave_elsewhere(&table, peer, term);
                } else if known.is_some() && closed {
                    self.app.tables.close(&table, peer);
                } else if known.is_some() {
                    self.app.tables.lose(&table, peer);
                }
            }
            Body::Orphans {} => self.cluster.ring_for_orphans(),
            Body::Command { connection, table, wish } => {
                let (cluster, peer) = (self.cluster.clone(), peer.clone());
                let receipt = CommandReceipt::new(cluster, peer, session, number);
                if let Some(remote) = other.connections.get_mut(&connection) {
                    command(&self.app, remote, table, wish, Box::new(receipt));
                }
            }
            Body::Done { commands } => other.unanswered.done(&commands),
            Body::CallAway { table, account } => {
                if let Some(handle) = self.app.tables.find(&table).filter(TableHandle::is_here) {
                    let _ = handle.mailbox.try_send(Mail::CallAway { account });
                }
            }
            Body::Rename { table, player } => {
                if let Some(handle) = self.app.tables.find(&table).filter(TableHandle::is_here) {
                    let _ = handle.mailbox.try_send(Mail::Rename { player });
                }
            }
            Body::Renamed { player } => self.app.accounts.connected().renamed(&player),
            Body::Tell { to } => {
                let Ok(text) = std::str::from_utf8(text) else { return };
                let text = Utf8Bytes::from(text);
                for connection in to.into_iter().map(ConnectionId::numbered) {
                    if let Some(outbox) = self.cluster.connections().outbox(connection) {
                        outbox.send_text(text.clone());
                    }
                }
            }
            Body::Ended { ended } => self.app.accounts.connected().apply(&ended),
            Body::Following { news } => {
                let app = self.app.clone();
                self.app.tasks.spawn(async move { app.following.hear(news).await });
            }
        }
    }
}

/// Passes a wish of a connection elsewhere to a table here.
fn command(app: &Shared, remote: &mut Remote, table: TableId, wish: Wish, receipt: Receipt) {
    let visitor = remote.visitor.clone();
    let (command, of) = match wish {
        Wish::Watch { invite, since } => (Command::Watch { visitor, invite, since }, "watch"),
        Wish::Unwatch {} => (Command::Unwatch { connection: visitor.connection }, "unwatch"),
        Wish::Message { message } => {
            let of = message.type_name();
            (Command::Message { visitor, message }, of)
        }
    };
    let leaves = matches!(command, Command::Unwatch { .. });
    let handle = app.tables.find(&table).filter(TableHandle::is_here);
    let sent = match handle {
        None => Err(Unsent::Closed),
        Some(handle) => {
            let outbox = remote.outbox.clone();
            let mail = Mail::Command { outbox, command, receipt: Some(receipt) };
            if leaves {
                remote.tables.remove(&table);
                return handle.mailbox.must_take(&app.tasks, mail);
            }
            remote.tables.insert(table.clone());
            handle.mailbox.try_send(mail)
        }
    };
    if sent.is_err() {
        let message = "the table has too much to do, or another server runs it now; try again";
        let body = ErrorBody::later(ErrorCode::Busy, message, RETRY);
        remote.outbox.send_error(body, Some(of), Some(table));
    }
}
