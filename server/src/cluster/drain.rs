//! Leaving: every table goes to another server between two moves, then the sockets end, a
//! few at a time.

use std::time::Duration;

use rand::RngExt as _;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};
use vzetek_protocol::{ErrorBody, ErrorCode, TableId};
use vzetek_store::Write;

use super::Cluster;
use crate::app::Shared;
use crate::fault::Fault;
use crate::table::{Command, Mail, TableHandle};
use crate::ws::ending::Why;
use crate::ws::words::send_error;

/// The time that the balancer has to notice that this server takes nobody any more.
const NOTICE: Duration = Duration::from_secs(1);
/// The tables that are handed over at a time.
const TABLES: usize = 20;
/// The time that all tables may take for it. Those whose store does not answer stay, and are
/// taken over when this server is gone.
const HANDING_OVER: Duration = Duration::from_secs(12);
/// The parts in which sockets end, and the pause before each.
const LOTS: usize = 10;
const BETWEEN_LOTS: Duration = Duration::from_millis(200);

/// Hands everything over to the others, if there are any. Returns when nobody is here any
/// more; the time that it takes grows with the tables.
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
    let connections = cluster.roll().outboxes();
    for lot in connections.chunks(connections.len().div_ceil(LOTS).max(1)) {
        // The first ones, too, are told of their tables by whoever has them now.
        tokio::time::sleep(BETWEEN_LOTS).await;
        lot.iter().for_each(|outbox| outbox.end(Why::Leaving));
    }
}

/// The time after which a client whose socket ends here goes to another server, drawn by
/// lot: those of one part are spread over the pause before the next.
pub fn comes_back() -> Duration {
    rand::rng().random_range(Duration::ZERO..BETWEEN_LOTS)
}

/// Gives a table up in the store, so that others can take it; then nothing more may be
/// written of it here.
///
/// # Errors
/// [`Fault`] if it stays this server's.
pub async fn release(app: &Shared, table: &TableId) -> Result<(), Fault> {
    Ok(app.recorder.write(vec![Write::ReleaseTable { table: table.0.clone() }]).await?)
}

/// Answers what came to a table that has been given up: those who came watch it where it
/// will be, the others try again.
pub fn pass_on(cluster: &Cluster, table: &TableId, mail: Mail) {
    let Mail::Command { outbox, command, receipt: _told } = mail else { return };
    let of = match command {
        Command::Watch { visitor, invite, .. } => {
            return cluster.roll().watch(visitor.connection, table, invite);
        }
        Command::Unwatch { connection } => return cluster.roll().unwatch(connection, table),
        Command::Message { message, .. } => message.type_name(),
    };
    send_error(&outbox, is_taken_over(), Some(of), Some(table.clone()));
}

/// The error of a command to a table that is on its way to another server.
pub fn is_taken_over() -> ErrorBody {
    let message = "another server takes the table over; try again";
    ErrorBody::later(ErrorCode::Busy, message, super::post::RETRY)
}

impl crate::tables::Tables {
    /// A table that this server has given up: soon another will have it.
    pub fn hand_over(&self, app: &Shared, cluster: &Cluster, table: &TableId) {
        metrics::counter!("vzetek_tables_handed_over_total").increment(1);
        let mut open = self.open.write().expect("never poisoned: no panic while held");
        let here = open.get(table).is_some_and(TableHandle::is_here);
        if here {
            open.remove(table);
            let mut moving = self.moving.lock().expect("never poisoned: no panic while held");
            moving.insert(table.clone(), Instant::now());
            metrics::gauge!("vzetek_tables").decrement(1.0);
        }
        drop(open);
        cluster.report(table);
        if !here {
            // Its next server was faster than we were; some may have come since.
            self.watch_again(cluster, app, table);
        }
    }
}
