//! The list of public tables, and its publication to subscribers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, RwLock};
use tokio::sync::{Notify, broadcast};
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;
use vzetek_protocol::table::Phase;
use vzetek_protocol::{Kind, PlayerKind, Pool, ServerMessage, TableId, TableSummary};

use crate::connection::text;
use crate::house::Levels;

/// The changes that a slow connection may lag behind before it receives the whole list again.
const LAG: usize = 256;
/// The most tables in one message: with six seats each some hundred kilobytes, far below the
/// limit of an outbox.
const PART: usize = 100;
/// The least time between two published changes of one table: changes in between are published as
/// one. Every subscriber receives each of them.
const CHANGE_PAUSE: Duration = Duration::from_secs(1);

/// Something changed in the lobby.
#[derive(Clone, Debug)]
pub enum Change {
    /// A table is new or different.
    Table(TableSummary),
    /// A table was removed.
    Gone(TableId),
}

/// The public tables as they were last reported.
#[derive(Debug)]
pub struct Lobby {
    list: RwLock<List>,
    changes: broadcast::Sender<Change>,
    /// The first part, and the levels that it names; until a table changes. Locked after `list`.
    first: Mutex<Option<(Levels, Part)>>,
    /// Notified when a change is put off, so that [`tell_late`] learns when it is due.
    put_off: Notify,
}

/// A part of the list as a message.
#[derive(Clone, Debug)]
pub struct Part {
    /// The message.
    pub message: Utf8Bytes,
    /// The last table in it, if the list goes on.
    pub last: Option<TableId>,
}

#[derive(Debug, Default)]
struct List {
    tables: BTreeMap<TableId, Listed>,
    /// Changes that were put off, by the time when they are due.
    due: BTreeSet<(Instant, TableId)>,
}

#[derive(Debug)]
struct Listed {
    summary: TableSummary,
    /// The summary that was published last, and the time of that.
    told: TableSummary,
    told_at: Instant,
}

impl Default for Lobby {
    fn default() -> Self {
        Self {
            list: RwLock::default(),
            changes: broadcast::Sender::new(LAG),
            first: Mutex::default(),
            put_off: Notify::new(),
        }
    }
}

impl Lobby {
    /// The first part of the list with the levels and the pools, made once for all clients
    /// until it changes, and a subscription to every change from now on.
    pub fn follow(&self, levels: Levels, pools: &[Pool]) -> (Part, broadcast::Receiver<Change>) {
        let list = self.list.read();
        let changes = self.changes.subscribe();
        let mut cached = self.first.lock();
        if let Some((known, first)) = &*cached
            && *known == levels
        {
            return (first.clone(), changes);
        }
        let (tables, last) = list.part(None, PART);
        let message = text(&ServerMessage::Lobby {
            tables,
            levels: levels.names.clone(),
            level_kinds: levels.kinds.clone(),
            pools: pools.to_vec(),
            more: last.is_some(),
        });
        let first = Part { message, last };
        *cached = Some((levels, first.clone()));
        (first, changes)
    }

    /// The next part of the list, as it stands now.
    pub fn part(&self, after: &TableId) -> Part {
        let list = self.list.read();
        let (tables, last) = list.part(Some(after), PART);
        let message = text(&ServerMessage::LobbyTables { tables, more: last.is_some() });
        Part { message, last }
    }

    /// A table as it was last reported.
    pub fn summary(&self, table: &TableId) -> Option<TableSummary> {
        let list = self.list.read();
        list.tables.get(table).map(|listed| listed.summary.clone())
    }

    /// At most `most` tables of the list, from the start or after the given one.
    pub fn summaries(&self, after: Option<&TableId>, most: usize) -> Vec<TableSummary> {
        self.list.read().part(after, most).0
    }

    /// Returns the number of people who play at public tables, by kind of game.
    pub fn playing(&self) -> HashMap<Kind, u32> {
        let list = self.list.read();
        let mut playing = HashMap::new();
        for Listed { summary, .. } in list.tables.values() {
            let people =
                summary.seats.iter().flatten().filter(|player| {
                    player.kind != PlayerKind::Bot && summary.phase != Phase::Waiting
                });
            let people = people.count() as u32;
            if people > 0 {
                *playing.entry(summary.config.game.kind()).or_default() += people;
            }
        }
        playing
    }

    /// Returns the public table at which each of the accounts that are wanted has a seat.
    pub fn seated(&self, wanted: impl Fn(&str) -> bool) -> HashMap<String, (TableId, Kind)> {
        let list = self.list.read();
        let mut seated = HashMap::new();
        for Listed { summary, .. } in list.tables.values() {
            let place = || (summary.id.clone(), summary.config.game.kind());
            let players = summary.seats.iter().flatten();
            for player in players.filter(|player| wanted(player.id.as_str())) {
                seated.insert(player.id.0.clone(), place());
            }
        }
        seated
    }

    /// Stores the state of a table. A new table is published immediately, a change as soon as the
    /// table's last published one is long enough ago.
    pub fn report(&self, summary: TableSummary) {
        self.report_at(summary, Instant::now());
    }

    fn report_at(&self, summary: TableSummary, now: Instant) {
        let mut list = self.write();
        let List { tables, due } = &mut *list;
        let Some(listed) = tables.get_mut(&summary.id) else {
            let told = summary.clone();
            tables.insert(
                summary.id.clone(),
                Listed { summary: summary.clone(), told, told_at: now },
            );
            self.changed();
            self.announce(Change::Table(summary));
            return;
        };
        if listed.summary == summary {
            return;
        }
        self.changed();
        let at = listed.told_at + CHANGE_PAUSE;
        listed.summary = summary;
        if at <= now {
            // This publication includes any change that was put off.
            due.remove(&(at, listed.summary.id.clone()));
            self.announce(listed.tell(now));
        } else {
            due.insert((at, listed.summary.id.clone()));
            self.put_off.notify_one();
        }
    }

    /// Publishes the changes that were put off until now. Returns when the next one is due.
    fn tell_due(&self, now: Instant) -> Option<Instant> {
        let mut list = self.write();
        while let Some((at, _)) = list.due.first() {
            if *at > now {
                return Some(*at);
            }
            let Some((_, table)) = list.due.pop_first() else { break };
            // The table may be as last published again.
            if let Some(listed) = list.tables.get_mut(&table)
                && listed.summary != listed.told
            {
                self.announce(listed.tell(now));
            }
        }
        None
    }

    /// Removes a table from the list.
    pub fn remove(&self, table: &TableId) {
        let mut list = self.write();
        if let Some(listed) = list.tables.remove(table) {
            list.due.remove(&(listed.told_at + CHANGE_PAUSE, table.clone()));
            self.changed();
            self.announce(Change::Gone(table.clone()));
        }
    }

    fn write(&self) -> parking_lot::RwLockWriteGuard<'_, List> {
        self.list.write()
    }

    /// Discards the cached first part. The caller must hold the lock of the list.
    fn changed(&self) {
        *self.first.lock() = None;
    }

    /// The caller must hold the lock of the list.
    fn announce(&self, change: Change) {
        // It is no error to have no subscribers.
        let _ = self.changes.send(change);
    }
}

impl List {
    /// At most `most` tables, from the start or after the given one; and the last of them, if
    /// the list goes on.
    fn part(&self, after: Option<&TableId>, most: usize) -> (Vec<TableSummary>, Option<TableId>) {
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        let mut rest = self.tables.range::<TableId, _>((from, Bound::Unbounded));
        let tables = rest.by_ref().take(most).map(|(_, listed)| listed.summary.clone());
        let tables: Vec<_> = tables.collect();
        let last = rest.next().and_then(|_| Some(tables.last()?.id.clone()));
        (tables, last)
    }
}

impl Listed {
    fn tell(&mut self, now: Instant) -> Change {
        self.told = self.summary.clone();
        self.told_at = now;
        Change::Table(self.summary.clone())
    }
}

/// Publishes the changes that were put off, until the server is to stop.
pub async fn tell_late(lobby: Arc<Lobby>, shutdown: CancellationToken) {
    let mut due = None;
    loop {
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = lobby.put_off.notified() => {}
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {}
        }
        due = lobby.tell_due(Instant::now());
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
        let told = |levels: &[&str]| {
            let names = levels.iter().map(ToString::to_string).collect();
            lobby.follow(Levels { names, ..Levels::default() }, &[]).0.message
        };
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

    #[test]
    fn a_long_list_comes_in_parts() {
        let lobby = Lobby::default();
        for number in 0..2 * PART + 7 {
            lobby.report(table(&format!("{number:03}")));
        }
        let ids = |told: &Utf8Bytes| -> Vec<String> {
            let told: serde_json::Value = serde_json::from_str(told).unwrap();
            let tables = told["tables"].as_array().unwrap();
            tables.iter().map(|table| table["id"].as_str().unwrap().to_owned()).collect()
        };
        let first = lobby.follow(Levels::default(), &[]).0;
        assert!(first.message.contains("\"more\":true"));
        let mut told = ids(&first.message);
        // Later parts show changes made meanwhile.
        lobby.report(table("1501"));
        lobby.remove(&table("160").id);
        let mut last = first.last;
        while let Some(after) = last {
            let part = lobby.part(&after);
            assert_eq!(part.last.is_some(), part.message.contains("\"more\":true"));
            told.extend(ids(&part.message));
            last = part.last;
        }
        let mut all: Vec<String> = (0..2 * PART + 7).map(|number| format!("{number:03}")).collect();
        all.retain(|id| id != "160");
        all.push("1501".to_owned());
        all.sort();
        assert_eq!(told, all);
        assert_eq!(lobby.summaries(Some(&TableId("205".to_owned())), 9).len(), 1);
        assert_eq!(lobby.follow(Levels::default(), &[]).0.last, Some(TableId("099".to_owned())));
    }

    fn watched(id: &str, spectators: u32) -> TableSummary {
        TableSummary { spectators, ..table(id) }
    }

    /// Returns the changes that a subscriber receives, by table and number of spectators; `None`
    /// where a table was removed.
    fn told(changes: &mut broadcast::Receiver<Change>) -> Vec<(String, Option<u32>)> {
        let mut told = Vec::new();
        while let Ok(change) = changes.try_recv() {
            told.push(match change {
                Change::Table(table) => (table.id.0, Some(table.spectators)),
                Change::Gone(table) => (table.0, None),
            });
        }
        told
    }

    #[test]
    fn changes_of_a_table_are_told_once_a_second() {
        let lobby = Lobby::default();
        let mut changes = lobby.follow(Levels::default(), &[]).1;
        let start = Instant::now();
        let at = |ms: u64| start + Duration::from_millis(ms);
        // Ten seconds of arriving and leaving spectators, fifty times a second.
        for n in 0..500 {
            lobby.report_at(watched("a", n % 7), at(u64::from(n) * 20));
            lobby.tell_due(at(u64::from(n) * 20));
        }
        lobby.report_at(table("b"), at(10_000));
        assert_eq!(lobby.tell_due(at(11_000)), None);
        let told = told(&mut changes);
        let of = |id: &str| told.iter().filter(|(table, _)| table == id).collect::<Vec<_>>();
        assert!((10..=12).contains(&of("a").len()), "{told:?}");
        assert_eq!(of("a").last().unwrap().1, Some(499 % 7), "the last word is how it stands");
        assert_eq!(of("b").len(), 1, "a new table waits for nobody");
    }

    #[test]
    fn a_table_that_is_again_as_it_was_is_not_told_and_one_that_is_gone_at_once() {
        let lobby = Lobby::default();
        let mut changes = lobby.follow(Levels::default(), &[]).1;
        let start = Instant::now();
        lobby.report_at(watched("a", 0), start);
        lobby.report_at(watched("a", 1), start);
        lobby.report_at(watched("a", 0), start);
        assert_eq!(told(&mut changes), [("a".to_owned(), Some(0))]);
        assert_eq!(lobby.tell_due(start), Some(start + CHANGE_PAUSE));
        assert_eq!(lobby.tell_due(start + CHANGE_PAUSE), None);
        assert_eq!(told(&mut changes), []);
        // A change long after the last published one is published immediately, and only once.
        lobby.report_at(watched("a", 2), start + CHANGE_PAUSE);
        assert_eq!(lobby.summaries(None, 1)[0].spectators, 2);
        lobby.report_at(watched("a", 3), start + CHANGE_PAUSE);
        lobby.remove(&table("a").id);
        assert_eq!(lobby.tell_due(start + 3 * CHANGE_PAUSE), None);
        assert_eq!(told(&mut changes), [("a".to_owned(), Some(2)), ("a".to_owned(), None)]);
    }
}
