//! Leaving: every table moves to another server between two moves, then the sockets end, a few at a
//! time.

use std::time::Duration;

use rand::{Rng, RngExt as _};
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::app::Shared;
use crate::cluster::Cluster;
use crate::connection::Why;
use crate::table::Mail;

/// The time in which the balancer notices that this server accepts no more clients.
const NOTICE: Duration = Duration::from_secs(1);
/// The tables that are handed over at a time.
const TABLES: usize = 20;
/// The time that all tables may take to move. Those whose store does not answer stay, and are taken
/// over when this server has stopped.
const HANDING_OVER: Duration = Duration::from_secs(12);
/// The parts in which sockets end, and the pause before each.
const LOTS: usize = 10;
const BETWEEN_LOTS: Duration = Duration::from_millis(200);

/// Hands the tables over to the others, if there are any, and ends all connections. The time that
/// this takes grows with the number of tables.
pub async fn drain(app: &Shared, cluster: &Cluster) {
    if !cluster.begin_to_leave() {
        return;
    }
    let tables = app.tables.here();
    tracing::info!(tables = tables.len(), "leaving; the tables go to other servers");
    tokio::time::sleep(NOTICE).await;
    // One may have been opened meanwhile.
    let tables = app.tables.here();
    let until = Instant::now() + HANDING_OVER;
    for some in tables.chunks(TABLES) {
        let mut going = JoinSet::new();
        for handle in some.iter().filter_map(|table| app.tables.find(table)) {
            going.spawn(async move {
                handle.mailbox.send(Mail::HandOver).await;
                while !handle.mailbox.is_closed() {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            });
        }
        let all = async { while going.join_next().await.is_some() {} };
        let done = timeout_at(until, all).await.is_ok();
        cluster.call_for_orphans();
        if !done {
            let tables = app.tables.here().len();
            tracing::warn!(tables, "these could not be handed over in time");
            break;
        }
    }
    let connections = cluster.connections().outboxes();
    for lot in connections.chunks(connections.len().div_ceil(LOTS).max(1)) {
        // The first clients, too, receive the events of their tables from the next server before
        // that.
        tokio::time::sleep(BETWEEN_LOTS).await;
        lot.iter().for_each(|outbox| outbox.end(Why::Leaving));
    }
}

/// The time after which a client whose socket ends here connects again, drawn at random: the
/// clients of one part are spread over the pause before the next.
pub fn comes_back(chance: &mut impl Rng) -> Duration {
    chance.random_range(Duration::ZERO..BETWEEN_LOTS)
}
