//! A table: the only owner of a deal's full state.
//!
//! Connections put [`Command`]s into the table's bounded mailbox. The table
//! checks, applies, has the outcome recorded, and only then publishes it. It is a
//! machine that is handed its inputs with the time and returns what is to be done;
//! a thin task around it does that.
//!
//! * `machine`: inputs, and what follows from them; `effect`: what is done and
//!   asked outside; `awaited`: what follows from answers.
//! * `actor`: the task: mailbox, timers, and the ways to the outside.
//! * [`happening`]: events, and the one function that redacts them.
//! * `stage` and `carry`: the state in a deal and between deals; `snapshot`: the
//!   state as it is told.
//! * `watching`: connections that watch, and publishing to them; `chat`.
//! * `seat`: one seat; `seats`: sitting and leaving; `calling`: being called away; `absence`: being away and
//!   played for; `bots`: asking the house for bots.
//! * `shuffle`: the promise of a shuffle; `nonces`: what players add; `dealing`: the
//!   first cards; `lesson`: those that are prepared; `play`: acting; `finish`: the end of a deal; `parting`: leaving between
//!   deals; `patience`: who is waited for then, and for how long.
//! * `played`: who really played; `winners`: who wins when somebody did not;
//!   `rated`: the effect of a match on ratings; `weights`: which results count,
//!   and how much; `households`: who comes from where.
//! * `clock`: time to think, and what happens when it is over.
//! * `configuration`: the limits of a table's configuration.
//! * `restore`: tables rebuilt from the store.

mod absence;
mod actor;
mod awaited;
mod bots;
mod calling;
mod carry;
mod chat;
mod clock;
mod coaching;
mod configuration;
mod dealing;
mod effect;
mod finish;
pub mod happening;
mod households;
mod lesson;
mod machine;
mod nonces;
mod parting;
mod patience;
mod play;
mod played;
mod rated;
mod restore;
mod seat;
mod seats;
#[cfg(test)]
mod secrecy;
mod shuffle;
mod snapshot;
mod stage;
#[cfg(test)]
mod tests;
mod watching;
mod weights;
mod winners;

use std::sync::{Arc, RwLock};

use serde::{Deserialize, Serialize};
use vzetek_protocol::client::Since;
use vzetek_protocol::{ClientMessage, Epoch, Player, TableConfig, TableId};

pub use actor::spawn;
pub use configuration::check;
pub use restore::{RestoreError, StoredConfig, restore, start_for, start_of};

use crate::accounts::households::Household;
use crate::app::Shared;
use crate::cluster::standin::Mailbox;
use crate::cluster::unanswered::Receipt;
use crate::config::Tuning;
use crate::ws::outbox::{ConnectionId, Outbox};

/// The most commands that may wait for a table; more are refused as `busy`.
pub const MAILBOX: usize = 64;

/// Something that comes to a table's mailbox.
#[derive(Debug)]
pub enum Mail {
    /// A command, and the way to whom it comes from.
    Command {
        /// The outbox of the connection.
        outbox: Outbox,
        /// The command.
        command: Command,
        /// Dropped when everything that follows from it has been told.
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
    /// Those who have seats there; kept up to date by the table.
    pub seated: Arc<RwLock<Seated>>,
}

impl TableHandle {
    /// True if the table is run by this server.
    pub const fn is_here(&self) -> bool {
        self.mailbox.is_here()
    }

    /// True if whoever brings this word may see the table.
    pub fn opens_to(&self, invite: Option<&str>) -> bool {
        self.invite.as_deref().is_none_or(|word| invite == Some(word))
    }
}

/// Those who have seats at a table, as one sees it from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// The accounts that have seats.
    pub accounts: Vec<String>,
    /// Those among them who play for something: a rated match or one that other people
    /// play, too.
    pub bound: Vec<String>,
}

/// A table as it is set up, once and for ever.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its name.
    pub id: TableId,
    /// Its configuration, as players see it.
    pub config: TableConfig,
    /// The account that opened it; nobody for the house's.
    pub creator: Option<String>,
    /// The word for a private table.
    pub invite: Option<String>,
    /// True if bots play here for show.
    pub demo: bool,
    /// True if people were put together here who looked for others.
    pub paired: bool,
    /// The number of servers that have run it, this one included.
    pub term: u64,
    /// The stretch in which this server runs the table.
    pub epoch: Epoch,
    /// Delays.
    pub tuning: Tuning,
}

impl Setup {
    /// A table that this server runs, in this term.
    pub fn new(
        app: &Shared,
        id: TableId,
        config: StoredConfig,
        creator: Option<String>,
        invite: Option<String>,
        term: u64,
    ) -> Self {
        Self {
            id,
            config: config.table,
            creator,
            invite,
            demo: config.demo,
            paired: config.paired,
            term,
            epoch: Epoch(format!("{}.{term}", app.epoch.0)),
            tuning: app.config.tuning.clone(),
        }
    }
}
