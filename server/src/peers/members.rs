//! The servers that are alive, and the take-over of a dead server's tables.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;
use vzetek_store::NodeRow;

use crate::app::Shared;
use crate::cluster::{Cluster, others, peer};
use crate::elsewhere::Peer;

/// The time between two looks at the others.
const LOOK: Duration = Duration::from_millis(200);
/// The time for which a server must have been missed at every look before it is declared dead. A
/// server whose connection to Postgres broke has its lock again by then, and a Postgres that renews
/// no other row does not renew the own one either.
const MISSED: Duration = Duration::from_millis(1_500);
/// The time for which no server is declared dead after a failed look: Postgres may have been
/// unavailable. By then a server that could not reach it has timed out
/// (`ConnectOptions::acquire_timeout`), and has tried again.
const STEADY: Duration = Duration::from_secs(4);
/// The longest duration of a look that succeeds.
const SLOW: Duration = Duration::from_secs(1);
/// The time between two looks for tables that no server runs, without an event …
const ORPHANS: Duration = Duration::from_secs(5);
/// … and while not all other servers are heard: one that leaves may not be.
const UNHEARD: Duration = Duration::from_secs(1);

/// The time for which the server that leads must have heard all others, unchanged, before it opens
/// tables for show that are missing.
const SETTLED: Duration = Duration::from_secs(5);

/// Looks at the other servers until this one is to stop, and publishes which are alive.
pub async fn run(app: Shared, cluster: Cluster, alive: watch::Sender<BTreeSet<Peer>>) {
    let mut watch = Watch::default();
    let mut looked_for_orphans = Instant::now();
    // Since when a server is known to have died, until its tables are run here.
    let mut missing = None;
    // Since when this server leads and hears all others.
    let mut settled = None;
    loop {
        let called = tokio::select! {
            () = app.shutdown.cancelled() => return,
            () = tokio::time::sleep(LOOK) => false,
            () = cluster.orphans() => true,
        };
        let asked = Instant::now();
        let rows = match app.store.nodes().await {
            Ok(rows) => rows,
            Err(error) => {
                // Without an answer no server is known to be alive or dead.
                tracing::debug!(%error, "the other servers cannot be looked at");
                watch = Watch::ill(Instant::now());
                continue;
            }
        };
        let looked = Instant::now();
        if looked - asked > SLOW {
            watch = Watch::ill(looked);
        }
        let mut dead = BTreeSet::new();
        for row in watch.dead(&rows, cluster.me(), looked) {
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
        let others: BTreeSet<Peer> =
            others(&rows, cluster.me()).filter(|peer| !dead.contains(peer)).collect();
        cluster.set_others(others.len());
        let hears_all = cluster.heard() == others.len();
        if !cluster.leads() || !hears_all || *alive.borrow() != others {
            settled = None;
        } else if settled.get_or_insert(looked).elapsed() >= SETTLED {
            settled = None;
            if let Err(fault) = app.tables.open_demos(app.tables.all_demos()).await {
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
        let pause = if hears_all { ORPHANS } else { UNHEARD };
        let due =
            gone || called || app.tables.has_adopted() || looked_for_orphans.elapsed() >= pause;
        if due && !cluster.leaves() {
            looked_for_orphans = Instant::now();
            match app.tables.take_over().await {
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

/// The sights since the last failed look.
#[derive(Debug, Default)]
struct Watch {
    /// The last failed look.
    ill: Option<Instant>,
    /// The servers that are without their locks or have not renewed their rows, and since when.
    missed: HashMap<Peer, Instant>,
}

impl Watch {
    /// The watch after a failed look.
    fn ill(now: Instant) -> Self {
        Self { ill: Some(now), ..Self::default() }
    }

    /// Returns the other servers that are to be declared dead.
    fn dead(&mut self, rows: &[NodeRow], me: &Peer, now: Instant) -> Vec<NodeRow> {
        let is_missed = |row: &&NodeRow| row.expired || row.unlocked;
        if rows.iter().filter(is_missed).any(|row| peer(row) == *me) {
            // By this rule the others would find this server dead: Postgres is at fault.
            *self = Self::ill(now);
            return Vec::new();
        }
        let steady = self.ill.is_none_or(|ill| now - ill >= STEADY);
        let missed = rows.iter().filter(|row| row.node.id != me.id).filter(is_missed);
        let since = |row| (peer(row), *self.missed.get(&peer(row)).unwrap_or(&now));
        self.missed = missed.clone().map(since).collect();
        let is_dead = |row: &&NodeRow| steady && now - self.missed[&peer(row)] >= MISSED;
        missed.filter(is_dead).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vzetek_store::Node;

    fn row(id: &str, incarnation: i64, expired: bool, unlocked: bool) -> NodeRow {
        let node = Node { id: id.parse().unwrap(), address: String::new(), release: String::new() };
        NodeRow { node, incarnation, expired, unlocked }
    }

    /// Returns the names of the servers that are dead by a look at these rows after `ms`
    /// milliseconds.
    fn looks(mut watch: Watch, start: Instant) -> impl FnMut(&[NodeRow], u64) -> Vec<String> {
        let me = Peer { id: "me".parse().unwrap(), incarnation: 1 };
        move |rows, ms| {
            let dead = watch.dead(rows, &me, start + Duration::from_millis(ms));
            dead.iter().map(|row| row.node.id.to_string()).collect()
        }
    }

    #[test]
    fn whoever_is_missed_for_a_while_is_dead() {
        let mut dead = looks(Watch::default(), Instant::now());
        let own = row("me", 1, false, false);
        let [unlocked, expired, there] = [(false, true), (true, false), (false, false)]
            .map(|(expired, unlocked)| row("a", 1, expired, unlocked));
        for (missed, at) in [(&unlocked, 0), (&expired, 10_000)] {
            let missed = [missed.clone(), own.clone()];
            assert!(dead(&missed, at).is_empty());
            assert!(dead(&missed, at + 1_499).is_empty());
            assert_eq!(dead(&missed, at + 1_500), ["a"]);
            assert!(dead(std::slice::from_ref(&there), at + 1_600).is_empty());
            assert!(dead(&missed, at + 1_700).is_empty(), "counted anew");
            let again = row("a", 2, missed[0].expired, missed[0].unlocked);
            assert!(dead(&[again, own.clone()], at + 3_400).is_empty(), "another start");
        }
    }

    /// After an outage in which all rows have expired every server has time to renew its own.
    #[test]
    fn nobody_is_dead_soon_after_an_outage() {
        let start = Instant::now();
        let mut dead = looks(Watch::ill(start), start);
        let both = [row("a", 1, true, false), row("me", 1, false, false)];
        assert!(dead(&both, 0).is_empty());
        assert!(dead(&both, 3_999).is_empty());
        assert_eq!(dead(&both, 4_000), ["a"]);
    }

    #[test]
    fn nobody_is_dead_who_is_no_worse_off_than_we_are() {
        let mut dead = looks(Watch::default(), Instant::now());
        let other = row("a", 1, true, false);
        let both = |expired, unlocked| [other.clone(), row("me", 1, expired, unlocked)];
        assert!(dead(&both(false, false), 0).is_empty());
        for (at, (expired, unlocked)) in [(1_400, (true, false)), (10_000, (false, true))] {
            assert!(dead(&both(expired, unlocked), at).is_empty());
            assert!(dead(&both(false, false), at + 200).is_empty());
            assert!(dead(&both(false, false), at + 3_999).is_empty());
            assert_eq!(dead(&both(false, false), at + 4_000), ["a"]);
        }
    }
}
