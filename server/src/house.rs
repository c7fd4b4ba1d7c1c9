//! The pool of house bots: connections that offered to take seats.

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::Instant;
use vzetek_game::{Level, Seat};
use vzetek_protocol::{GameOptions, ServerMessage, TableId};

use crate::ws::outbox::{ConnectionId, Outbox};

/// A table that has not asked again for so long has no place in the line any
/// more. Those that wait ask twice a second.
const FORGOTTEN: Duration = Duration::from_secs(10);

/// A bot connection that can be asked.
#[derive(Debug)]
struct Offer {
    account: String,
    level: String,
    seats: u32,
    tables: HashSet<TableId>,
    outbox: Outbox,
}

impl Offer {
    /// True if the bot is of this level and could go to this table as well.
    fn is_free_for(&self, level: &str, table: &TableId) -> bool {
        self.level == level
            && self.tables.len() < self.seats as usize
            && !self.tables.contains(table)
    }
}

/// A seat for which there was no bot.
#[derive(Debug)]
struct Waiting {
    table: TableId,
    seat: Seat,
    level: String,
    /// The time at which it was last asked for.
    asked: Instant,
}

/// A table's request to the pool.
#[derive(Debug)]
pub struct Request<'a> {
    /// The table that asks.
    pub table: &'a TableId,
    /// The seat to be taken.
    pub seat: Seat,
    /// The level of the bot.
    pub level: &'a str,
    /// The word to sit down with.
    pub invite: &'a str,
    /// The game that is played.
    pub game: &'a GameOptions,
    /// Accounts that are at the table already.
    pub except: &'a [&'a str],
    /// True if others wait for it in the middle of a deal. A table that merely
    /// wants to begin waits for its turn.
    pub urgent: bool,
}

/// The pool.
#[derive(Debug, Default)]
pub struct House {
    pool: Mutex<Pool>,
}

#[derive(Debug, Default)]
struct Pool {
    offers: BTreeMap<ConnectionId, Offer>,
    /// The seats that wait for a bot, the first that came in front.
    line: Vec<Waiting>,
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
        let mut pool = self.lock();
        let offer = pool.offers.entry(connection).or_insert_with(|| Offer {
            account: account.to_owned(),
            level: level.to_owned(),
            seats,
            tables: HashSet::new(),
            outbox: outbox.clone(),
        });
        offer.seats = seats;
    }

    /// Of what a bot offers so many seats are this server's to give.
    pub fn share(&self, connection: ConnectionId, seats: u32) {
        if let Some(offer) = self.lock().offers.get_mut(&connection) {
            offer.seats = seats;
        }
    }

    /// A bot's connection is gone.
    pub fn withdraw(&self, connection: ConnectionId) {
        self.lock().offers.remove(&connection);
    }

    /// A bot has no seat at this table any more, or did not take the one it
    /// was asked to.
    pub fn release(&self, connection: ConnectionId, table: &TableId) {
        if let Some(offer) = self.lock().offers.get_mut(&connection) {
            offer.tables.remove(table);
        }
    }

    /// There is no such table any more.
    pub fn forget(&self, table: &TableId) {
        let mut pool = self.lock();
        for offer in pool.offers.values_mut() {
            offer.tables.remove(table);
        }
        pool.line.retain(|waiting| waiting.table != *table);
    }

    /// No bot is wanted in this seat any more.
    pub fn give_up(&self, table: &TableId, seat: Seat) {
        self.lock().line.retain(|waiting| waiting.table != *table || waiting.seat != seat);
    }

    /// A bot has a seat at this table (also one it took up again by itself).
    pub fn occupy(&self, connection: ConnectionId, table: &TableId) {
        if let Some(offer) = self.lock().offers.get_mut(&connection) {
            offer.tables.insert(table.clone());
        }
    }

    /// Asks the least busy bot of the level to take the seat. Says which
    /// connection was asked, if any could be; otherwise the seat has its place
    /// in the line of those that wait.
    pub fn request(&self, request: &Request<'_>) -> Option<ConnectionId> {
        let now = Instant::now();
        let mut pool = self.lock();
        let Pool { offers, line } = &mut *pool;
        line.retain(|waiting| now - waiting.asked < FORGOTTEN);
        let is_this = |w: &Waiting| w.table == *request.table && w.seat == request.seat;
        let place = line.iter().position(is_this);
        let before = &line[..place.unwrap_or(line.len())];
        let connection = offers
            .iter()
            .filter(|(_, offer)| {
                offer.is_free_for(request.level, request.table)
                    && !request.except.contains(&offer.account.as_str())
            })
            .min_by_key(|(_, offer)| offer.tables.len())
            .map(|(&connection, _)| connection)
            .filter(|_| request.urgent || !is_spoken_for(offers, before, request.level));
        let Some(connection) = connection else {
            match place {
                Some(place) => line[place].asked = now,
                None if request.urgent => {}
                None => line.push(Waiting {
                    table: request.table.clone(),
                    seat: request.seat,
                    level: request.level.to_owned(),
                    asked: now,
                }),
            }
            return None;
        };
        line.retain(|waiting| !is_this(waiting));
        let offer = offers.get_mut(&connection)?;
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
        let pool = self.lock();
        let mut levels: Vec<String> = pool
            .offers
            .values()
            .filter(|offer| offer.seats > 0)
            .map(|offer| offer.level.clone())
            .collect();
        // Others than the named ones come last.
        levels.sort_by_key(|level| {
            let named = level.parse::<Level>().ok();
            (named.is_none(), named, level.clone())
        });
        levels.dedup();
        levels
    }

    /// The levels at which bots play or may have played, gentlest first.
    pub fn known_levels(&self) -> Vec<String> {
        let others = self.levels().into_iter().filter(|level| level.parse::<Level>().is_err());
        Level::ALL.iter().map(Level::to_string).chain(others).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Pool> {
        self.pool.lock().expect("never poisoned: no panic while held")
    }
}

/// True if every free seat of the level is for a request that came before.
/// Requests that no bot is free for do not count: they keep nobody waiting.
fn is_spoken_for(offers: &BTreeMap<ConnectionId, Offer>, before: &[Waiting], level: &str) -> bool {
    let free: usize = offers
        .values()
        .filter(|offer| offer.level == level)
        .map(|offer| (offer.seats as usize).saturating_sub(offer.tables.len()))
        .sum();
    let served = |waiting: &&Waiting| {
        waiting.level == level
            && offers.values().any(|offer| offer.is_free_for(level, &waiting.table))
    };
    before.iter().filter(served).count() >= free
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::ws::ending::Ending;

    /// A table asks for one bot, as it does until one comes.
    fn ask(house: &House, table: &str, urgent: bool) -> bool {
        let game: GameOptions =
            serde_json::from_value(json!({ "name": "trset", "options": { "players": 2 } }))
                .unwrap();
        let asked = house.request(&Request {
            table: &TableId(table.to_owned()),
            seat: Seat::new(1),
            level: "easy",
            invite: "",
            game: &game,
            except: &[],
            urgent,
        });
        asked.is_some()
    }

    #[test]
    fn who_came_first_is_served_first() {
        let house = House::default();
        let (outbox, _queue) = Outbox::new(Ending::new(CancellationToken::new()));
        let bot = ConnectionId::next();
        house.offer(bot, "bot", "easy", 1, &outbox);
        let table = |name: &str| TableId(name.to_owned());
        assert!(ask(&house, "first", false));
        assert!(!ask(&house, "second", false));
        assert!(!ask(&house, "third", false));
        house.release(bot, &table("first"));
        assert!(!ask(&house, "third", false), "the second came before");
        assert!(!ask(&house, "fourth", false));
        assert!(ask(&house, "second", false));
        // Two seats at once are for the next two.
        house.offer(bot, "bot", "easy", 3, &outbox);
        assert!(!ask(&house, "fifth", false));
        assert!(ask(&house, "fourth", false));
        assert!(ask(&house, "third", false));
        // In the middle of a deal nobody stands in line.
        house.release(bot, &table("third"));
        assert!(ask(&house, "deal", true));
        house.release(bot, &table("deal"));
        // A seat that no bot is wanted in any more keeps nobody waiting.
        assert!(!ask(&house, "sixth", false));
        house.give_up(&table("fifth"), Seat::new(1));
        assert!(ask(&house, "sixth", false));
        assert!(house.lock().line.is_empty());
    }
}
