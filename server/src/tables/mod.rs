//! The open tables: opening and finding them.
//!
//! * [`places`]: the state of each table.
//! * `rebuilding`: tables that the store assigns to this server.
//! * `doubt`: lost answers of the store, behind which it may have assigned some.
//! * `elsewhere`: tables that other servers run, and those between servers.

mod doubt;
mod elsewhere;
pub mod places;
mod rebuilding;

use std::num::NonZeroU32;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use parking_lot::{Mutex, RwLock, RwLockReadGuard};
use tokio::time::Instant;
use vzetek_protocol::Clock;
use vzetek_protocol::rest::CreatedTable;
use vzetek_protocol::{ErrorCode, GameOptions, Player, TableConfig, TableId};
use vzetek_store::{Account, TableRow, Write};

use crate::cluster::{Cluster, taken_over};
use crate::connection::ConnectionId;
use crate::fault::Fault;
use crate::households::Household;
use crate::ids;
use crate::rate::RateByKey;
use crate::recorder::NotRecorded;
use crate::retry::store_backoff;
use crate::table::{
    self, Command, Directory, Mail, Setup, StoredConfig, Surroundings, Table, TableHandle,
};
use doubt::Doubt;
use places::Places;

/// The level of the bots that play for show.
const DEMO_LEVEL: &str = "strong";

/// The tables that are read in one query when they are rebuilt.
const PAGE: u32 = 200;

/// The most tries to rebuild tables at the start while the store does not answer, beyond the
/// first: some six seconds.
const TRIES: u32 = 12;

/// The term of the server that opens a table.
const FIRST_TERM: u64 = 1;

/// The times each second that the store is asked about a table for one household …
const LOOKS_PER_SECOND: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");
/// … and in a burst: a server that dies leaves many.
const LOOKS_BURST: NonZeroU32 = NonZeroU32::new(50).expect("fifty is not zero");

/// The handles of all open tables.
#[derive(Debug)]
pub struct Tables {
    around: Arc<Surroundings>,
    /// The other servers, if there are several.
    cluster: Option<Cluster>,
    /// The number of tables at which bots are to play for show.
    demo_tables: u32,
    places: RwLock<Places>,
    /// The doubt that the store has assigned tables to this server without its knowledge.
    doubt: Mutex<Doubt>,
    /// Held while tables are taken from the store and rebuilt.
    adopting: tokio::sync::Mutex<()>,
    /// The limit on each household's questions to the store about tables that are not known here.
    looks: RateByKey<Household>,
}

/// While this exists, a table that is being opened counts as its creator's.
struct Opening<'a> {
    tables: &'a Tables,
    id: TableId,
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        self.tables.change(|places| places.opened(&self.id));
    }
}

impl Tables {
    /// No table is open yet.
    pub fn new(around: Arc<Surroundings>, cluster: Option<Cluster>, demo_tables: u32) -> Self {
        Self {
            around,
            cluster,
            demo_tables,
            places: RwLock::default(),
            doubt: Mutex::default(),
            adopting: tokio::sync::Mutex::default(),
            looks: RateByKey::new(LOOKS_PER_SECOND, LOOKS_BURST),
        }
    }

    /// The parts of the server that tables use.
    #[cfg(test)]
    pub const fn surroundings(&self) -> &Arc<Surroundings> {
        &self.around
    }

    fn places(&self) -> RwLockReadGuard<'_, Places> {
        self.places.read()
    }

    /// Changes the state of tables, and updates the count of tables that are run here.
    fn change<T>(&self, change: impl FnOnce(&mut Places) -> T) -> T {
        let mut places = self.places.write();
        let before = places.here();
        let changed = change(&mut places);
        metrics::gauge!("vzetek_tables").increment(places.here() as f64 - before as f64);
        changed
    }

    /// The handle of a table.
    pub fn find(&self, table: &TableId) -> Option<TableHandle> {
        self.places().find(table).cloned()
    }

    /// True if the server knows a table that is open in the store: it is open, being opened or
    /// rebuilt, between servers, or could not be rebuilt.
    pub fn knows(&self, table: &TableId) -> bool {
        self.places().knows(table)
    }

    /// True if a table could not be rebuilt, or not run, here or elsewhere.
    pub fn is_left(&self, table: &TableId) -> bool {
        self.places().is_left(table)
    }

    /// True if a table is open, here or elsewhere, or between servers.
    pub fn knows_open(&self, table: &TableId) -> bool {
        let places = self.places();
        places.find(table).is_some() || places.is_awaited(table)
    }

    /// Notifies the tables at which an account has a seat of its new name, face or kind.
    pub async fn rename(&self, player: &Player) {
        for table in self.seated(player.id.as_str()) {
            if let Some(handle) = self.find(&table) {
                handle.mailbox.send(Mail::Rename { player: player.clone() }).await;
            }
        }
    }

    /// The tables at which an account has a seat.
    pub fn seated(&self, account: &str) -> Vec<TableId> {
        let places = self.places();
        let sits = |handle: &TableHandle| {
            let seated = handle.seated.read();
            seated.accounts.iter().any(|seated| seated == account)
        };
        places.run().filter(|(_, handle)| sits(handle)).map(|(id, _)| id.clone()).collect()
    }

    /// True if an account is bound to a match: a rated one, or one that other people play, too.
    pub fn binds(&self, account: &str) -> bool {
        self.places().run().any(|(_, handle)| {
            let seated = handle.seated.read();
            seated.bound.iter().any(|bound| bound == account)
        })
    }

    /// Returns the number of open tables that this server runs.
    pub fn count(&self) -> usize {
        self.places().here()
    }

    /// Makes a table known, to the other servers as well.
    fn insert(&self, table: TableId, handle: TableHandle) {
        let here = handle.is_here();
        self.change(|places| places.put(table.clone(), handle));
        if here {
            self.report(&table);
        }
    }

    /// Runs a table, and makes it known.
    fn run(self: &Arc<Self>, id: TableId, table: Table) {
        let handle = table::spawn(&self.around, self.clone(), table);
        self.insert(id, handle);
    }

    /// True while this server hands its tables over to the others.
    fn leaves(&self) -> bool {
        self.cluster.as_ref().is_some_and(Cluster::leaves)
    }

    /// Lets an account open a table, if it has fewer than `most`.
    fn begin(&self, id: &TableId, account: &str, most: usize) -> Result<Opening<'_>, Fault> {
        if !self.change(|places| places.begin(id, account, most)) {
            let message = format!("you have {most} tables open; leave one of them first");
            return Err(Fault::new(ErrorCode::RateLimited, message));
        }
        Ok(Opening { tables: self, id: id.clone() })
    }

    /// Opens a table.
    ///
    /// # Errors
    /// [`Fault`] if clock or seats are out of bounds, no bots of the level are available, or the
    /// account has too many tables open.
    pub async fn create(
        self: &Arc<Self>,
        config: TableConfig,
        creator: Option<&Account>,
    ) -> Result<CreatedTable, Fault> {
        if self.leaves() {
            return Err(NotRecorded::Stopped.into());
        }
        table::check(&config, &self.around.house.levels())?;
        let id = TableId(ids::short(&mut self.around.sources.rng()));
        let most = self.around.tuning.tables_per_account as usize;
        // Held until the table is among the open ones, so that parallel requests open no more than
        // consecutive ones.
        let _opening = creator.map(|account| self.begin(&id, &account.id, most)).transpose()?;
        let invite = config.private.then(|| ids::secret(&mut self.around.sources.rng()));
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
        let row = row(&id, &config, creator.clone(), invite.clone(), self.around.sources.utc())?;
        self.around.recorder.write(vec![Write::OpenTable(row)]).await?;
        let setup =
            Setup::new(&self.around, id.clone(), config, creator, invite.clone(), FIRST_TERM);
        self.run(
            id.clone(),
            table::start_of(setup, self.around.sources.now(), self.around.sources.rng()),
        );
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
        let id = TableId(ids::short(&mut self.around.sources.rng()));
        let config = StoredConfig { table: config, demo: false, paired: true };
        let seats = players.iter().map(|player| Some(player.id.0.clone())).collect();
        let opened = Write::OpenTable(row(&id, &config, None, None, self.around.sources.utc())?);
        let seats = Write::Seats { table: id.0.clone(), seats };
        self.around.recorder.write(vec![opened, seats]).await?;
        let setup = Setup::new(&self.around, id.clone(), config, None, None, FIRST_TERM);
        self.run(
            id.clone(),
            table::start_for(setup, players, self.around.sources.now(), self.around.sources.rng()),
        );
        Ok(id)
    }

    /// Rebuilds every table that was open when the last server stopped, and opens the demo tables
    /// that are missing. Superfluous demo tables are closed, and so is a table with no players at
    /// which nothing was ever dealt. A table that cannot be rebuilt is logged and left in the store
    /// as it is.
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
            // Tables of the house are for show, and wait for their bots.
            let closed: Vec<Write> = page
                .extract_if(.., |table| table.is_unused() && table.row.creator.is_some())
                .map(|table| Write::CloseTable {
                    table: table.row.id,
                    at: self.around.sources.utc(),
                })
                .collect();
            unused += closed.len();
            self.change(|places| places.adopt(page));
            if !closed.is_empty() {
                self.around.recorder.write(closed).await?;
            }
            let (mut tries, mut backoff) = (0..TRIES, store_backoff());
            while let Err(fault) = self.rebuild_adopted().await {
                if tries.next().is_none() {
                    return Err(fault);
                }
                tokio::time::sleep(backoff.next_wait()).await;
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

    /// Opens the tables for show that are missing.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub async fn open_demos(self: &Arc<Self>, there: u32) -> Result<(), Fault> {
        for number in there..self.demo_tables {
            let id = TableId(ids::short(&mut self.around.sources.rng()));
            self.open(id, demo_config(number)?, None, None).await?;
        }
        Ok(())
    }

    /// True for a table that is open and not known here: another server runs it, or will. Assumed
    /// if the store does not answer, or was asked too often for this household: the table will be
    /// known soon, or never.
    pub async fn is_elsewhere(&self, table: &TableId, asks: Household) -> bool {
        if self.cluster.is_none() {
            return false;
        }
        self.places().is_awaited(table)
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
        // Another server may have it already.
        if self.change(|places| places.close(table)) {
            self.around.lobby.remove(table);
            self.report(table);
        }
    }

    fn leave(&self, table: &TableId) {
        if !self.change(|places| places.leave(table)) {
            return;
        }
        metrics::counter!("vzetek_tables_left_total").increment(1);
        self.forget_broken(table);
        self.report(table);
    }

    fn watch_elsewhere(&self, connection: ConnectionId, table: &TableId, invite: Option<String>) {
        if let Some(cluster) = &self.cluster {
            cluster.connections().watch(connection, table, invite);
        }
    }

    fn unwatch_elsewhere(&self, connection: ConnectionId, table: &TableId) {
        if let Some(cluster) = &self.cluster {
            cluster.connections().unwatch(connection, table);
        }
    }

    fn pass_on(&self, table: &TableId, mail: Mail) {
        // Watchers move with the table; clients send other commands again.
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
        let here = self.change(|places| places.hand_over(table, Instant::now()));
        self.report(table);
        if !here {
            // The next server was faster; some watchers may have arrived since.
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
    created_at: DateTime<Utc>,
) -> Result<TableRow, Fault> {
    Ok(TableRow {
        id: id.0.clone(),
        config: serde_json::to_value(config).map_err(|error| {
            tracing::error!(%error, "a configuration does not serialise");
            Fault::internal()
        })?,
        creator,
        invite,
        created_at,
        seats: config.table.game.seats() as u8,
    })
}

/// Demo tables take turns between the games.
fn demo_config(number: u32) -> Result<StoredConfig, Fault> {
    let games = GameOptions::demos();
    let game = games.get(number as usize % games.len().max(1)).cloned();
    let game = game.ok_or_else(|| Fault::unexpected("no game is played for show"))?;
    let table = TableConfig {
        game,
        clock: Clock::default(),
        private: false,
        rated: false,
        bots: Some(DEMO_LEVEL.to_owned()),
        lesson: false,
        open_hands: false,
    };
    Ok(StoredConfig { table, demo: true, paired: false })
}
