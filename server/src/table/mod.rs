//! One actor a table: the only owner of a deal's full state.
//!
//! Connections put [`Command`]s into the actor's bounded mailbox. The actor
//! checks, applies, has the outcome recorded, and only then publishes it.
//!
//! * [`happening`]: events, and the one function that redacts them.
//! * `actor`: mailbox and timers; `stage` and `carry`: its state in a deal and
//!   between deals; `snapshot`: the state as it is told.
//! * `watching`: connections that watch, and publishing to them; `chat`.
//! * `seats`: sitting, leaving, absence and substitutes.
//! * `shuffle`: from the promise to the first cards; `nonces`: what players add;
//!   `play`: acting; `finish`: the end of a deal; `parting`: leaving between
//!   deals.
//! * `played`: who really played; `winners`: who wins when somebody did not;
//!   `rated`: the effect of a match on ratings; `weights`: which results count,
//!   and how much; `households`: who comes from where.
//! * `clock`: time to think, and what happens when it is over.
//! * `restore`: tables rebuilt from the store.

mod actor;
mod carry;
mod chat;
mod clock;
mod finish;
pub mod happening;
mod households;
mod nonces;
mod parting;
mod patience;
mod play;
mod played;
mod rated;
mod restore;
mod seats;
#[cfg(test)]
mod secrecy;
mod shuffle;
mod snapshot;
mod stage;
mod watching;
mod weights;
mod winners;

use std::net::IpAddr;
use std::sync::{Arc, RwLock};

use tokio::sync::mpsc;
use vzetek_protocol::client::Since;
use vzetek_protocol::{ClientMessage, Player, TableConfig, TableId};

pub use actor::spawn;
pub use restore::{StoredConfig, restore, start_of};

use crate::ws::outbox::{ConnectionId, Outbox};

/// The most commands that may wait for a table; more are refused as `busy`.
pub const MAILBOX: usize = 64;

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

/// A connection as a table knows it.
#[derive(Debug)]
pub struct Visitor {
    /// The connection's identity.
    pub connection: ConnectionId,
    /// The outbox of the connection.
    pub outbox: Outbox,
    /// The connection's player, without rating.
    pub player: Player,
    /// The household from which they come.
    pub household: IpAddr,
}

/// The way to a table.
#[derive(Clone, Debug)]
pub struct TableHandle {
    /// Its mailbox.
    pub mailbox: mpsc::Sender<Command>,
    /// The account that opened it; `None` for the house.
    pub creator: Option<String>,
    /// The accounts that have seats there; kept up to date by the table.
    pub owners: Owners,
}

/// Accounts that have seats at a table, for those who look from outside.
pub type Owners = Arc<RwLock<Vec<String>>>;

/// A table as it is set up, once and for ever.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its name.
    pub id: TableId,
    /// Its configuration, as players see it.
    pub config: TableConfig,
    /// The word for a private table.
    pub invite: Option<String>,
    /// True if bots play here for show.
    pub demo: bool,
}
