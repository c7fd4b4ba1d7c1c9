//! The state that all parts of the server share.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vzetek_protocol::Epoch;
use vzetek_store::Store;

use crate::accounts::Accounts;
use crate::accounts::households::Households;
use crate::chat::ChatLimit;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::following::Following;
use crate::house::House;
use crate::http::probe::Probe;
use crate::lobby::Lobby;
use crate::pairing::Pairing;
use crate::rating_lock::RatingLocks;
use crate::recorder::Recorder;
use crate::tables::Tables;
use crate::ws::passing::Looks;

/// The server's parts, one of each.
#[derive(Debug)]
pub struct App {
    /// The configuration that the server was started with.
    pub config: Config,
    /// This life of the server; event numbers can be resumed only within it.
    pub epoch: Epoch,
    /// The store. Reads go here; writes of tables and moves go through the
    /// recorder, so that they keep their order.
    pub store: Arc<dyn Store>,
    /// Accounts and their sessions.
    pub accounts: Accounts,
    /// The households that players come from.
    pub households: Households,
    /// The other servers of the database, if it has several.
    pub cluster: Option<Cluster>,
    /// Group commit.
    pub recorder: Recorder,
    /// The open tables.
    pub tables: Tables,
    /// Their list, as the front page shows it.
    pub lobby: Lobby,
    /// People who look for others.
    pub pairing: Pairing,
    /// People who follow others.
    pub following: Following,
    /// The limit on chat, by account.
    pub chat: ChatLimit,
    /// The limit on looks in the store for tables that are not known here, by household.
    pub looks: Looks,
    /// Bots that fill seats.
    pub house: House,
    /// Locks of the players who are being rated.
    pub rating_locks: RatingLocks,
    /// The last look at the store.
    pub probe: Probe,
    /// Cancelled when the server is to stop.
    pub shutdown: CancellationToken,
    /// Every task that must end before the process does.
    pub tasks: TaskTracker,
}

impl App {
    /// True while this server hands everything over to others: it takes nothing new.
    pub fn leaves(&self) -> bool {
        self.cluster.as_ref().is_some_and(Cluster::leaves)
    }
}

/// The parts as tasks hold them.
pub type Shared = Arc<App>;

/// A moment, as it is measured and as it is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The moment by the clock that never goes back.
    pub instant: Instant,
    /// The moment by the calendar, to the microsecond.
    pub utc: DateTime<Utc>,
}

impl Now {
    /// Reads both clocks.
    pub fn read() -> Self {
        Self { instant: Instant::now(), utc: now() }
    }
}

/// The time, to the microsecond that the stores keep. Everything asks here.
pub fn now() -> DateTime<Utc> {
    use chrono::SubsecRound;
    Utc::now().trunc_subsecs(6)
}
