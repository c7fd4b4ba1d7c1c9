//! The pool of house bots: connections that offered to take seats.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;
use vzetek_game::{Level, Seat};
use vzetek_protocol::{GameOptions, Kind, ServerMessage, TableId};

use crate::connection::{ConnectionId, Outbox};

/// The time after which a table that has not asked again loses its place in the line. Tables that
/// wait ask twice a second.
const FORGOTTEN: Duration = Duration::from_secs(10);

/// A bot connection that can be asked.
#[derive(Debug)]
struct Offer {
    account: String,
    level: String,
    seats: u32,
    /// The kinds that the bot plays; `None` if it plays all.
    kinds: Option<Vec<Kind>>,
    tables: HashSet<TableId>,
    outbox: Outbox,
}

impl Offer {
    /// True if the bot is of this level and plays this kind.
    fn plays(&self, level: &str, kind: &Kind) -> bool {
        self.level == level && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(kind))
    }

    /// True if the bot plays this and could go to this table as well.
    fn is_free_for(&self, level: &str, kind: &Kind, table: &TableId) -> bool {
        self.plays(level, kind)
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
    kind: Kind,
    /// The time of the last request for it.
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
    /// The invitation code for the seat.
    pub invite: &'a str,
    /// The game that is played.
    pub game: &'a GameOptions,
    /// Accounts that are at the table already.
    pub except: &'a [&'a str],
    /// True if others wait for it in the middle of a deal. A table that merely wants to begin waits
    /// for its turn.
    pub urgent: bool,
}

/// The published levels at which bots are available.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// The levels, gentlest first.
    pub names: Vec<String>,
    /// By level, the kinds of game to which it is limited.
    pub kinds: BTreeMap<String, Vec<Kind>>,
}

impl Levels {
    /// Returns the levels that are available at tables of a kind, gentlest first.
    pub fn at(&self, kind: &Kind) -> Vec<&str> {
        let has = |level: &&String| self.kinds.get(*level).is_none_or(|kinds| kinds.contains(kind));
        self.names.iter().filter(has).map(String::as_str).collect()
    }
}

/// The pool.
#[derive(Debug, Default)]
pub struct House {
    pool: Mutex<Pool>,
}

#[derive(Debug, Default)]
struct Pool {
    offers: BTreeMap<ConnectionId, Offer>,
    /// The seats that wait for a bot, the oldest request first.
    line: Vec<Waiting>,
}

impl House {
    /// A bot offers `seats` seats at tables of these kinds, or of all; 0 withdraws the offer.
    pub fn offer(
        &self,
        connection: ConnectionId,
        account: &str,
        level: &str,
        seats: u32,
        kinds: Option<Vec<Kind>>,
        outbox: &Outbox,
    ) {
        let mut pool = self.lock();
        let offer = pool.offers.entry(connection).or_insert_with(|| Offer {
            account: account.to_owned(),
            level: level.to_owned(),
            seats,
            kinds: None,
            tables: HashSet::new(),
            outbox: outbox.clone(),
        });
        offer.seats = seats;
        offer.kinds = kinds;
    }

    /// Sets this server's share of the seats that a bot offers.
    pub fn share(&self, connection: ConnectionId, seats: u32) {
        if let Some(offer) = self.lock().offers.get_mut(&connection) {
            offer.seats = seats;
        }
    }

    /// A bot's connection has ended.
    pub fn withdraw(&self, connection: ConnectionId) {
        self.lock().offers.remove(&connection);
    }

    /// A bot no longer has a seat at this table, or did not take the one it
    /// was asked to.
    pub fn release(&self, connection: ConnectionId, table: &TableId) {
        if let Some(offer) = self.lock().offers.get_mut(&connection) {
            offer.tables.remove(table);
        }
    }

    /// The table no longer exists.
    pub fn forget(&self, table: &TableId) {
        let mut pool = self.lock();
        for offer in pool.offers.values_mut() {
            offer.tables.remove(table);
        }
        pool.line.retain(|waiting| waiting.table != *table);
    }

    /// A bot is no longer wanted in this seat.
    pub fn give_up(&self, table: &TableId, seat: Seat) {
        self.lock().line.retain(|waiting| waiting.table != *table || waiting.seat != seat);
    }

    /// A bot has a seat at this table (also one that it resumed on its own).
    pub fn occupy(&self, connection: ConnectionId, table: &TableId) {
        if let Some(offer) = self.lock().offers.get_mut(&connection) {
            offer.tables.insert(table.clone());
        }
    }

    /// Asks the least busy bot of the level that plays the game to take the seat. Returns the
    /// connection that was asked, if there is one; otherwise the seat has its place in the line of
    /// those that wait.
    pub fn request(&self, request: &Request<'_>) -> Option<ConnectionId> {
        let now = Instant::now();
        let kind = request.game.kind();
        let mut pool = self.lock();
        let Pool { offers, line } = &mut *pool;
        line.retain(|waiting| now - waiting.asked < FORGOTTEN);
        let is_this = |w: &Waiting| w.table == *request.table && w.seat == request.seat;
        let place = line.iter().position(is_this);
        let before = &line[..place.unwrap_or(line.len())];
        let connection = offers
            .iter()
            .filter(|(_, offer)| {
                offer.is_free_for(request.level, &kind, request.table)
                    && !request.except.contains(&offer.account.as_str())
            })
            .min_by_key(|(_, offer)| offer.tables.len())
            .map(|(&connection, _)| connection)
            .filter(|_| request.urgent || !is_spoken_for(offers, before, request.level, &kind));
        let Some(connection) = connection else {
            match place {
                Some(place) => line[place].asked = now,
                None if request.urgent => {}
                None => line.push(Waiting {
                    table: request.table.clone(),
                    seat: request.seat,
                    level: request.level.to_owned(),
                    kind,
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

    /// The levels at which bots are available.
    pub fn levels(&self) -> Levels {
        let pool = self.lock();
        // `None` for a level that is available at every table.
        let mut kinds: BTreeMap<&str, Option<BTreeSet<&Kind>>> = BTreeMap::new();
        for offer in pool.offers.values().filter(|offer| offer.seats > 0) {
            let known = kinds.entry(&offer.level).or_insert_with(|| Some(BTreeSet::new()));
            match &offer.kinds {
                None => *known = None,
                Some(more) => known.iter_mut().for_each(|kinds| kinds.extend(more)),
            }
        }
        let mut names: Vec<String> = kinds.keys().map(ToString::to_string).collect();
        // Others than the named ones come last.
        names.sort_by_key(|level| {
            let named = level.parse::<Level>().ok();
            (named.is_none(), named, level.clone())
        });
        let limited = |(level, kinds): (&str, Option<BTreeSet<&Kind>>)| {
            Some((level.to_owned(), kinds?.into_iter().cloned().collect()))
        };
        Levels { names, kinds: kinds.into_iter().filter_map(limited).collect() }
    }

    /// The levels at which bots play or may have played, gentlest first.
    pub fn known_levels(&self) -> Vec<String> {
        let others =
            self.levels().names.into_iter().filter(|level| level.parse::<Level>().is_err());
        Level::ALL.iter().map(Level::to_string).chain(others).collect()
    }

    fn lock(&self) -> parking_lot::MutexGuard<'_, Pool> {
        self.pool.lock()
    }
}

/// True if every free seat of the level, with bots that play the kind, is for an earlier request.
/// Requests without a free bot do not count: they delay no other, and neither do those for which
/// other bots are available.
fn is_spoken_for(
    offers: &BTreeMap<ConnectionId, Offer>,
    before: &[Waiting],
    level: &str,
    kind: &Kind,
) -> bool {
    let free: usize = offers
        .values()
        .filter(|offer| offer.plays(level, kind))
        .map(|offer| (offer.seats as usize).saturating_sub(offer.tables.len()))
        .sum();
    let served = |waiting: &&Waiting| {
        waiting.level == level
            && offers.values().any(|offer| {
                offer.is_free_for(level, &waiting.kind, &waiting.table) && offer.plays(level, kind)
            })
    };
    before.iter().filter(served).count() >= free
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::connection::Ending;

    /// A table requests one bot, as it does until one arrives.
    fn ask(house: &House, table: &str, urgent: bool) -> bool {
        ask_for(house, table, 2, urgent)
    }

    /// As before, at a table of tršet for `players` players.
    fn ask_for(house: &House, table: &str, players: u8, urgent: bool) -> bool {
        let game = json!({ "name": "trset", "options": { "players": players } });
        let game: GameOptions = serde_json::from_value(game).unwrap();
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
        house.offer(bot, "bot", "easy", 1, None, &outbox);
        let table = |name: &str| TableId(name.to_owned());
        assert!(ask(&house, "first", false));
        assert!(!ask(&house, "second", false));
        assert!(!ask(&house, "third", false));
        house.release(bot, &table("first"));
        assert!(!ask(&house, "third", false), "the second came before");
        assert!(!ask(&house, "fourth", false));
        assert!(ask(&house, "second", false));
        // Two new seats are for the next two.
        house.offer(bot, "bot", "easy", 3, None, &outbox);
        assert!(!ask(&house, "fifth", false));
        assert!(ask(&house, "fourth", false));
        assert!(ask(&house, "third", false));
        // A request in the middle of a deal does not wait in line.
        house.release(bot, &table("third"));
        assert!(ask(&house, "deal", true));
        house.release(bot, &table("deal"));
        // A seat that no longer needs a bot delays no other.
        assert!(!ask(&house, "sixth", false));
        house.give_up(&table("fifth"), Seat::new(1));
        assert!(ask(&house, "sixth", false));
        assert!(house.lock().line.is_empty());
    }

    #[test]
    fn bots_are_asked_to_tables_of_their_kinds_alone() {
        let house = House::default();
        let (outbox, _queue) = Outbox::new(Ending::new(CancellationToken::new()));
        let [some, all] = [ConnectionId::next(), ConnectionId::next()];
        let two = Kind("trset-2".to_owned());
        house.offer(some, "some", "easy", 2, Some(vec![two.clone()]), &outbox);
        let Levels { names, kinds } = house.levels();
        assert_eq!((names, kinds["easy"].as_slice()), (vec!["easy".to_owned()], &[two][..]));
        let at = |kind: &str| house.levels().at(&Kind(kind.to_owned())).len();
        assert_eq!((at("trset-2"), at("trset-4")), (1, 0));
        assert!(!ask_for(&house, "four", 4, false) && !ask_for(&house, "four", 4, true));
        // The waiting table for four delays no table for two.
        assert!(ask_for(&house, "first", 2, false));
        // A bot that plays every kind connects.
        house.offer(all, "all", "easy", 1, None, &outbox);
        assert_eq!((at("trset-2"), at("trset-4")), (1, 1));
        assert_eq!(house.levels().kinds, BTreeMap::new());
        assert!(ask_for(&house, "four", 4, false));
        assert!(ask_for(&house, "second", 2, false));
        assert!(!ask_for(&house, "third", 2, false), "no seat is left");
    }
}
