//! The open tables: opening, finding, rebuilding.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, RwLock};
use std::time::Duration;

use tokio::time::Instant;
use vzetek_protocol::rest::CreatedTable;
use vzetek_protocol::table::Clock;
use vzetek_protocol::{ErrorCode, GameOptions, Player, TableConfig, TableId};
use vzetek_store::{Account, StoredTable, TableRow, Write};
use vzetek_trset::{Options, Variant};

use crate::app::{Now, Shared, now};
use crate::cluster::members::is_alone;
use crate::cluster::standin::Mailbox;
use crate::fault::Fault;
use crate::ids;
use crate::recorder::NotRecorded;
use crate::table::{self, Mail, Setup, StoredConfig, TableHandle};

/// The level of the bots that play for show.
const DEMO_LEVEL: &str = "strong";

/// The tables that are read at once when they are rebuilt.
pub(crate) const PAGE: u32 = 200;

/// The wait between two tries to rebuild tables at the start while the store does not answer,
/// and the most tries beyond the first.
const RETRY: Duration = Duration::from_millis(250);
const TRIES: u32 = 20;

/// The term of whoever opens a table.
const FIRST_TERM: u64 = 1;

/// The way to every open table.
#[derive(Debug, Default)]
pub struct Tables {
    pub(crate) open: RwLock<HashMap<TableId, TableHandle>>,
    /// Tables that could not be rebuilt or run. They stay in the store as they are.
    pub(crate) left: RwLock<HashSet<TableId>>,
    /// Those that are this server's since a moment ago, and are not run by anybody yet.
    pub(crate) adopted: Mutex<VecDeque<StoredTable>>,
    /// True if the store may have given this server tables without its hearing of it.
    pub(crate) unsure: AtomicBool,
    /// Held while tables are taken from the store and rebuilt.
    pub(crate) adopting: tokio::sync::Mutex<()>,
    /// Tables that are being opened, and by whom. Locked before `open`.
    opening: Mutex<HashMap<TableId, String>>,
    /// Tables that another server ran last, and since when nobody is known to.
    pub(crate) moving: Mutex<HashMap<TableId, Instant>>,
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
    pub(crate) fn has(&self, table: &TableId) -> bool {
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

    /// Leaves a table in the store as it is: it cannot be run.
    pub fn leave(&self, app: &Shared, table: &TableId) {
        let mut left = self.left.write().expect("never poisoned: no panic while held");
        left.insert(table.clone());
        drop(left);
        metrics::counter!("vzetek_tables_left_total").increment(1);
        self.remove(app, table);
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

    /// Forgets a table that this server ran.
    pub fn remove(&self, app: &Shared, table: &TableId) {
        let removed = {
            let mut open = self.open.write().expect("never poisoned: no panic while held");
            // Another server may have it already.
            let here = open.get(table).is_some_and(TableHandle::is_here);
            here.then(|| open.remove(table)).flatten()
        };
        if removed.is_some() {
            metrics::gauge!("vzetek_tables").decrement(1.0);
            app.lobby.remove(table);
            if let Some(cluster) = &app.cluster {
                cluster.report(table);
            }
        }
    }

    /// Lets everybody find a table, the other servers as well.
    pub(crate) fn insert(&self, app: &Shared, table: TableId, handle: TableHandle) {
        let here = handle.is_here();
        self.put(table.clone(), handle);
        if let (true, Some(cluster)) = (here, &app.cluster) {
            cluster.report(&table);
        }
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
        &self,
        app: &Shared,
        config: TableConfig,
        creator: Option<&Account>,
    ) -> Result<CreatedTable, Fault> {
        if app.leaves() {
            return Err(NotRecorded::Stopped.into());
        }
        table::check(&config, &app.house.levels())?;
        let id = TableId(ids::short());
        let most = app.config.tuning.tables_per_account as usize;
        // Held until the table is among the open ones, so that many at once are
        // no more than one after another.
        let _opening = creator.map(|account| self.begin(&id, &account.id, most)).transpose()?;
        let invite = config.private.then(|| ids::secret(&mut rand::rng()));
        let config = StoredConfig { table: config, demo: false, paired: false };
        self.open(app, id, config, creator, invite).await
    }

    async fn open(
        &self,
        app: &Shared,
        id: TableId,
        config: StoredConfig,
        creator: Option<&Account>,
        invite: Option<String>,
    ) -> Result<CreatedTable, Fault> {
        let creator = creator.map(|account| account.id.clone());
        let row = row(&id, &config, creator.clone(), invite.clone())?;
        app.recorder.write(vec![Write::OpenTable(row)]).await?;
        let setup = Setup::new(app, id.clone(), config, creator, invite.clone(), FIRST_TERM);
        let handle = table::spawn(app, table::start_of(setup, Now::read(), rand::make_rng()));
        self.insert(app, id.clone(), handle);
        Ok(CreatedTable { table: id, invite })
    }

    /// Opens a table at which these players have the seats.
    ///
    /// # Errors
    /// [`Fault`] if it cannot be stored.
    pub async fn open_for(
        &self,
        app: &Shared,
        config: TableConfig,
        players: &[Player],
    ) -> Result<TableId, Fault> {
        if app.leaves() {
            return Err(NotRecorded::Stopped.into());
        }
        let id = TableId(ids::short());
        let config = StoredConfig { table: config, demo: false, paired: true };
        let seats = players.iter().map(|player| Some(player.id.0.clone())).collect();
        let opened = Write::OpenTable(row(&id, &config, None, None)?);
        app.recorder.write(vec![opened, Write::Seats { table: id.0.clone(), seats }]).await?;
        let setup = Setup::new(app, id.clone(), config, None, None, FIRST_TERM);
        let table = table::start_for(setup, players, Now::read(), rand::make_rng());
        self.insert(app, id.clone(), table::spawn(app, table));
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
    pub async fn restore(&self, app: &Shared) -> Result<(), Fault> {
        let _adopting = self.adopting.lock().await;
        let mut unused = 0;
        let mut place = None;
        loop {
            let mut page = self.next_orphans(app, place.as_ref(), PAGE).await?;
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
                app.recorder.write(closed).await?;
            }
            let mut tries = 0..TRIES;
            while let Err(fault) = self.rebuild_adopted(app).await {
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
        let alone = match &app.cluster {
            Some(cluster) => is_alone(app, cluster.me()).await?,
            None => true,
        };
        if alone { self.open_demos(app, self.demos()).await } else { Ok(()) }
    }

    /// Opens the tables for show that are missing beside these.
    ///
    /// # Errors
    /// [`Fault`] if the store does not answer.
    pub(crate) async fn open_demos(&self, app: &Shared, there: u32) -> Result<(), Fault> {
        for number in there..app.config.demo_tables {
            let id = TableId(ids::short());
            self.open(app, id, demo_config(number)?, None, None).await?;
        }
        Ok(())
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
