//! The open tables: opening and finding them.
//!
//! * `rebuilding`: tables that are this server's by the store's word.
//! * `elsewhere`: tables that other servers run, and those on their way.

mod elsewhere;
mod rebuilding;

use std::collections::{HashMap, HashSet, VecDeque};
use std::num::NonZeroU32;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use tokio::time::Instant;
use vzetek_protocol::rest::CreatedTable;
use vzetek_protocol::table::Clock;
use vzetek_protocol::{ErrorCode, GameOptions, Player, TableConfig, TableId};
use vzetek_store::{Account, StoredTable, TableRow, Write};
use vzetek_trset::{Options, Variant};

use crate::clock::{Now, now};
use crate::cluster::{Cluster, taken_over};
use crate::connection::ConnectionId;
use crate::fault::Fault;
use crate::households::Household;
use crate::ids;
use crate::rate::RateByKey;
use crate::recorder::NotRecorded;
use crate::table::{
    self, Command, Directory, Mail, Mailbox, Setup, StoredConfig, Surroundings, Table, TableHandle,
};

/// The level of the bots that play for show.
const DEMO_LEVEL: &str = "strong";

/// The tables that are read at once when they are rebuilt.
const PAGE: u32 = 200;

/// The wait between two tries to rebuild tables at the start while the store does not answer,
/// and the most tries beyond the first.
const RETRY: Duration = Duration::from_millis(250);
const TRIES: u32 = 20;

/// The term of whoever opens a table.
const FIRST_TERM: u64 = 1;

/// The times each second that the store is asked about a table for one household …
const LOOKS_PER_SECOND: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");
/// … and at once: a server that dies leaves many.
const LOOKS_BURST: NonZeroU32 = NonZeroU32::new(50).expect("fifty is not zero");

/// The way to every open table.
#[derive(Debug)]
pub struct Tables {
    around: Arc<Surroundings>,
    /// The other servers, if there are several.
    cluster: Option<Cluster>,
    /// The number of tables at which bots are to play for show.
    demo_tables: u32,
    open: RwLock<HashMap<TableId, TableHandle>>,
    /// Tables that could not be rebuilt or run. They stay in the store as they are.
    left: RwLock<HashSet<TableId>>,
    /// Those that are this server's since a moment ago, and are not run by anybody yet.
    adopted: Mutex<VecDeque<StoredTable>>,
    /// True if the store may have given this server tables without its hearing of it.
    unsure: AtomicBool,
    /// Held while tables are taken from the store and rebuilt.
    adopting: tokio::sync::Mutex<()>,
    /// Tables that are being opened, and by whom. Locked before `open`.
    opening: Mutex<HashMap<TableId, String>>,
    /// Tables that another server ran last, and since when nobody is known to.
    moving: Mutex<HashMap<TableId, Instant>>,
    /// The times that each household may still have the store asked about a table that is not
    /// known here.
    looks: RateByKey<Household>,
}

/// A table that is being opened counts as its creator's, until this is dropped.
struct Opening<'a> {
    tables: &'a Tables,
    id: TableId,
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        let mut opening = self.tables.opening.lock().expect("never poisoned: no panic while held");
        opening.remove(&self.id);
    }
}

impl Tables {
    /// No table is open yet.
    pub fn new(around: Arc<Surroundings>, cluster: Option<Cluster>, demo_tables: u32) -> Self {
        Self {
            around,
            cluster,
            demo_tables,
            open: RwLock::default(),
            left: RwLock::default(),
            adopted: Mutex::default(),
            unsure: AtomicBool::new(false),
            adopting: tokio::sync::Mutex::default(),
            opening: Mutex::default(),
            moving: Mutex::default(),
            looks: RateByKey::new(LOOKS_PER_SECOND, LOOKS_BURST),
        }
    }

    /// The parts of the server that tables use.
    pub const fn surroundings(&self) -> &Arc<Surroundings> {
        &self.around
    }

    /// The way to a table.
    pub fn find(&self, table: &TableId) -> Option<TableHandle> {
        self.open.read().expect("never poisoned: no panic while held").get(table).cloned()
    }

    /// True if the server knows a table that the store says is open: it is
    /// open, being opened or rebuilt, on its way between servers, or could not be rebuilt.
    pub fn knows(&self, table: &TableId) -> bool {
        self.has(table) || self.knows_open(table)
    }

    /// True if this server runs a table or is about to, or could not rebuild it.
    fn has(&self, table: &TableId) -> bool {
        let opening = self.opening.lock().expect("never poisoned: no panic while held");
        opening.contains_key(table)
            || self.is_left(table)
            || self.adopted().iter().any(|stored| stored.row.id == table.0)
            || self.find(table).is_some_and(|handle| handle.is_here())
    }

    /// True if this server could not rebuild a table, or not run it.
    pub fn is_left(&self, table: &TableId) -> bool {
        self.left.read().expect("never poisoned: no panic while held").contains(table)
    }

    /// True if a table is open, here or elsewhere, or on its way between servers.
    pub fn knows_open(&self, table: &TableId) -> bool {
        self.find(table).is_some() || self.is_moving(table)
    }

    /// Tells the tables at which an account has a seat that it has another name or kind.
    pub async fn rename(&self, player: &Player) {
        for table in self.seated(player.id.as_str()) {
            if let Some(handle) = self.find(&table) {
                handle.mailbox.send(Mail::Rename { player: player.clone() }).await;
            }
        }
    }

    /// The tables at which an account has a seat.
    pub fn seated(&self, account: &str) -> Vec<TableId> {
        let open = self.open.read().expect("never poisoned: no panic while held");
        let sits = |handle: &TableHandle| {
            let seated = handle.seated.read().expect("never poisoned: no panic while held");
            seated.accounts.iter().any(|seated| seated == account)
        };
        open.iter().filter(|(_, handle)| sits(handle)).map(|(id, _)| id.clone()).collect()
    }

    /// True if an account plays somewhere for something: a rated match, or one that
    /// other people play, too.
    pub fn binds(&self, account: &str) -> bool {
        let open = self.open.read().expect("never poisoned: no panic while held");
        open.values().any(|handle| {
            let seated = handle.seated.read().expect("never poisoned: no panic while held");
            seated.bound.iter().any(|bound| bound == account)
        })
    }

    /// Returns the number of open tables that this server runs.
    pub fn count(&self) -> usize {
        let open = self.open.read().expect("never poisoned: no panic while held");
        open.values().filter(|handle| handle.is_here()).count()
    }

    /// Lets everybody find a table, the other servers as well.
    fn insert(&self, table: TableId, handle: TableHandle) {
        let here = handle.is_here();
        self.put(table.clone(), handle);
        if here {
            self.report(&table);
        }
    }

    /// Runs a table, and lets everybody find it.
    fn run(self: &Arc<Self>, id: TableId, table: Table) {
        let handle = table::spawn(&self.around, self.clone(), table);
        self.insert(id, handle);
    }

    /// True while this server hands its tables over to the others.
    fn leaves(&self) -> bool {
        self.cluster.as_ref().is_some_and(Cluster::leaves)
    }

    fn put(&self, table: TableId, handle: TableHandle) {
        let here = handle.is_here();
        let mut open = self.open.write().expect("never poisoned: no panic while held");
        let mut moving = self.moving.lock().expect("never poisoned: no panic while held");
        moving.remove(&table);
        let before = open.insert(table, handle);
        if let Some(TableHandle { mailbox: Mailbox::Elsewhere(before), .. }) = &before {
            // Those who know it look for the table again.
            before.end();
        }
        match (before.as_ref().is_some_and(TableHandle::is_here), here) {
            (false, true) => metrics::gauge!("vzetek_tables").increment(1.0),
            (true, false) => metrics::gauge!("vzetek_tables").decrement(1.0),
            _ => {}
        }
    }

    /// Lets an account open a table, if it has fewer than so many.
    fn begin(&self, id: &TableId, account: &str, most: usize) -> Result<Opening<'_>, Fault> {
        let mut opening = self.opening.lock().expect("never poisoned: no panic while held");
        let open = self.open.read().expect("never poisoned: no panic while held");
        let opened =
            open.values().filter(|handle| handle.creator.as_deref() == Some(account)).count();
        // One that is in both lists is one table.
        let begun = opening
            .iter()
            .filter(|(id, creator)| *creator == account && !open.contains_key(id))
            .count();
        if opened + begun >= most {
            let message = format!("you have {most} tables open; leave one of them first");
            return Err(Fault::new(ErrorCode::RateLimited, message));
        }
        opening.insert(id.clone(), account.to_owned());
        Ok(Opening { tables: self, id: id.clone() })
    }

    /// Opens a table.
    ///
    /// # Errors
    /// [`Fault`] if clock or seats are out of bounds, no bots of the level are
    /// there, or the account has too many tables open.
    pub async fn create(
        self: &Arc<Self>,
        config: TableConfig,
        creator: Option<&Account>,
    ) -> Result<CreatedTable, Fault> {
        if self.leaves() {
            return Err(NotRecorded::Stopped.into());
        }
        table::check(&config, &self.around.house.levels())?;
        let id = TableId(ids::short());
        let most = self.around.tuning.tables_per_account as usize;
        // Held until the table is among the open ones, so that many at once are
        // no more than one after another.
        let _opening = creator.map(|account| self.begin(&id, &account.id, most)).transpose()?;
        let invite = config.private.then(|| ids::secret(&mut rand::rng()));
        let config = StoredConfig { table: config, demo: false, paired: false };
        self.open(id, config, creator, invite).await
    }

    async fn open(
        self: &Arc<Self>,
        id: TableId,
        config: StoredConfig,
        creator: Option<&Account>,
        invite: Option<String>,
    ) -> Result<CreatedTable, Fault> {
        let creator = creator.map(|account| account.id.clone());
        let row = row(&id, &config, creator.clone(), invite.clone())?;
        self.around.recorder.write(vec![Write::OpenTable(row)]).await?;
        let setup =
            Setup::new(&self.around, id.clone(), config, creator, invite.clone(), FIRST_TERM);
        self.run(id.clone(), table::start_of(setup, Now::read(), rand::make_rng()));
        Ok(CreatedTable { table: id, invite })
    }

    /// Opens a table at which these players have the seats.
    ///
    /// # Errors
    /// [`Fault`] if it cannot be stored.
    pub async fn open_for(
        self: &Arc<Self>,
        config: TableConfig,
        players: &[Player],
    ) -> Result<TableId, Fault> {
        if self.leaves() {
            return Err(NotRecorded::Stopped.into());
        }
        let id = TableId(ids::short());
        let config = StoredConfig { table: config, demo: false, paired: true };
        let seats = players.iter().map(|player| Some(player.id.0.clone())).collect();
        let opened = Write::OpenTable(row(&id, &config, None, None)?);
        let seats = Write::Seats { table: id.0.clone(), seats };
        self.around.recorder.write(vec![opened, seats]).await?;
        let setup = Setup::new(&self.around, id.clone(), config, None, None, FIRST_TERM);
        self.run(id.clone(), table::start_for(setup, players, Now::read(), rand::make_rng()));
        Ok(id)
    }

    /// Rebuilds every table that was open when the last server stopped, and
    /// opens the demo tables that are missing; what there is of them beyond the
    /// number asked for is closed, and so is a table at which nobody sits and
    /// nothing was ever dealt. A table that cannot be rebuilt is logged and left
    /// in the store as it is.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn restore(self: &Arc<Self>) -> Result<(), Fault> {
        let _adopting = self.adopting.lock().await;
        let mut unused = 0;
        let mut place = None;
        loop {
            let mut page = self.next_orphans(place.as_ref(), PAGE).await?;
            let Some(last) = page.last() else { break };
            place = Some(last.place());
            // The house's own are for show, and wait for their bots.
            let closed: Vec<Write> = page
                .extract_if(.., |table| table.is_unused() && table.row.creator.is_some())
                .map(|table| Write::CloseTable { table: table.row.id, at: now() })
                .collect();
            unused += closed.len();
            self.adopt(page);
            if !closed.is_empty() {
                self.around.recorder.write(closed).await?;
            }
            let mut tries = 0..TRIES;
            while let Err(fault) = self.rebuild_adopted().await {
                if tries.next().is_none() {
                    return Err(fault);
                }
                tokio::time::sleep(RETRY).await;
            }
        }
        let rebuilt = self.count();
        if rebuilt > 0 || unused > 0 {
            tracing::info!(tables = rebuilt, unused, "tables rebuilt from the store");
        }
        // Where there are other servers, they have some, or the first opens them later.
        let alone = match &self.cluster {
            Some(cluster) => cluster.is_alone(&*self.around.store).await?,
            None => true,
        };
        if alone { self.open_demos(self.demos()).await } else { Ok(()) }
    }

    /// Opens the tables for show that are missing beside these.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn open_demos(self: &Arc<Self>, there: u32) -> Result<(), Fault> {
        for number in there..self.demo_tables {
            let id = TableId(ids::short());
            self.open(id, demo_config(number)?, None, None).await?;
        }
        Ok(())
    }

    /// True for a table that is open and not known here: another server runs it, or will. Taken
    /// to be so if it cannot be known, or was asked too often for this household: it will be
    /// known soon, or never.
    pub async fn is_elsewhere(&self, table: &TableId, asks: Household) -> bool {
        if self.cluster.is_none() {
            return false;
        }
        self.is_moving(table)
            || self.looks.take(asks).is_err()
            || self.around.store.is_table_open(&table.0).await.unwrap_or(true)
    }
}

impl Directory for Tables {
    fn report(&self, table: &TableId) {
        if let Some(cluster) = &self.cluster {
            cluster.report(table);
        }
    }

    fn remove(&self, table: &TableId) {
        let removed = {
            let mut open = self.open.write().expect("never poisoned: no panic while held");
            // Another server may have it already.
            let here = open.get(table).is_some_and(TableHandle::is_here);
            here.then(|| open.remove(table)).flatten()
        };
        if removed.is_some() {
            metrics::gauge!("vzetek_tables").decrement(1.0);
            self.around.lobby.remove(table);
            self.report(table);
        }
    }

    fn leave(&self, table: &TableId) {
        let mut left = self.left.write().expect("never poisoned: no panic while held");
        left.insert(table.clone());
        drop(left);
        metrics::counter!("vzetek_tables_left_total").increment(1);
        self.remove(table);
    }

    fn watch_elsewhere(&self, connection: ConnectionId, table: &TableId, invite: Option<String>) {
        if let Some(cluster) = &self.cluster {
            cluster.roll().watch(connection, table, invite);
        }
    }

    fn unwatch_elsewhere(&self, connection: ConnectionId, table: &TableId) {
        if let Some(cluster) = &self.cluster {
            cluster.roll().unwatch(connection, table);
        }
    }

    fn pass_on(&self, table: &TableId, mail: Mail) {
        // Those who came watch it where it will be, the others try again.
        let Mail::Command { outbox, command, receipt: _told } = mail else { return };
        let of = match command {
            Command::Watch { visitor, invite, .. } => {
                return self.watch_elsewhere(visitor.connection, table, invite);
            }
            Command::Unwatch { connection } => return self.unwatch_elsewhere(connection, table),
            Command::Message { message, .. } => message.type_name(),
        };
        outbox.send_error(taken_over(), Some(of), Some(table.clone()));
    }

    fn hand_over(&self, table: &TableId) {
        metrics::counter!("vzetek_tables_handed_over_total").increment(1);
        let mut open = self.open.write().expect("never poisoned: no panic while held");
        let here = open.get(table).is_some_and(TableHandle::is_here);
        if here {
            open.remove(table);
            let mut moving = self.moving.lock().expect("never poisoned: no panic while held");
            moving.insert(table.clone(), Instant::now());
            metrics::gauge!("vzetek_tables").decrement(1.0);
        }
        drop(open);
        self.report(table);
        if !here {
            // Its next server was faster than we were; some may have come since.
            self.watch_again(table);
        }
    }
}

/// A table as it is stored when it is opened.
fn row(
    id: &TableId,
    config: &StoredConfig,
    creator: Option<String>,
    invite: Option<String>,
) -> Result<TableRow, Fault> {
    Ok(TableRow {
        id: id.0.clone(),
        config: serde_json::to_value(config).map_err(|error| {
            tracing::error!(%error, "a configuration does not serialise");
            Fault::internal()
        })?,
        creator,
        invite,
        created_at: now(),
        seats: config.table.game.seats() as u8,
    })
}

/// Demo tables take turns between the games.
fn demo_config(number: u32) -> Result<StoredConfig, Fault> {
    let trset = |variant, players| {
        Options::new(variant, players)
            .map(GameOptions::Trset)
            .map_err(|error| Fault::new(ErrorCode::BadOptions, error.to_string()))
    };
    let game = match number % 5 {
        0 => trset(Variant::Trset, 4)?,
        1 => trset(Variant::Kifameno, 3)?,
        2 => trset(Variant::Trset, 2)?,
        3 => vzetek_tarok::Options::new(4)
            .map(GameOptions::Tarok)
            .map_err(|error| Fault::new(ErrorCode::BadOptions, error.to_string()))?,
        _ => vzetek_tablic::Options::new(4)
            .map(GameOptions::Tablic)
            .map_err(|error| Fault::new(ErrorCode::BadOptions, error.to_string()))?,
    };
    let table = TableConfig {
        game,
        clock: Clock::default(),
        private: false,
        rated: false,
        bots: Some(DEMO_LEVEL.to_owned()),
        lesson: false,
    };
    Ok(StoredConfig { table, demo: true, paired: false })
}
