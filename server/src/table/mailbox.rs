//! A table from outside: its mailbox, the mail, and its public facts.
//!
//! A table that another server runs is a stand-in behind the same mailbox.

use std::fmt::Debug;
use std::sync::Arc;

use parking_lot::RwLock;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;
use tokio_util::task::TaskTracker;
use vzetek_protocol::client::Since;
use vzetek_protocol::{ClientMessage, Picture, Player, TableConfig};

use crate::connection::{ConnectionId, Outbox};
use crate::elsewhere::Peer;
use crate::households::Household;

/// The most commands that may wait for a table; more are refused as `busy`.
pub const MAILBOX: usize = 64;

/// Dropped when all effects of a command have been sent.
pub type Receipt = Box<dyn Debug + Send + Sync>;

/// A message to a table's mailbox.
#[derive(Debug)]
pub enum Mail {
    /// A command, and the outbox of its sender.
    Command {
        /// The outbox of the connection.
        outbox: Outbox,
        /// The command.
        command: Command,
        /// Dropped when all its effects have been sent.
        receipt: Option<Receipt>,
    },
    /// A player is called to another table.
    CallAway {
        /// The account.
        account: String,
    },
    /// An account has another name, face or kind.
    Rename {
        /// The account, without rating.
        player: Player,
    },
    /// The table is to be handed over to another server.
    HandOver,
}

/// A command to a table.
#[derive(Debug)]
pub enum Command {
    /// A connection wants to watch (or to resume watching).
    Watch {
        /// The connection that wants to watch.
        visitor: Arc<Visitor>,
        /// The invitation code of a private table.
        invite: Option<String>,
        /// The last event seen.
        since: Option<Since>,
    },
    /// A connection stops watching, or has ended.
    Unwatch {
        /// The connection.
        connection: ConnectionId,
    },
    /// A connection sends a message to the table.
    Message {
        /// The connection that sends the message.
        visitor: Arc<Visitor>,
        /// The message; only messages about a table arrive here.
        message: ClientMessage,
    },
}

impl Command {
    /// The connection that sent it.
    pub fn connection(&self) -> ConnectionId {
        match self {
            Self::Watch { visitor, .. } | Self::Message { visitor, .. } => visitor.connection,
            Self::Unwatch { connection } => *connection,
        }
    }
}

/// A connection as a table knows it.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// The connection's identity.
    pub connection: ConnectionId,
    /// The connection's player, without rating.
    pub player: Player,
    /// The player's household.
    pub household: Household,
    /// The picture of deals that the client stores; `None` for views and zones.
    pub picture: Option<Picture>,
}

/// The mailbox of a table, here or at another server.
#[derive(Clone, Debug)]
pub enum Mailbox {
    /// The table is run here.
    Here(mpsc::Sender<Mail>),
    /// The table is run elsewhere.
    Elsewhere(Arc<dyn StandIn>),
}

/// The reason why a mailbox accepts nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsent {
    /// Its queue, or the queue to its server, is full.
    Full,
    /// The table no longer exists, or not behind this mailbox.
    Closed,
}

impl Mailbox {
    /// The other server that runs the table, if one does.
    pub fn peer(&self) -> Option<&Peer> {
        match self {
            Self::Here(_) => None,
            Self::Elsewhere(stand_in) => Some(stand_in.peer()),
        }
    }

    /// Puts mail in, if there is room.
    ///
    /// # Errors
    /// [`Unsent`] otherwise.
    pub fn try_send(&self, mail: Mail) -> Result<(), Unsent> {
        match self {
            Self::Here(mailbox) => mailbox.try_send(mail).map_err(|error| match error {
                TrySendError::Full(_) => Unsent::Full,
                TrySendError::Closed(_) => Unsent::Closed,
            }),
            Self::Elsewhere(table) => table.send(mail),
        }
    }

    /// Puts mail in as soon as there is room. Nothing happens if the table no longer exists.
    pub async fn send(&self, mail: Mail) {
        match self {
            Self::Here(mailbox) => _ = mailbox.send(mail).await,
            Self::Elsewhere(table) => _ = table.send(mail),
        }
    }

    /// Puts mail in that must not get lost in a full mailbox: immediately if there is room, so that
    /// it arrives before the next mail.
    pub fn must_take(&self, tasks: &TaskTracker, mail: Mail) {
        match self {
            Self::Here(mailbox) => {
                if let Err(TrySendError::Full(mail)) = mailbox.try_send(mail) {
                    let mailbox = mailbox.clone();
                    tasks.spawn(async move { mailbox.send(mail).await });
                }
            }
            Self::Elsewhere(table) => _ = table.send(mail),
        }
    }

    /// True if it is no longer read.
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
pub trait StandIn: Debug + Send + Sync {
    /// The server that runs it.
    fn peer(&self) -> &Peer;

    /// Sends it mail.
    ///
    /// # Errors
    /// [`Unsent`] if that is not possible.
    fn send(&self, mail: Mail) -> Result<(), Unsent>;

    /// Lets a connection watch again that did before the table was known here.
    fn watch_again(&self, connection: ConnectionId, invite: Option<&str>);

    /// From now on it accepts nothing more.
    fn end(&self);

    /// True once the other server no longer runs it, or cannot be reached.
    fn is_gone(&self) -> bool;
}

/// A handle to a table.
#[derive(Clone, Debug)]
pub struct TableHandle {
    /// Its mailbox.
    pub mailbox: Mailbox,
    /// The account that opened it; `None` for the house.
    pub creator: Option<String>,
    /// Its configuration.
    pub config: Arc<TableConfig>,
    /// The invitation code of a private table.
    pub invite: Option<Arc<str>>,
    /// True if bots play there for show.
    pub demo: bool,
    /// The number of servers that have run it, the one that does now included.
    pub term: u64,
    /// The accounts with seats there; kept up to date by the table.
    pub seated: Arc<RwLock<Seated>>,
}

impl TableHandle {
    /// True if the table is run by this server.
    pub const fn is_here(&self) -> bool {
        self.mailbox.is_here()
    }

    /// True if a client with this invitation code may see the table.
    pub fn opens_to(&self, invite: Option<&str>) -> bool {
        self.invite.as_deref().is_none_or(|word| invite == Some(word))
    }
}

/// The accounts with seats at a table, as seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The accounts that have seats.
    pub accounts: Vec<String>,
    /// The accounts among them that are bound: to a rated match or one that other people play, too.
    pub bound: Vec<String>,
}
