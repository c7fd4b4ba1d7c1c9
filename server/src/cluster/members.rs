//! The servers that are alive, and taking over the tables of one that is not.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;
use vzetek_store::NodeRow;

use super::{Cluster, Peer};
use crate::app::Shared;
use crate::fault::Fault;

/// The time between two looks at the others.
const LOOK: Duration = Duration::from_millis(400);
/// The time for which a server must have been seen without its lock before it is taken
/// for dead. One whose connection to Postgres broke, or whose Postgres was restarted,
/// has it again by then.
const UNLOCKED: Duration = Duration::from_millis(1_500);
/// The time between two looks for tables that no server runs, if nothing has happened.
const ORPHANS: Duration = Duration::from_secs(5);

/// The time for which the server that comes first must have heard all others, unchanged,
/// before it opens tables for show that nobody runs.
const SETTLED: Duration = Duration::from_secs(5);

/// Looks at the others until the server is to stop, and tells who is alive.
pub async fn run(app: Shared, cluster: Cluster, alive: watch::Sender<BTreeSet<Peer>>) {
    let mut watch = Watch::default();
    let mut looked_for_orphans = Instant::now();
    // Since when it is known of a server that it is gone, until its tables are run here.
    let mut missing = None;
    // Since when this server comes first and hears all others.
    let mut settled = None;
    loop {
        let called = tokio::select! {
            () = app.shutdown.cancelled() => return,
            () = tokio::time::sleep(LOOK) => false,
            () = cluster.0.orphans.notified() => true,
        };
        let rows = match app.store.nodes().await {
            Ok(rows) => rows,
            Err(error) => {
                // Nobody is alive or dead as long as nobody can be asked.
                tracing::debug!(%error, "the other servers cannot be looked at");
                watch = Watch::default();
                continue;
            }
        };
        let looked = Instant::now();
        let mut dead = BTreeSet::new();
        for row in watch.dead(&rows, cluster.me(), Instant::now()) {
            match app.store.declare_dead(&row).await {
                Ok(true) => {
                    let (node, seen) = (&row.node.id, if row.expired { "silent" } else { "gone" });
                    tracing::warn!(%node, seen, "a server is dead; its tables are taken over");
                    metrics::counter!("vzetek_nodes_declared_dead_total").increment(1);
                    dead.insert(peer(&row));
                }
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "a dead server cannot be fenced yet"),
            }
        }
        let others: BTreeSet<Peer> = &others(&rows, cluster.me()) - &dead;
        let first = others.first().is_none_or(|other| cluster.me() < other);
        cluster.0.leads.store(first, Ordering::Relaxed);
        cluster.0.others.store(others.len() as u32, Ordering::Relaxed);
        let heard = cluster.0.heard.load(Ordering::Relaxed) as usize == others.len();
        if !first || !heard || cluster.leaves() || *alive.borrow() != others {
            settled = None;
        } else if settled.get_or_insert(looked).elapsed() >= SETTLED {
            settled = None;
            if let Err(fault) = app.tables.open_demos(&app, app.tables.all_demos()).await {
                fault.log("tables for show are still missing");
            }
        }
        let gone = alive.borrow().iter().any(|peer| !others.contains(peer));
        alive.send_if_modified(|before| {
            let changed = *before != others;
            before.clone_from(&others);
            changed
        });
        if gone || !dead.is_empty() {
            missing.get_or_insert(looked);
        }
        let due =
            gone || called || app.tables.has_adopted() || looked_for_orphans.elapsed() >= ORPHANS;
        if due && !cluster.leaves() {
            looked_for_orphans = Instant::now();
            match app.tables.take_over(&app).await {
                Ok(taken) => {
                    if let Some(since) = missing.take().filter(|_| taken > 0) {
                        let took = since.elapsed().as_secs_f64();
                        metrics::histogram!("vzetek_takeover_seconds").record(took);
                    }
                }
                Err(fault) => fault.log("tables without a server are still there"),
            }
        }
    }
}

fn others(rows: &[NodeRow], me: &Peer) -> BTreeSet<Peer> {
    rows.iter().map(peer).filter(|peer| peer.id != me.id).collect()
}

fn peer(row: &NodeRow) -> Peer {
    Peer { id: row.node.id.clone(), incarnation: row.incarnation }
}

/// Those who were seen without their locks, and since when.
#[derive(Debug, Default)]
struct Watch(HashMap<Peer, Instant>);

impl Watch {
    /// Returns those of the others that are to be declared dead.
    fn dead(&mut self, rows: &[NodeRow], me: &Peer, now: Instant) -> Vec<NodeRow> {
        let mut dead = Vec::new();
        let mut unlocked = HashMap::new();
        for row in rows.iter().filter(|row| row.node.id != me.id) {
            let since = row.unlocked.then(|| *self.0.get(&peer(row)).unwrap_or(&now));
            if row.expired || since.is_some_and(|since| now - since >= UNLOCKED) {
                dead.push(row.clone());
            }
            if let Some(since) = since {
                unlocked.insert(peer(row), since);
            }
        }
        self.0 = unlocked;
        dead
    }
}

/// The first look, before anybody is served: waits for the store.
///
/// # Errors
/// [`Fault`] if the store does not answer.
pub async fn is_alone(app: &Shared, me: &Peer) -> Result<bool, Fault> {
    Ok(others(&app.store.nodes().await?, me).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vzetek_store::Node;

    fn row(id: &str, incarnation: i64, expired: bool, unlocked: bool) -> NodeRow {
        let node = Node { id: id.parse().unwrap(), address: String::new(), release: String::new() };
        NodeRow { node, incarnation, expired, unlocked }
    }

    #[test]
    fn a_lock_must_be_missed_for_a_while() {
        let me = Peer { id: "me".parse().unwrap(), incarnation: 1 };
        let (mut watch, start) = (Watch::default(), Instant::now());
        let mut dead = |rows: &[NodeRow], ms: u64| {
            let dead = watch.dead(rows, &me, start + Duration::from_millis(ms));
            dead.iter().map(|row| row.node.id.to_string()).collect::<Vec<_>>()
        };
        let [missing, there] = [true, false].map(|unlocked| row("a", 1, false, unlocked));
        let own = row("me", 1, true, true);
        assert!(dead(&[missing.clone(), own.clone()], 0).is_empty());
        assert!(dead(&[missing.clone(), own.clone()], 1_499).is_empty());
        assert_eq!(dead(&[missing.clone(), own], 1_500), ["a"], "and never oneself");
        assert!(dead(&[there], 1_600).is_empty());
        assert!(dead(std::slice::from_ref(&missing), 1_700).is_empty(), "counted anew");
        assert!(dead(&[row("a", 2, false, true)], 3_400).is_empty(), "another start");
        assert_eq!(dead(&[row("b", 1, true, false)], 3_500), ["b"], "expired at once");
    }
}
