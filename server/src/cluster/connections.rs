//! The connections of this server, with the facts for other servers.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use vzetek_protocol::{Kind, TableId};

use super::wire::Body;
use crate::connection::{ConnectionId, Outbox};
use crate::table::Visitor;

/// The seats that a bot's connection offers.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The bot's level.
    pub level: String,
    /// The seats, at all servers together.
    pub seats: u32,
    /// The kinds that it plays; `None` if it plays all.
    pub kinds: Option<Vec<Kind>>,
}

/// All connections after their hello.
#[derive(Debug, Default)]
pub struct Connections(Mutex<HashMap<ConnectionId, Local>>);

#[derive(Debug)]
struct Local {
    visitor: Arc<Visitor>,
    house: bool,
    outbox: Outbox,
    offer: Option<Offer>,
    /// The tables elsewhere that it watches, with the invitation codes of private ones.
    watched: HashMap<TableId, Option<String>>,
}

impl Local {
    fn enter(&self) -> Body {
        Body::Enter {
            connection: self.visitor.connection.number(),
            player: self.visitor.player.clone(),
            household: self.visitor.household,
            house: self.house,
            picture: self.visitor.picture,
        }
    }
}

impl Connections {
    /// The outbox of a connection, if it is still open.
    pub fn outbox(&self, connection: ConnectionId) -> Option<Outbox> {
        self.lock().get(&connection).map(|local| local.outbox.clone())
    }

    /// The offer of a connection.
    pub fn offer(&self, connection: ConnectionId) -> Option<Offer> {
        self.lock().get(&connection)?.offer.clone()
    }

    /// The outboxes of all connections.
    pub fn outboxes(&self) -> Vec<Outbox> {
        self.lock().values().map(|local| local.outbox.clone()).collect()
    }

    /// All connections as `Enter` messages, and those among them that offer seats.
    pub fn all(&self) -> (Vec<Body>, Vec<ConnectionId>) {
        let all = self.lock();
        let offers = all.iter().filter(|(_, local)| local.offer.is_some());
        let offers = offers.map(|(connection, _)| *connection).collect();
        (all.values().map(Local::enter).collect(), offers)
    }

    /// The accounts of the connections that are not the house's.
    pub fn accounts(&self) -> Vec<String> {
        let all = self.lock();
        let people = all.values().filter(|local| !local.house);
        people.map(|local| local.visitor.player.id.0.clone()).collect()
    }

    /// A connection watches a table elsewhere.
    pub fn watch(&self, connection: ConnectionId, table: &TableId, invite: Option<String>) {
        if let Some(local) = self.lock().get_mut(&connection) {
            let word = local.watched.entry(table.clone()).or_default();
            if invite.is_some() {
                *word = invite;
            }
        }
    }

    /// True if a connection watches a table elsewhere.
    pub fn watches(&self, connection: ConnectionId, table: &TableId) -> bool {
        self.lock().get(&connection).is_some_and(|local| local.watched.contains_key(table))
    }

    /// The tables elsewhere that have watchers here.
    pub fn watched(&self) -> HashSet<TableId> {
        self.lock().values().flat_map(|local| local.watched.keys()).cloned().collect()
    }

    /// A connection stops watching a table.
    pub fn unwatch(&self, connection: ConnectionId, table: &TableId) {
        if let Some(local) = self.lock().get_mut(&connection) {
            local.watched.remove(table);
        }
    }

    /// Calls `watch` for each watcher of a table elsewhere, with outbox and invitation code. A
    /// watcher is removed from the list of connections before the table is notified of that, so that the messages
    /// that `watch` sends immediately arrive before the notice.
    pub fn each_watcher(
        &self,
        table: &TableId,
        mut watch: impl FnMut(&Arc<Visitor>, &Outbox, Option<&str>),
    ) {
        for local in self.lock().values() {
            if let Some(invite) = local.watched.get(table) {
                watch(&local.visitor, &local.outbox, invite.as_deref());
            }
        }
    }

    /// The table of a watcher is run here by now: calls `watch`, unless the connection has stopped
    /// watching it.
    pub fn arrive(&self, connection: ConnectionId, table: &TableId, watch: impl FnOnce()) {
        let mut all = self.lock();
        if all.get_mut(&connection).is_some_and(|local| local.watched.remove(table).is_some()) {
            watch();
        }
    }

    /// The table no longer exists.
    pub fn forget(&self, table: &TableId) {
        for local in self.lock().values_mut() {
            local.watched.remove(table);
        }
    }

    /// Adds a connection, and returns the message about it.
    pub fn enter(&self, visitor: &Arc<Visitor>, house: bool, outbox: &Outbox) -> Body {
        let local = Local {
            visitor: visitor.clone(),
            house,
            outbox: outbox.clone(),
            offer: None,
            watched: HashMap::new(),
        };
        let enter = local.enter();
        self.lock().insert(visitor.connection, local);
        enter
    }

    /// Stores the offer of a connection.
    pub fn note_offer(&self, connection: ConnectionId, offer: Offer) {
        if let Some(local) = self.lock().get_mut(&connection) {
            local.offer = Some(offer);
        }
    }

    /// Removes a connection. Returns false if it was not there.
    pub fn leave(&self, connection: ConnectionId) -> bool {
        self.lock().remove(&connection).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ConnectionId, Local>> {
        self.0.lock()
    }
}
