//! Mailboxes of tables, here and elsewhere.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use vzetek_protocol::{ClientMessage, TableId};

use super::wire::{Body, Wish};
use super::{Cluster, Outgoing, Peer};
use crate::table::{Command, Mail};
use crate::ws::outbox::ConnectionId;

/// The mailbox of a table, wherever that is.
#[derive(Clone, Debug)]
pub enum Mailbox {
    /// The table is run here.
    Here(mpsc::Sender<Mail>),
    /// The table is run elsewhere.
    Elsewhere(StandIn),
}

/// The reason why a mailbox takes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsent {
    /// Too much waits there, or on the way to it.
    Full,
    /// There is no such table any more, or not behind this mailbox.
    Closed,
}

impl Mailbox {
    /// The other server that runs the table, if one does.
    pub const fn peer(&self) -> Option<&Peer> {
        match self {
            Self::Here(_) => None,
            Self::Elsewhere(stand_in) => Some(stand_in.peer()),
        }
    }

    /// Puts something in, if there is room.
    ///
    /// # Errors
    /// [`Unsent`] if not.
    pub fn try_send(&self, mail: Mail) -> Result<(), Unsent> {
        match self {
            Self::Here(mailbox) => mailbox.try_send(mail).map_err(|error| match error {
                mpsc::error::TrySendError::Full(_) => Unsent::Full,
                mpsc::error::TrySendError::Closed(_) => Unsent::Closed,
            }),
            Self::Elsewhere(table) => table.send(mail),
        }
    }

    /// Puts something in as soon as there is room. Nothing happens if there is no such
    /// table any more.
    pub async fn send(&self, mail: Mail) {
        match self {
            Self::Here(mailbox) => _ = mailbox.send(mail).await,
            Self::Elsewhere(table) => _ = table.send(mail),
        }
    }

    /// Puts something in that must not get lost in a full mailbox: at once if there is room,
    /// so that it comes before whatever is sent next.
    pub fn must_take(&self, tasks: &TaskTracker, mail: Mail) {
        match self {
            Self::Here(mailbox) => {
                if let Err(mpsc::error::TrySendError::Full(mail)) = mailbox.try_send(mail) {
                    let mailbox = mailbox.clone();
                    tasks.spawn(async move { mailbox.send(mail).await });
                }
            }
            Self::Elsewhere(table) => _ = table.send(mail),
        }
    }

    /// True if nobody reads it any more.
    pub fn is_closed(&self) -> bool {
        match self {
            Self::Here(mailbox) => mailbox.is_closed(),
            Self::Elsewhere(table) => table.is_gone(),
        }
    }

    /// True if the table is run here.
    pub const fn is_here(&self) -> bool {
        matches!(self, Self::Here(_))
    }
}

/// A table that another server runs.
#[derive(Clone, Debug)]
pub struct StandIn {
    cluster: Cluster,
    peer: Peer,
    table: TableId,
    /// True once the other server runs it no more, or cannot be reached.
    gone: Arc<AtomicBool>,
}

impl StandIn {
    /// A table that this server runs.
    pub fn new(cluster: Cluster, peer: Peer, table: TableId) -> Self {
        Self { cluster, peer, table, gone: Arc::default() }
    }

    /// The server that runs it.
    pub const fn peer(&self) -> &Peer {
        &self.peer
    }

    /// From now on it takes nothing more.
    pub fn end(&self) {
        self.gone.store(true, Ordering::Relaxed);
    }

    fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// Lets a connection watch that did before, when the table was not known to be there.
    pub fn watch_again(&self, connection: ConnectionId, invite: Option<&str>) {
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
            // It is another's already.
            Mail::HandOver => return Ok(()),
            Mail::Command { command, .. } => {
                let connection = command.connection();
                let roll = self.cluster.roll();
                let wish = match command {
                    Command::Watch { invite, since, .. } => {
                        roll.watch(connection, &table, invite.clone());
                        Wish::Watch { invite, since }
                    }
                    Command::Unwatch { .. } => {
                        roll.unwatch(connection, &table);
                        Wish::Unwatch {}
                    }
                    Command::Message { message, .. } => {
                        if let ClientMessage::Sit { invite, .. } = &message {
                            roll.watch(connection, &table, invite.clone());
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
