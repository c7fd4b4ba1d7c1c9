//! The pool of house bots: connections that offered to take seats.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;

use vzetek_game::Seat;
use vzetek_protocol::{GameOptions, ServerMessage, TableId};

use crate::ws::outbox::{ConnectionId, Outbox};

/// Levels in the order in which people should find them; others follow.
const ORDER: [&str; 4] = ["gentle", "easy", "medium", "strong"];

/// A bot connection that can be asked.
#[derive(Debug)]
struct Offer {
    account: String,
    level: String,
    seats: u32,
    tables: HashSet<TableId>,
    outbox: Outbox,
}

/// What a table wants from the pool.
#[derive(Debug)]
pub struct Request<'a> {
    /// Where.
    pub table: &'a TableId,
    /// Which seat.
    pub seat: Seat,
    /// At which level.
    pub level: &'a str,
    /// The word to sit down with.
    pub invite: &'a str,
    /// What is played.
    pub game: &'a GameOptions,
    /// Accounts that are at the table already.
    pub except: &'a [&'a str],
}

/// The pool.
#[derive(Debug, Default)]
pub struct House {
    offers: Mutex<BTreeMap<ConnectionId, Offer>>,
}

impl House {
    /// A bot offers so many seats; 0 withdraws the offer.
    pub fn offer(
        &self,
        connection: ConnectionId,
        account: &str,
        level: &str,
        seats: u32,
        outbox: &Outbox,
    ) {
        let mut offers = self.lock();
        let offer = offers.entry(connection).or_insert_with(|| Offer {
            account: account.to_owned(),
            level: level.to_owned(),
            seats,
            tables: HashSet::new(),
            outbox: outbox.clone(),
        });
        offer.seats = seats;
    }

    /// A bot's connection is gone.
    pub fn withdraw(&self, connection: ConnectionId) {
        self.lock().remove(&connection);
    }

    /// A bot has no seat at this table any more, or did not take the one it
    /// was asked to.
    pub fn release(&self, connection: ConnectionId, table: &TableId) {
        if let Some(offer) = self.lock().get_mut(&connection) {
            offer.tables.remove(table);
        }
    }

    /// There is no such table any more.
    pub fn forget(&self, table: &TableId) {
        for offer in self.lock().values_mut() {
            offer.tables.remove(table);
        }
    }

    /// A bot has a seat at this table (also one it took up again by itself).
    pub fn occupy(&self, connection: ConnectionId, table: &TableId) {
        if let Some(offer) = self.lock().get_mut(&connection) {
            offer.tables.insert(table.clone());
        }
    }

    /// Asks the least busy bot of the level to take the seat. Says which
    /// connection was asked, if any could be.
    pub fn request(&self, request: &Request<'_>) -> Option<ConnectionId> {
        let mut offers = self.lock();
        let (&connection, offer) = offers
            .iter_mut()
            .filter(|(_, offer)| {
                offer.level == request.level
                    && offer.tables.len() < offer.seats as usize
                    && !offer.tables.contains(request.table)
                    && !request.except.contains(&offer.account.as_str())
            })
            .min_by_key(|(_, offer)| offer.tables.len())?;
        offer.tables.insert(request.table.clone());
        offer.outbox.send(&ServerMessage::SeatRequest {
            table: request.table.clone(),
            seat: request.seat,
            invite: request.invite.to_owned(),
            game: request.game.clone(),
        });
        Some(connection)
    }

    /// The levels at which bots can be had, gentlest first.
    pub fn levels(&self) -> Vec<String> {
        let offers = self.lock();
        let mut levels: Vec<String> = offers
            .values()
            .filter(|offer| offer.seats > 0)
            .map(|offer| offer.level.clone())
            .collect();
        let place = |level: &String| {
            let known = ORDER.iter().position(|name| name == level);
            (known.unwrap_or(ORDER.len()), level.clone())
        };
        levels.sort_by_key(place);
        levels.dedup();
        levels
    }

    /// The levels at which bots play or may have played, gentlest first.
    pub fn known_levels(&self) -> Vec<String> {
        let others = self.levels().into_iter().filter(|level| !ORDER.contains(&level.as_str()));
        ORDER.map(str::to_owned).into_iter().chain(others).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<ConnectionId, Offer>> {
        self.offers.lock().expect("never poisoned: no panic while held")
    }
}
