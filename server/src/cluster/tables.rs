//! Tables that other servers run, among the open ones.

use std::sync::{Arc, RwLock};
use std::time::Duration;

use tokio::time::Instant;
use vzetek_protocol::TableId;
use vzetek_store::StoredTable;

use super::standin::{Mailbox, StandIn};
use super::wire::About;
use super::{Cluster, Peer};
use crate::app::Shared;
use crate::fault::Fault;
use crate::lobby::Lobby;
use crate::table::{Command, Mail, TableHandle};
use crate::tables::{PAGE, Tables};

/// The time for which a table is taken to be on its way from one server to another.
const MOVING: Duration = Duration::from_secs(30);

impl Tables {
    /// The tables that are run here.
    pub fn here(&self) -> Vec<TableId> {
        let open = self.open.read().expect("never poisoned: no panic while held");
        let here = open.iter().filter(|(_, handle)| handle.is_here());
        here.map(|(table, _)| table.clone()).collect()
    }

    /// A table that is run here, as others have to know it.
    pub fn about(&self, table: &TableId, lobby: &Lobby) -> Option<About> {
        let handle = self.find(table).filter(TableHandle::is_here)?;
        Some(About::of(&handle, lobby.summary(table)))
    }

    /// Another server runs this table.
    pub fn stand_in(&self, app: &Shared, table: &TableId, stand_in: StandIn, about: About) {
        let About { config, creator, invite, demo, seated, summary } = about;
        for account in &seated.bound {
            app.pairing.withdraw(account);
        }
        match summary {
            Some(summary) => app.lobby.report(summary),
            None => app.lobby.remove(table),
        }
        let known =
            self.find(table).filter(|handle| handle.mailbox.peer() == Some(stand_in.peer()));
        if let Some(handle) = known {
            *handle.seated.write().expect("never poisoned: no panic while held") = seated;
            return;
        }
        let handle = TableHandle {
            mailbox: Mailbox::Elsewhere(stand_in),
            creator,
            config: Arc::new(config),
            invite: invite.map(Arc::from),
            demo,
            seated: Arc::new(RwLock::new(seated)),
        };
        self.insert(app, table.clone(), handle);
    }

    /// Another server has closed this table of its own.
    pub fn close(&self, app: &Shared, table: &TableId, peer: &Peer) {
        if self.take_from(table, peer) {
            app.lobby.remove(table);
        }
    }

    /// Another server runs this table no more, or cannot be reached: soon it will be
    /// known who does.
    pub fn lose(&self, table: &TableId, peer: &Peer) {
        if self.take_from(table, peer) {
            let mut moving = self.moving.lock().expect("never poisoned: no panic while held");
            moving.insert(table.clone(), Instant::now());
        }
    }

    fn take_from(&self, table: &TableId, peer: &Peer) -> bool {
        let mut open = self.open.write().expect("never poisoned: no panic while held");
        let is_theirs = open.get(table).is_some_and(|handle| handle.mailbox.peer() == Some(peer));
        if is_theirs {
            open.remove(table);
        }
        is_theirs
    }

    /// True if a table is on its way from one server to another.
    pub fn is_moving(&self, table: &TableId) -> bool {
        self.moving.lock().expect("never poisoned: no panic while held").contains_key(table)
    }

    /// Forgets tables that were on their way for too long: nobody has them.
    pub fn forget_lost(&self, app: &Shared) {
        let mut moving = self.moving.lock().expect("never poisoned: no panic while held");
        for (table, _) in moving.extract_if(|_, since| since.elapsed() >= MOVING) {
            app.lobby.remove(&table);
        }
    }

    /// Takes over all tables that no living server runs, with those who watched them from
    /// here, and returns how many. Whatever cannot be rebuilt is logged and left in the store
    /// as it is.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn take_over(&self, app: &Shared) -> Result<usize, Fault> {
        self.forget_lost(app);
        let Some(cluster) = app.cluster.clone() else { return Ok(0) };
        let mut demos = 0;
        let mut place = None;
        let mut taken = 0;
        loop {
            let page = app.store.adopt_tables(place.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { return Ok(taken) };
            taken += page.len();
            tracing::info!(tables = page.len(), "tables taken over");
            metrics::counter!("vzetek_tables_taken_over_total").increment(page.len() as u64);
            place = Some(last.place());
            let ids: Vec<TableId> = page.iter().map(id).collect();
            for stored in page {
                self.rebuild(app, stored, &mut demos).await?;
            }
            for table in &ids {
                self.watch_again(&cluster, app, table);
            }
        }
    }

    /// Those here who watched a table while another server ran it watch it where it is now.
    pub fn watch_again(&self, cluster: &Cluster, app: &Shared, table: &TableId) {
        let Some(handle) = self.find(table) else { return };
        for (visitor, outbox, invite) in cluster.roll().watchers(table) {
            if handle.is_here() {
                cluster.roll().unwatch(visitor.connection, table);
            }
            let command = Command::Watch { visitor, invite, since: None };
            let (handle, mail) = (handle.clone(), Mail::Command { outbox, command });
            // A full mailbox is waited for: nobody else tells the table that they are here.
            app.tasks.spawn(async move { handle.mailbox.send(mail).await });
        }
    }
}

fn id(stored: &StoredTable) -> TableId {
    TableId(stored.row.id.clone())
}
