//! Tables that the store assigns to this server, and that are to be rebuilt: at the start, and
//! after the death of another server.

use std::sync::Arc;

use chrono::TimeDelta;
use tokio::time::Instant;
use vzetek_protocol::TableId;
use vzetek_store::{StoredTable, TablePlace, Write};

use super::places::Places;
use super::{PAGE, Tables};
use crate::fault::Fault;
use crate::recorder::NotRecorded;
use crate::table::{self, Directory as _, RestoreError};

/// The time after which a table that was being opened is known to the server.
const OPENING: TimeDelta = TimeDelta::seconds(30);

impl Tables {
    /// Takes the next tables that no living server runs, for this one. The answer may be lost after
    /// the store has assigned them: then the next call of [`Self::disown_unheard`] releases them
    /// again.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub(super) async fn next_orphans(
        &self,
        after: Option<&TablePlace>,
        limit: u32,
    ) -> Result<Vec<StoredTable>, Fault> {
        let orphans = self.around.store.adopt_tables(after, limit).await;
        if orphans.is_err() {
            self.doubt.lock().raise(Instant::now());
        }
        Ok(orphans?)
    }

    /// Releases the tables that the store assigns to this server and that it does not have, if
    /// there may be any. The next server that looks for tables takes them.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub(super) async fn disown_unheard(&self) -> Result<(), Fault> {
        let began = Instant::now();
        if self.cluster.is_none() || !self.doubt.lock().is_due(began) {
            return Ok(());
        }
        let (before, mut place) = (self.around.sources.utc() - OPENING, None);
        loop {
            let page = self.around.store.tables_opened_before(before, place.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { break };
            place = Some(last.clone());
            let unknown =
                page.into_iter().filter(|(_, id)| !self.places().is_ours(&TableId(id.clone())));
            // A table of another server stays with it.
            let disown: Vec<Write> =
                unknown.map(|(_, table)| Write::ReleaseTable { table }).collect();
            if !disown.is_empty() {
                self.around.recorder.write(disown).await?;
            }
        }
        self.doubt.lock().looked(began);
        Ok(())
    }

    /// True if there are or may be tables that are this server's and not run yet.
    pub fn has_adopted(&self) -> bool {
        self.places().has_adopted() || self.doubt.lock().is_due(Instant::now())
    }

    /// Rebuilds the tables that have been adopted, and runs them from now on, with their local
    /// watchers. When one has to wait for the store, so do those after it.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub(super) async fn rebuild_adopted(self: &Arc<Self>) -> Result<(), Fault> {
        loop {
            let Some(stored) = self.places().next_adopted() else { return Ok(()) };
            if let Err(fault) = self.rebuild(&stored).await {
                // To the end of the line, so that it does not delay the others.
                self.change(Places::put_off);
                return Err(fault);
            }
            self.watch_again(&TableId(stored.row.id));
        }
    }

    async fn rebuild(self: &Arc<Self>, stored: &StoredTable) -> Result<(), Fault> {
        let id = TableId(stored.row.id.clone());
        match table::restore(&self.around, stored.clone()).await {
            Ok(table) if table.is_demo() && self.demos() >= self.demo_tables => {
                let close =
                    Write::CloseTable { table: id.0.clone(), at: self.around.sources.utc() };
                match self.around.recorder.write(vec![close]).await {
                    // Another server has closed it already.
                    Ok(()) | Err(NotRecorded::Refused) => {
                        self.change(|places| places.close_adopted(&id));
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(table) => self.run(id, table),
            Err(RestoreError::Unavailable(fault)) => return Err(fault),
            Err(error) => {
                tracing::error!(table = %id, %error, "a table is left as stored");
                self.leave(&id);
            }
        }
        Ok(())
    }

    /// Returns the number of tables for show that this server runs.
    pub(super) fn demos(&self) -> u32 {
        self.places().run().filter(|(_, handle)| handle.demo && handle.is_here()).count() as u32
    }

    /// Returns the number of tables for show that any server runs, as far as is known here.
    pub fn all_demos(&self) -> u32 {
        self.places().run().filter(|(_, handle)| handle.demo).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clap::Parser as _;
    use serde_json::json;
    use tokio_util::sync::CancellationToken;
    use vzetek_store::{Account, AccountKind, ConnectOptions, Store, TableRow, connect_unclaimed};

    use super::*;
    use crate::config::Config;
    use crate::serve::assemble;
    use crate::sources::Sources;

    /// Stores a table at which Ana has a seat.
    async fn open(store: &dyn Store, id: &str, demo: bool) {
        let config = json!({
            "table": { "game": { "name": "trset", "options": { "players": 2 } } }, "demo": demo,
        });
        let row = TableRow {
            id: id.to_owned(),
            config,
            creator: None,
            invite: None,
            created_at: Sources::system().utc(),
            seats: 2,
        };
        let seats = vec![Some("ana".to_owned()), None];
        let seats = Write::Seats { table: id.to_owned(), seats };
        store.write(&[Write::OpenTable(row), seats]).await.unwrap();
    }

    #[tokio::test]
    async fn what_cannot_be_rebuilt_while_the_store_is_away_is_rebuilt_later() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("tables.db").display());
        let store = async || connect_unclaimed(&url, &ConnectOptions::default()).await.unwrap();
        let (there, away) = (store().await, store().await);
        let ana = Account {
            id: "ana".to_owned(),
            name: "Ana".to_owned(),
            name_key: "ana".to_owned(),
            kind: AccountKind::Guest,
            level: None,
            face: None,
            owner: None,
            password_hash: None,
            created_at: Sources::system().utc(),
        };
        there.add_account(&ana).await.unwrap();
        for (id, demo) in [("one", false), ("two", false), ("show", true)] {
            open(&*there, id, demo).await;
        }
        let stored = there.open_tables(None, 10).await.unwrap();
        away.close().await;
        let config = || Config::parse_from(["server", "--demo-tables", "0"]);
        let shutdown = CancellationToken::new();
        let apps = [away, there.clone()];
        let [cut_off, app] = apps.map(|store: Arc<dyn Store>| {
            assemble(config(), store, shutdown.clone(), None, Sources::system()).0
        });

        cut_off.tables.change(|places| places.adopt(stored.clone()));
        for _ in 0..4 {
            let fault = cut_off.tables.rebuild_adopted().await.unwrap_err();
            assert_eq!(fault.body.code, vzetek_protocol::ErrorCode::StorageUnavailable);
            assert!(cut_off.tables.has_adopted());
        }
        for id in ["one", "two", "show"] {
            let id = TableId(id.to_owned());
            assert!(cut_off.tables.knows(&id), "{id} is no table that nobody knows");
            assert!(cut_off.tables.find(&id).is_none());
        }
        // The store answers again.
        app.tables.change(|places| places.adopt(stored));
        app.tables.rebuild_adopted().await.unwrap();
        assert!(!app.tables.has_adopted());
        let found = |id: &str| app.tables.find(&TableId(id.to_owned())).is_some();
        assert!(found("one") && found("two"));
        // A superfluous table for show is closed; the second server to close it accepts that.
        assert!(!found("show") && !there.is_table_open("show").await.unwrap());
        shutdown.cancel();
    }

    #[tokio::test]
    async fn no_more_tables_are_opened_for_show_than_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("tables.db").display());
        let store = connect_unclaimed(&url, &ConnectOptions::default()).await.unwrap();
        let config = Config::parse_from(["server", "--demo-tables", "2"]);
        let shutdown = CancellationToken::new();
        let app = assemble(config, store.clone(), shutdown.clone(), None, Sources::system()).0;
        for _ in 0..3 {
            app.tables.open_demos(app.tables.all_demos()).await.unwrap();
        }
        assert_eq!(store.open_tables(None, 10).await.unwrap().len(), 2);
        shutdown.cancel();
    }
}
