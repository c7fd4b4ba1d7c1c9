//! The list of public tables and everybody who looks at it.

use std::collections::BTreeMap;
use std::sync::{Mutex, RwLock};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;
use vzetek_protocol::{ServerMessage, TableId, TableSummary};

use crate::ws::outbox::text;

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
    /// The message that tells all of it, and the levels that it names; until a
    /// table changes. Locked after `tables`.
    told: Mutex<Option<(Vec<String>, Utf8Bytes)>>,
}

impl Default for Lobby {
    fn default() -> Self {
        Self {
            tables: RwLock::default(),
            changes: broadcast::Sender::new(LAG),
            told: Mutex::default(),
        }
    }
}

impl Lobby {
    /// The message that tells the list and these levels, made once for all who
    /// ask before it changes, and every change from now on.
    pub fn follow(&self, levels: Vec<String>) -> (Utf8Bytes, broadcast::Receiver<Change>) {
        let tables = self.tables.read().expect("never poisoned: no panic while held");
        let changes = self.changes.subscribe();
        let mut told = self.told.lock().expect("never poisoned: no panic while held");
        if let Some((known, message)) = &*told
            && *known == levels
        {
            return (message.clone(), changes);
        }
        let tables = tables.values().cloned().collect();
        let message = text(&ServerMessage::Lobby { tables, levels: levels.clone() });
        *told = Some((levels, message.clone()));
        (message, changes)
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
            self.announce(Change::Table(summary));
        }
    }

    /// A table is no more.
    pub fn remove(&self, table: &TableId) {
        let mut tables = self.tables.write().expect("never poisoned: no panic while held");
        if tables.remove(table).is_some() {
            self.announce(Change::Gone(table.clone()));
        }
    }

    /// To be called while the list is locked.
    fn announce(&self, change: Change) {
        *self.told.lock().expect("never poisoned: no panic while held") = None;
        // Nobody listening is no error.
        let _ = self.changes.send(change);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn table(id: &str) -> TableSummary {
        let game = json!({ "name": "trset", "options": { "players": 2 } });
        let summary = json!({
            "id": id, "config": { "game": game }, "seats": [null, null],
            "phase": "waiting", "spectators": 0, "demo": false,
        });
        serde_json::from_value(summary).unwrap()
    }

    #[test]
    fn the_list_is_put_into_words_once_until_it_changes() {
        let lobby = Lobby::default();
        let told =
            |levels: &[&str]| lobby.follow(levels.iter().map(ToString::to_string).collect()).0;
        lobby.report(table("first"));
        let first = told(&["easy"]);
        assert!(first.contains("first"), "{first}");
        // The very same bytes, not merely equal ones.
        assert_eq!(told(&["easy"]).as_ptr(), first.as_ptr());
        lobby.report(table("first"));
        assert_eq!(told(&["easy"]).as_ptr(), first.as_ptr(), "nothing is new");
        assert!(told(&["easy", "strong"]).contains("strong"));
        lobby.report(table("second"));
        assert!(told(&["easy"]).contains("second"));
        lobby.remove(&table("first").id);
        assert!(!told(&["easy"]).contains("first"));
    }
}
