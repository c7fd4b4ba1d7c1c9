//! The state of each table, as this server knows it.
//!
//! A state machine without tasks, store or clock: its inputs are events and the time.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;
use vzetek_protocol::TableId;
use vzetek_store::StoredTable;

use crate::elsewhere::Peer;
use crate::table::{Mailbox, TableHandle};

/// The time for which a table counts as moving from one server to another.
const MOVING: Duration = Duration::from_secs(30);

/// The state of one table.
#[derive(Debug)]
enum Place {
    /// This account is opening it here.
    Opening(String),
    /// It is run, here or at another server.
    Run(TableHandle),
    /// The store assigns it to this server, and it is to be rebuilt.
    Adopted(Box<StoredTable>),
    /// Another server ran it last, in this term, and none is known to do so since then.
    Moving { term: u64, since: Instant },
    /// In this term it could not be rebuilt or run, here or at this other server, and stays in the
    /// store.
    Left { term: u64, by: Option<Peer> },
}

/// The states of all tables that are known here.
#[derive(Debug, Default)]
pub struct Places {
    places: HashMap<TableId, Place>,
    /// The tables that are to be rebuilt, in this order.
    adopted: VecDeque<TableId>,
    /// The number of tables that are run here.
    here: usize,
}

impl Places {
    /// The handle of a table that is run, here or elsewhere.
    pub fn find(&self, table: &TableId) -> Option<&TableHandle> {
        match self.places.get(table)? {
            Place::Run(handle) => Some(handle),
            _ => None,
        }
    }

    /// All tables that are run, here or elsewhere.
    pub fn run(&self) -> impl Iterator<Item = (&TableId, &TableHandle)> {
        self.places.iter().filter_map(|(table, place)| match place {
            Place::Run(handle) => Some((table, handle)),
            _ => None,
        })
    }

    /// Returns the number of tables that are run here.
    pub const fn here(&self) -> usize {
        self.here
    }

    /// True if the state of a table is known.
    pub fn knows(&self, table: &TableId) -> bool {
        self.places.contains_key(table)
    }

    /// True if a table is this server's.
    pub fn is_ours(&self, table: &TableId) -> bool {
        match self.places.get(table) {
            Some(Place::Opening(_) | Place::Adopted(_) | Place::Left { by: None, .. }) => true,
            Some(Place::Run(handle)) => handle.is_here(),
            Some(Place::Moving { .. } | Place::Left { .. }) | None => false,
        }
    }

    /// True if a table could not be rebuilt or run, here or elsewhere.
    pub fn is_left(&self, table: &TableId) -> bool {
        matches!(self.places.get(table), Some(Place::Left { .. }))
    }

    /// The tables that could not be rebuilt or run here.
    pub fn left(&self) -> impl Iterator<Item = &TableId> {
        self.places.keys().filter(|table| self.left_in(table).is_some())
    }

    /// The term in which a table could not be rebuilt or run here, if so.
    pub fn left_in(&self, table: &TableId) -> Option<u64> {
        match self.places.get(table)? {
            Place::Left { term, by: None } => Some(*term),
            _ => None,
        }
    }

    /// True if no server is known to run a table, and one is about to.
    pub fn is_awaited(&self, table: &TableId) -> bool {
        matches!(self.places.get(table), Some(Place::Moving { .. } | Place::Adopted(_)))
    }

    /// Begins to open a table for an account. False if it has `most` open or being opened already.
    pub fn begin(&mut self, table: &TableId, account: &str, most: usize) -> bool {
        let is_theirs = |place: &&Place| match place {
            Place::Opening(creator) => creator == account,
            Place::Run(handle) => handle.creator.as_deref() == Some(account),
            Place::Adopted(_) | Place::Moving { .. } | Place::Left { .. } => false,
        };
        if self.places.values().filter(is_theirs).count() >= most {
            return false;
        }
        self.places.insert(table.clone(), Place::Opening(account.to_owned()));
        true
    }

    /// Opening a table has ended, well or not.
    pub fn opened(&mut self, table: &TableId) {
        if let Some(Place::Opening(_)) = self.places.get(table) {
            self.places.remove(table);
        }
    }

    /// A table is run, here or elsewhere.
    pub fn put(&mut self, table: TableId, handle: TableHandle) {
        self.set(table, Place::Run(handle));
    }

    /// True if a later term of a table than this one is known.
    pub fn is_late(&self, table: &TableId, term: u64) -> bool {
        self.term(table).is_some_and(|known| known > term)
    }

    /// The last term of a table that is known here.
    fn term(&self, table: &TableId) -> Option<u64> {
        match self.places.get(table)? {
            Place::Opening(_) => None,
            Place::Run(handle) => Some(handle.term),
            Place::Adopted(stored) => Some(stored.term),
            Place::Moving { term, .. } | Place::Left { term, .. } => Some(*term),
        }
    }

    /// These tables are this server's from now on, and are to be rebuilt.
    pub fn adopt(&mut self, tables: Vec<StoredTable>) {
        for stored in tables {
            let table = TableId(stored.row.id.clone());
            self.set(table.clone(), Place::Adopted(Box::new(stored)));
            self.adopted.push_back(table);
        }
    }

    /// True if tables are to be rebuilt.
    pub fn has_adopted(&self) -> bool {
        !self.adopted.is_empty()
    }

    /// The table that is to be rebuilt next.
    pub fn next_adopted(&self) -> Option<StoredTable> {
        match self.places.get(self.adopted.front()?)? {
            Place::Adopted(stored) => Some((**stored).clone()),
            _ => None,
        }
    }

    /// Moves the table that is to be rebuilt next to the end.
    pub fn put_off(&mut self) {
        if let Some(table) = self.adopted.pop_front() {
            self.adopted.push_back(table);
        }
    }

    /// A table that was to be rebuilt is closed.
    pub fn close_adopted(&mut self, table: &TableId) {
        if let Some(Place::Adopted(_)) = self.places.get(table) {
            self.unset(table);
        }
    }

    /// A table that was run here is closed. False if it is not run here.
    pub fn close(&mut self, table: &TableId) -> bool {
        let is_here = self.find(table).is_some_and(TableHandle::is_here);
        if is_here {
            self.unset(table);
        }
        is_here
    }

    /// A table could not be rebuilt or run here. False if it is another server's by now.
    pub fn leave(&mut self, table: &TableId) -> bool {
        let is_ours = !self.knows(table) || self.is_ours(table);
        if is_ours {
            let term = self.term(table).unwrap_or_default();
            self.set(table.clone(), Place::Left { term, by: None });
        }
        is_ours
    }

    /// A table that was run here is released. False if it is not run here: another server has it
    /// already.
    pub fn hand_over(&mut self, table: &TableId, now: Instant) -> bool {
        let here = self.find(table).filter(|handle| handle.is_here());
        let Some(term) = here.map(|handle| handle.term) else { return false };
        self.set(table.clone(), Place::Moving { term, since: now });
        true
    }

    /// Another server has closed a table of its own. False if it is not known to be that one's.
    pub fn close_elsewhere(&mut self, table: &TableId, peer: &Peer) -> bool {
        let is_theirs = self.is_of(table, peer);
        if is_theirs {
            self.unset(table);
        }
        is_theirs
    }

    /// Another server no longer runs a table, or cannot be reached.
    pub fn lose(&mut self, table: &TableId, peer: &Peer, now: Instant) {
        if let Some(handle) = self.find(table).filter(|handle| handle.mailbox.peer() == Some(peer))
        {
            let term = handle.term;
            self.set(table.clone(), Place::Moving { term, since: now });
        }
    }

    /// Another server could not rebuild or run a table of its own, in this term. False if a
    /// later one is known.
    pub fn leave_elsewhere(&mut self, table: &TableId, peer: &Peer, term: u64) -> bool {
        let is_late = self.is_late(table, term);
        if !is_late {
            self.set(table.clone(), Place::Left { term, by: Some(peer.clone()) });
        }
        !is_late
    }

    /// Another server is dead: others may succeed with the tables that it left.
    pub fn forget_left(&mut self, peer: &Peer) {
        self.places
            .retain(|_, place| !matches!(place, Place::Left { by: Some(by), .. } if by == peer));
    }

    /// Forgets tables that were between servers for too long: no server has them, or none that can
    /// be reached.
    pub fn forget_lost(&mut self, now: Instant) -> Vec<TableId> {
        let is_lost = |_: &TableId, place: &mut Place| match place {
            Place::Moving { since, .. } => now - *since >= MOVING,
            _ => false,
        };
        self.places.extract_if(is_lost).map(|(table, _)| table).collect()
    }

    fn is_of(&self, table: &TableId, peer: &Peer) -> bool {
        self.find(table).is_some_and(|handle| handle.mailbox.peer() == Some(peer))
    }

    fn set(&mut self, table: TableId, place: Place) {
        self.unset(&table);
        self.here += usize::from(place.is_here());
        self.places.insert(table, place);
    }

    fn unset(&mut self, table: &TableId) {
        match self.places.remove(table) {
            Some(Place::Run(handle)) => match &handle.mailbox {
                Mailbox::Here(_) => self.here -= 1,
                // Its senders look for the table again.
                Mailbox::Elsewhere(stand_in) => stand_in.end(),
            },
            Some(Place::Adopted(_)) => self.adopted.retain(|adopted| adopted != table),
            Some(Place::Opening(_) | Place::Moving { .. } | Place::Left { .. }) | None => {}
        }
    }
}

impl Place {
    fn is_here(&self) -> bool {
        matches!(self, Self::Run(handle) if handle.is_here())
    }
}
