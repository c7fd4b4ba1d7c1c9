//! The state that all parts of the server share.

use std::net::IpAddr;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use vzetek_protocol::Epoch;
use vzetek_store::Store;

use crate::accounts::Accounts;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::following::Following;
use crate::house::House;
use crate::households::Households;
use crate::lobby::Lobby;
use crate::pairing::Pairing;
use crate::probe::Probe;
use crate::rate::RateByKey;
use crate::recorder::Recorder;
use crate::sources::Sources;
use crate::tables::Tables;

/// The server's parts, one of each.
#[derive(Debug)]
pub struct App {
    /// The configuration that the server was started with.
    pub config: Config,
    /// This process lifetime; event numbers can be resumed only within it.
    pub epoch: Epoch,
    /// The store. Reads go here; writes of tables and moves go through the
    /// recorder, so that they keep their order.
    pub store: Arc<dyn Store>,
    /// Accounts and their sessions.
    pub accounts: Arc<Accounts>,
    /// The households of the clients.
    pub households: Households,
    /// The allowance of socket frames of every address.
    pub frames: Arc<RateByKey<IpAddr>>,
    /// The other servers of the database, if it has several.
    pub cluster: Option<Cluster>,
    /// Group commit.
    pub recorder: Recorder,
    /// The open tables.
    pub tables: Arc<Tables>,
    /// Their list, as the front page shows it.
    pub lobby: Arc<Lobby>,
    /// Accounts that look for others.
    pub pairing: Arc<Pairing>,
    /// Accounts that follow others.
    pub following: Arc<Following>,
    /// Bots that fill seats.
    pub house: Arc<House>,
    /// The last look at the store.
    pub probe: Probe,
    /// The time and random numbers.
    pub sources: Sources,
    /// Cancelled when the server is to stop.
    pub shutdown: CancellationToken,
    /// Every task that must end before the process does.
    pub tasks: TaskTracker,
}

impl App {
    /// True while this server hands its tables over to others: it accepts nothing new.
    pub fn leaves(&self) -> bool {
        self.cluster.as_ref().is_some_and(Cluster::leaves)
    }
}

/// The parts as tasks hold them.
pub type Shared = Arc<App>;
