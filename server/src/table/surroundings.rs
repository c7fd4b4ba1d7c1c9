//! The parts of the server that a table's task uses.

use std::fmt::Debug;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vzetek_protocol::{Epoch, TableId};
use vzetek_store::Store;

use super::mailbox::Mail;
use crate::accounts::Accounts;
use crate::chat::ChatLimit;
use crate::config::Tuning;
use crate::connection::ConnectionId;
use crate::house::House;
use crate::lobby::Lobby;
use crate::pairing::Pairing;
use crate::rating_lock::RatingLocks;
use crate::recorder::Recorder;
use crate::sources::Sources;

/// The parts of the server that tables use.
#[derive(Debug)]
pub struct Surroundings {
    /// The store, to read from.
    pub store: Arc<dyn Store>,
    /// The handle for writing to it.
    pub recorder: Recorder,
    /// The accounts of the players.
    pub accounts: Arc<Accounts>,
    /// Bots that fill seats.
    pub house: Arc<House>,
    /// The list of tables, as the front page shows it.
    pub lobby: Arc<Lobby>,
    /// Accounts that look for others.
    pub pairing: Arc<Pairing>,
    /// The limit on chat, by account.
    pub chat: ChatLimit,
    /// Locks of the players who are being rated.
    pub rating_locks: RatingLocks,
    /// The time and random numbers.
    pub sources: Sources,
    /// Delays.
    pub tuning: Tuning,
    /// This process lifetime; event numbers can be resumed only within it.
    pub epoch: Epoch,
    /// Cancelled when the server is to stop.
    pub shutdown: CancellationToken,
    /// Every task that must end before the process does.
    pub tasks: TaskTracker,
}

/// The list of the server's tables, as their tasks know it.
pub trait Directory: Debug + Send + Sync {
    /// The state of a table has changed, and other servers must receive it.
    fn report(&self, table: &TableId);

    /// A table is closed.
    fn remove(&self, table: &TableId);

    /// A table cannot be run: it stays in the store as it is.
    fn leave(&self, table: &TableId);

    /// A connection here watches a table that another server will have.
    fn watch_elsewhere(&self, connection: ConnectionId, table: &TableId, invite: Option<String>);

    /// The table stays: undoes [`Directory::watch_elsewhere`].
    fn unwatch_elsewhere(&self, connection: ConnectionId, table: &TableId);

    /// Handles mail for a table that has been released.
    fn pass_on(&self, table: &TableId, mail: Mail);

    /// A table has been released: soon another server will have it.
    fn hand_over(&self, table: &TableId);
}
