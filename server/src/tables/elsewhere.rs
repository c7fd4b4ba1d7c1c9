//! The open tables that other servers run, and the take-over of those that none runs.

use std::sync::Arc;

use parking_lot::RwLock;
use tokio::time::Instant;
use vzetek_protocol::TableId;

use super::Tables;
use crate::cluster::wire::About;
use crate::elsewhere::Peer;
use crate::fault::Fault;
use crate::table::{Command, Mail, Mailbox, StandIn, TableHandle};

/// The tables that a server takes over at a time, while others take theirs.
const LOT: u32 = 25;

impl Tables {
    /// The tables that are run here.
    pub fn here(&self) -> Vec<TableId> {
        let places = self.places();
        let here = places.run().filter(|(_, handle)| handle.is_here());
        here.map(|(table, _)| table.clone()).collect()
    }

    /// The tables that could not be rebuilt or run here.
    pub fn left(&self) -> Vec<TableId> {
        self.places().left().cloned().collect()
    }

    /// The term in which a table could not be rebuilt or run here, if so.
    pub fn left_in(&self, table: &TableId) -> Option<u64> {
        self.places().left_in(table)
    }

    /// The facts for other servers about a table that is run here.
    pub fn about(&self, table: &TableId) -> Option<About> {
        let handle = self.find(table).filter(TableHandle::is_here)?;
        Some(About::of(&handle, self.around.lobby.summary(table)))
    }

    /// Another server runs this table. True if that is new.
    pub fn stand_in(&self, table: &TableId, stand_in: Arc<dyn StandIn>, about: About) -> bool {
        let About { term, config, creator, invite, demo, seated, summary } = about;
        if self.places().is_late(table, term) {
            // A late message: the table has changed hands since.
            return false;
        }
        for account in &seated.bound {
            self.around.pairing.withdraw(account);
        }
        match summary {
            Some(summary) => self.around.lobby.report(summary),
            None => self.around.lobby.remove(table),
        }
        let known =
            self.find(table).filter(|handle| handle.mailbox.peer() == Some(stand_in.peer()));
        if let Some(handle) = known {
            *handle.seated.write() = seated;
            return false;
        }
        let handle = TableHandle {
            mailbox: Mailbox::Elsewhere(stand_in),
            creator,
            config: Arc::new(config),
            invite: invite.map(Arc::from),
            demo,
            term,
            seated: Arc::new(RwLock::new(seated)),
        };
        self.insert(table.clone(), handle);
        true
    }

    /// Another server has closed this table of its own.
    pub fn close(&self, table: &TableId, peer: &Peer) {
        if self.change(|places| places.close_elsewhere(table, peer)) {
            self.forget(table);
        }
    }

    /// Another server could not rebuild or run this table of its own, in this term.
    pub fn leave_elsewhere(&self, table: &TableId, peer: &Peer, term: u64) {
        if self.change(|places| places.leave_elsewhere(table, peer, term)) {
            self.forget_broken(table);
        }
    }

    /// Removes a table that no server can run from the lobby, and sends its watchers the reason.
    pub(super) fn forget_broken(&self, table: &TableId) {
        if let Some(cluster) = &self.cluster {
            cluster.connections().each_watcher(table, |_, outbox, _| {
                let broken = Fault::table_broken();
                outbox.send_error(*broken.body, Some("watch"), Some(table.clone()));
            });
        }
        self.forget(table);
    }

    /// Removes a table from the lobby and its watchers from the connections.
    fn forget(&self, table: &TableId) {
        self.around.lobby.remove(table);
        if let Some(cluster) = &self.cluster {
            cluster.connections().forget(table);
        }
    }

    /// Another server no longer runs this table, or cannot be reached: its next server will soon be
    /// known.
    pub fn lose(&self, table: &TableId, peer: &Peer) {
        self.change(|places| places.lose(table, peer, Instant::now()));
    }

    /// Another server is dead: others take what it could not run.
    pub fn forget_left(&self, peer: &Peer) {
        self.change(|places| places.forget_left(peer));
    }

    /// Forgets tables that were between servers for too long: no server has them, or none that can
    /// be reached.
    async fn forget_lost(&self) -> Result<(), Fault> {
        let lost = self.change(|places| places.forget_lost(Instant::now()));
        lost.iter().for_each(|table| self.around.lobby.remove(table));
        self.end_closed(lost).await
    }

    /// Sends local watchers of these tables, which other servers ran, an error if the table is
    /// closed: the notice of that may have been lost.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn end_closed(&self, tables: impl IntoIterator<Item = TableId>) -> Result<(), Fault> {
        let Some(cluster) = &self.cluster else { return Ok(()) };
        for table in tables {
            if self.find(&table).is_some() || self.around.store.is_table_open(&table.0).await? {
                continue;
            }
            cluster.connections().each_watcher(&table, |_, outbox, _| {
                let gone = Fault::no_such_table(&table);
                outbox.send_error(*gone.body, Some("watch"), Some(table.clone()));
            });
            cluster.connections().forget(&table);
        }
        Ok(())
    }

    /// Takes over all tables that no living server runs, with their local watchers, and returns how
    /// many. A table that cannot be rebuilt is logged and left in the store as it is; one that has
    /// to wait because the store is unavailable is tried with the next call.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn take_over(self: &Arc<Self>) -> Result<usize, Fault> {
        let Ok(_adopting) = self.adopting.try_lock() else {
            // The server's start is taking tables over; the look at the other servers does not wait
            // for that.
            return Ok(0);
        };
        self.forget_lost().await?;
        self.rebuild_adopted().await?;
        self.disown_unheard().await?;
        let mut place = None;
        let mut taken = 0;
        loop {
            if self.leaves() {
                // It might be one that was just released.
                return Ok(taken);
            }
            let page = self.next_orphans(place.as_ref(), LOT).await?;
            let Some(last) = page.last() else { return Ok(taken) };
            taken += page.len();
            tracing::info!(tables = page.len(), "tables taken over");
            metrics::counter!("vzetek_tables_taken_over_total").increment(page.len() as u64);
            place = Some(last.place());
            self.change(|places| places.adopt(page));
            self.rebuild_adopted().await?;
        }
    }

    /// Local watchers of a table that another server ran watch it where it is run now.
    pub fn watch_again(&self, table: &TableId) {
        let (Some(cluster), Some(handle)) = (&self.cluster, self.find(table)) else { return };
        cluster.connections().each_watcher(table, |visitor, outbox, invite| {
            match &handle.mailbox {
                Mailbox::Elsewhere(stand_in) => stand_in.watch_again(visitor.connection, invite),
                Mailbox::Here(mailbox) => {
                    let watch = Command::Watch {
                        visitor: visitor.clone(),
                        invite: invite.map(str::to_owned),
                        since: None,
                    };
                    let mail =
                        Mail::Command { outbox: outbox.clone(), command: watch, receipt: None };
                    let (cluster, mailbox) = (cluster.clone(), mailbox.clone());
                    let (connection, table) = (visitor.connection, table.clone());
                    // This waits for a full mailbox: the table has no other notice of the watcher.
                    self.around.tasks.spawn(async move {
                        if let Ok(place) = mailbox.reserve().await {
                            cluster.connections().arrive(connection, &table, || place.send(mail));
                        }
                    });
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use serde_json::json;
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;
    use vzetek_store::{ConnectOptions, connect_unclaimed};

    use super::*;
    use crate::cluster::Cluster;
    use crate::cluster::remote_table::RemoteTable;
    use crate::config::Config;
    use crate::serve::assemble;
    use crate::sources::Sources;
    use crate::table::Seated;

    fn peer(id: &str) -> Peer {
        Peer { id: id.parse().unwrap(), incarnation: 1 }
    }

    fn about(term: u64) -> About {
        let game = json!({ "game": { "name": "trset", "options": { "players": 2 } } });
        About {
            term,
            config: serde_json::from_value(game).unwrap(),
            creator: None,
            invite: None,
            demo: false,
            seated: Seated::default(),
            summary: None,
        }
    }

    fn here(term: u64) -> (TableHandle, mpsc::Receiver<Mail>) {
        let (mailbox, mail) = mpsc::channel(1);
        let about = about(term);
        let handle = TableHandle {
            mailbox: Mailbox::Here(mailbox),
            creator: None,
            config: Arc::new(about.config),
            invite: None,
            demo: false,
            term,
            seated: Arc::default(),
        };
        (handle, mail)
    }

    /// Messages of several servers arrive in any order.
    #[tokio::test]
    async fn a_late_word_of_an_earlier_server_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("tables.db").display());
        let store = connect_unclaimed(&url, &ConnectOptions::default()).await.unwrap();
        let shutdown = CancellationToken::new();
        let config = Config::parse_from(["server"]);
        let app = assemble(config, store, shutdown.clone(), None, Sources::system()).0;
        let (cluster, _outgoing) = Cluster::new(peer("me"), 0);
        let table = TableId("t".to_owned());
        let says = |id: &str, term| {
            let stand_in = RemoteTable::new(cluster.clone(), peer(id), table.clone());
            app.tables.stand_in(&table, Arc::new(stand_in), about(term))
        };
        let at = || app.tables.find(&table).map(|found| found.mailbox.peer().cloned());

        assert!(says("a", 1));
        assert!(!says("a", 1), "nothing new");
        assert_eq!(at(), Some(Some(peer("a"))));
        let (handle, mut mail) = here(2);
        app.tables.insert(table.clone(), handle);
        assert!(!says("a", 1));
        assert_eq!(at(), Some(None), "it is run here still");
        assert!(mail.try_recv().is_err_and(|error| error == mpsc::error::TryRecvError::Empty));
        assert!(says("b", 3));
        assert_eq!(at(), Some(Some(peer("b"))));
        assert!(!says("a", 1));
        assert_eq!(at(), Some(Some(peer("b"))));
        app.tables.lose(&table, &peer("a"));
        assert_eq!(at(), Some(Some(peer("b"))));
        app.tables.lose(&table, &peer("b"));
        assert!(at().is_none() && app.tables.knows_open(&table));
        shutdown.cancel();
    }
}
