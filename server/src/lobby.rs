//! The list of public tables and everybody who looks at it.

use std::collections::BTreeMap;
use std::sync::RwLock;

use tokio::sync::broadcast;
use vzetek_protocol::{TableId, TableSummary};

/// How many changes a slow connection may lag behind before it gets the whole
/// list again.
const LAG: usize = 256;

/// Something changed in the lobby.
#[derive(Clone, Debug)]
pub enum Change {
    /// A table is new or different.
    Table(TableSummary),
    /// A table is gone.
    Gone(TableId),
}

/// The public tables as they were last reported.
#[derive(Debug)]
pub struct Lobby {
    tables: RwLock<BTreeMap<TableId, TableSummary>>,
    changes: broadcast::Sender<Change>,
}

impl Default for Lobby {
    fn default() -> Self {
        Self { tables: RwLock::default(), changes: broadcast::Sender::new(LAG) }
    }
}

impl Lobby {
    /// The list, and every change from now on.
    pub fn follow(&self) -> (Vec<TableSummary>, broadcast::Receiver<Change>) {
        let tables = self.tables.read().expect("never poisoned: no panic while held");
        (tables.values().cloned().collect(), self.changes.subscribe())
    }

    /// The list.
    pub fn summaries(&self) -> Vec<TableSummary> {
        let tables = self.tables.read().expect("never poisoned: no panic while held");
        tables.values().cloned().collect()
    }

    /// A table reports how it stands.
    pub fn report(&self, summary: TableSummary) {
        let mut tables = self.tables.write().expect("never poisoned: no panic while held");
        if tables.get(&summary.id) != Some(&summary) {
            tables.insert(summary.id.clone(), summary.clone());
            // Nobody listening is no error.
            let _ = self.changes.send(Change::Table(summary));
        }
    }

    /// A table is no more.
    pub fn remove(&self, table: &TableId) {
        let mut tables = self.tables.write().expect("never poisoned: no panic while held");
        if tables.remove(table).is_some() {
            let _ = self.changes.send(Change::Gone(table.clone()));
        }
    }
}
