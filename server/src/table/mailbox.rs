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

/// Something that comes to a table's mailbox.
#[derive(Debug)]
pub enum Mail {
    /// A command, and the way to whom it comes from.
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
    /// An account has another name or kind: a guest has registered.
    Rename {
        /// The account, without rating.
        player: Player,
    },
    /// The table is to be given to another server.
    HandOver,
}

/// A command to a table.
#[derive(Debug)]
pub enum Command {
    /// A connection wants to watch (or to resume watching).
    Watch {
        /// The connection that wants to watch.
        visitor: Arc<Visitor>,
        /// The word for a private table.
        invite: Option<String>,
        /// The last event seen.
        since: Option<Since>,
    },
    /// A connection no longer watches, or is gone.
    Unwatch {
        /// The connection.
        connection: ConnectionId,
    },
    /// A connection wants something of the table.
    Message {
        /// The connection that sends the message.
        visitor: Arc<Visitor>,
        /// The message; only those about a table come here.
        message: ClientMessage,
    },
}

impl Command {
    /// The connection that it comes from.
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
    /// The household from which they come.
    pub household: Household,
    /// The picture of deals that the client keeps; all there is of them if none is named.
    pub picture: Option<Picture>,
}

/// The mailbox of a table, wherever that is.
#[derive(Clone, Debug)]
pub enum Mailbox {
    /// The table is run here.
    Here(mpsc::Sender<Mail>),
    /// The table is run elsewhere.
    Elsewhere(Arc<dyn StandIn>),
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
    pub fn peer(&self) -> Option<&Peer> {
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
                TrySendError::Full(_) => Unsent::Full,
                TrySendError::Closed(_) => Unsent::Closed,
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
                if let Err(TrySendError::Full(mail)) = mailbox.try_send(mail) {
                    let mailbox = mailbox.clone();
                    tasks.spawn(async move { mailbox.send(mail).await });
                }
            }
            Self::Elsewhere(table) => _ = table.send(mail),
        }
    }

    /// True if it is not read any more.
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

    /// Sends it something.
    ///
    /// # Errors
    /// [`Unsent`] if that cannot be.
    fn send(&self, mail: Mail) -> Result<(), Unsent>;

    /// Lets a connection watch that did before, when the table was not known to be there.
    fn watch_again(&self, connection: ConnectionId, invite: Option<&str>);

    /// From now on it takes nothing more.
    fn end(&self);

    /// True once the other server runs it no more, or cannot be reached.
    fn is_gone(&self) -> bool;
}

/// The way to a table.
#[derive(Clone, Debug)]
pub struct TableHandle {
    /// Its mailbox.
    pub mailbox: Mailbox,
    /// The account that opened it; `None` for the house.
    pub creator: Option<String>,
    /// Its configuration.
    pub config: Arc<TableConfig>,
    /// The word for a private table.
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

    /// True if this word lets a client see the table.
    pub fn opens_to(&self, invite: Option<&str>) -> bool {
        self.invite.as_deref().is_none_or(|word| invite == Some(word))
    }
}

/// The accounts with seats at a table, as seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The accounts that have seats.
    pub accounts: Vec<String>,
    /// Those among them who play for something: a rated match or one that other people
    /// play, too.
    pub bound: Vec<String>,
}
