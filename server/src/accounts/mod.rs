//! Accounts of people, guests and bots, and their authentication.
//!
//! * [`login_limits`]: limits on tries of passwords.
//! * [`connected`]: connections that end with their sessions.
//! * [`guests`]: deletion of guests who did not stay.
//! * [`looks`]: the names of guests, and faces.
//! * [`names`]: names that may be used, and names that count as the same.
//! * [`passwords`]: hashing and comparing them, with argon2id.
//! * [`registration`]: new guests, persons and bots.
//! * [`credentials`]: login, logout, passwords and deletion of accounts.
//! * [`throttle`]: limits on tries.
//!
//! A token is 160 random bits; the store has its SHA-256 only.

pub mod connected;
pub mod credentials;
pub mod guests;
pub mod login_limits;
pub mod looks;
pub mod names;
pub mod passwords;
pub mod registration;
pub mod throttle;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use vzetek_protocol::client::HouseBot;
use vzetek_protocol::{ErrorCode, Kind, Player, PlayerKind};
use vzetek_store::{Account, AccountKind, SessionRow, Store, StoreError};

use crate::config::Config;
use crate::connection::Ending;
use crate::elsewhere::{Elsewhere, Ended};
use crate::fault::Fault;
use crate::retry::store_backoff;
use crate::sources::Sources;
use crate::{ids, rating};

use connected::{Admission, Connected};
use login_limits::LoginLimits;
use names::keys;
use passwords::Passwords;
use throttle::{Servers, Throttle};

/// The days that a session lasts from its last use.
pub const SESSION_DAYS: i64 = 90;
/// The least time between two renewals of a session: one write a day at most.
const RENEWAL: Duration = Duration::days(1);
/// The time for which new guests and persons are held against an address, and changes of name or
/// face against an account.
const NEW_STRETCH: Duration = Duration::hours(1);
/// The most bots that one person can make in [`BOT_STRETCH`].
const BOTS: u32 = 10;
/// See [`BOTS`].
const BOT_STRETCH: Duration = Duration::days(1);
/// The most changes of name or face that one account can make in [`NEW_STRETCH`].
const LOOKS: u32 = 60;
/// The sessions that are looked up or prolonged in one query, and the wait (see
/// [`Accounts::end_ended`]) while the store does not answer.
const LOT: usize = 500;
/// The most by which one hourly sweep advances the time at which sessions and guests expire; after
/// a long downtime it catches up with the clock.
const AT_ONCE: Duration = Duration::hours(2);
/// No valid token is longer; others are not worth hashing.
const LONGEST_TOKEN: usize = 128;
/// The longest name of a level, in letters.
const LONGEST_LEVEL: usize = 24;

/// The accounts, their sessions, and the limits on both.
#[derive(Debug)]
pub struct Accounts {
    store: Arc<dyn Store>,
    sources: Sources,
    /// The hash of the house token; the token itself is not stored here.
    house: Option<[u8; 32]>,
    passwords: Passwords,
    login_limits: LoginLimits,
    new_guests: Throttle<IpAddr>,
    new_people: Throttle<IpAddr>,
    new_bots: Throttle<String>,
    new_looks: Throttle<String>,
    /// The servers that share these limits.
    servers: Servers,
    connected: Arc<Connected>,
    /// The database's time at the last sweep, and the moment of that sweep.
    seen: Mutex<Option<(DateTime<Utc>, Instant)>>,
}

impl Accounts {
    /// The connections of sessions.
    pub fn connected(&self) -> &Connected {
        &self.connected
    }

    /// The number of servers that share the limits on accounts.
    pub const fn servers(&self) -> &Servers {
        &self.servers
    }

    /// Ends the connections of sessions that have ended at other servers, whose notices may have
    /// been lost. Tries until the store answers, or the server is to stop.
    pub async fn end_ended(&self, shutdown: &CancellationToken) {
        for lot in self.connected.sessions().chunks(LOT) {
            let mut backoff = store_backoff();
            let ended = loop {
                match self.store.ended_sessions(lot).await {
                    Ok(ended) => break ended,
                    Err(error) => tracing::warn!(%error, "sessions cannot be looked up yet"),
                }
                tokio::select! {
                    () = shutdown.cancelled() => return,
                    () = tokio::time::sleep(backoff.next_wait()) => {}
                }
            };
            for session in ended.iter().filter_map(|hash| hash.as_slice().try_into().ok()) {
                self.connected.apply(&Ended::Session { session });
            }
        }
    }

    /// Accounts in this store, which these other servers share.
    pub fn new(
        store: Arc<dyn Store>,
        config: &Config,
        elsewhere: Arc<dyn Elsewhere>,
        sources: Sources,
    ) -> Self {
        // An empty variable in an environment file means none, not an empty one.
        let house = config.house_token.as_deref().filter(|token| !token.is_empty());
        let servers = Servers::default();
        Self {
            store,
            sources,
            house: house.map(digest),
            passwords: Passwords::new(config.password_cost.clone()),
            login_limits: LoginLimits::new(config.tuning.login_attempts.max(1), &servers),
            new_guests: Throttle::new(config.tuning.guests_per_hour.max(1), NEW_STRETCH, &servers),
            new_people: Throttle::new(
                config.tuning.registrations_per_hour.max(1),
                NEW_STRETCH,
                &servers,
            ),
            new_bots: Throttle::new(BOTS, BOT_STRETCH, &servers),
            new_looks: Throttle::new(LOOKS, NEW_STRETCH, &servers),
            servers,
            connected: Arc::new(Connected::new(elsewhere)),
            seen: Mutex::default(),
        }
    }

    /// Advances the database's time to the server's clock, by [`AT_ONCE`] at most, and returns
    /// it. Sessions and guests expire by this time, so that a clock that is temporarily wrong
    /// ends none.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn pass_time(&self) -> Result<DateTime<Utc>, Fault> {
        let late = self.store.pass_time(self.sources.utc(), AT_ONCE).await?;
        *self.seen.lock() = Some((late, Instant::now()));
        Ok(late)
    }

    /// The time by which sessions end: the server's clock, limited by the database's time.
    async fn seen_time(&self) -> DateTime<Utc> {
        let known = *self.seen.lock();
        match known {
            Some((late, at)) => self.sources.utc().min(late + at.elapsed()),
            // A store that accepts no writes may still answer reads.
            None => self.pass_time().await.unwrap_or_else(|_| self.sources.utc()),
        }
    }

    /// Returns the account of a token; `None` if the token is unknown or has expired. Using a
    /// session prolongs it.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn authenticate(&self, token: &str) -> Result<Option<Account>, Fault> {
        if token.is_empty() || token.len() > LONGEST_TOKEN {
            return Ok(None);
        }
        let Some(session) = self.store.session(&digest(token), self.seen_time().await).await?
        else {
            return Ok(None);
        };
        let account = self.store.account(&session.account).await?;
        let Some(account) = account.filter(|account| account.kind != AccountKind::Deleted) else {
            return Ok(None);
        };
        self.prolong(&session).await;
        Ok(Some(account))
    }

    /// Returns the account of a connection's token, as
    /// [`Accounts::authenticate`] does. The connection is ended with the
    /// session.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn admit(
        &self,
        token: &str,
        ending: &Ending,
    ) -> Result<Option<(Account, Admission)>, Fault> {
        loop {
            let changes = self.connected.changes();
            let Some(account) = self.authenticate(token).await? else { return Ok(None) };
            let session = digest(token);
            if let Some(admission) = self.connected.enter(changes, &account, session, ending) {
                return Ok(Some((account, admission)));
            }
        }
    }

    /// Lets a session last from now, unless that was done a short while ago.
    /// Bots' tokens last anyway.
    async fn prolong(&self, session: &SessionRow) {
        let until = expiry(self.sources.utc());
        let due = until - RENEWAL;
        if session.expires_at.is_none_or(|so_far| so_far > due) {
            return;
        }
        // A client with a valid session is admitted anyway; its next request tries again.
        let hash = std::slice::from_ref(&session.token_hash);
        if let Err(error) = self.store.renew_sessions(hash, due, until).await {
            tracing::warn!(%error, "a session could not be prolonged");
        }
    }

    /// Lets the sessions that have connections here last from now: a connection uses its
    /// session all the time. Does so twice a day at most, so that none seems to be unused for
    /// a day.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn prolong_connected(&self) -> Result<(), Fault> {
        let until = expiry(self.sources.utc());
        for lot in self.connected.sessions().chunks(LOT) {
            self.store.renew_sessions(lot, until - RENEWAL / 2, until).await?;
        }
        Ok(())
    }

    /// The account of one of the house's bots, made at its first call.
    ///
    /// # Errors
    /// [`ErrorCode::Unauthorized`] if the token is not the house's,
    /// [`ErrorCode::BadName`] if name or level cannot be used.
    pub async fn house_bot(&self, token: &str, bot: &HouseBot) -> Result<Account, Fault> {
        // Equal hashes of equal length, compared to the end: how long it takes
        // says nothing about the token.
        let given = digest(token);
        let right = self.house.is_some_and(|house| {
            house.iter().zip(&given).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
        });
        if !right {
            return Err(Fault::new(ErrorCode::Unauthorized, "this is not the house's token"));
        }
        let name = names::own(&bot.name)?;
        check_level(&bot.level)?;
        let name_key = keys::house_key(&name, &bot.level);
        // Twice, because another connection may create it between the look-up and the insertion.
        for _ in 0..2 {
            if let Some(account) = self.store.account_by_name(&name_key).await? {
                return Ok(account);
            }
            let account = Account {
                level: Some(bot.level.clone()),
                ..new_account(&self.sources, AccountKind::Bot, name.clone(), name_key.clone())
            };
            match self.store.add_account(&account).await {
                Ok(()) => return Ok(account),
                Err(StoreError::NameTaken(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let made = self.store.account_by_name(&name_key).await?;
        made.ok_or_else(|| Fault::new(ErrorCode::Busy, "the bot's account is just being made"))
    }

    /// Persons and bots whose names begin like this, as names are compared, in
    /// the order of their names; the house's bots at these levels.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] if there is nothing to compare;
    /// [`ErrorCode::StorageUnavailable`].
    pub async fn named(
        &self,
        beginning: &str,
        levels: &[String],
        limit: u32,
    ) -> Result<Vec<Account>, Fault> {
        let keys = keys::lookup_keys(beginning);
        if keys.iter().any(String::is_empty) {
            let message = "name is the beginning of a name, with at least a letter or a digit";
            return Err(Fault::field(ErrorCode::BadMessage, "name", message));
        }
        let mut found = Vec::new();
        for (from, before) in keys.iter().flat_map(|key| keys::beginning_with(key, levels)) {
            found.extend(self.store.accounts_named(&from, &before, limit).await?);
        }
        found.sort_by_cached_key(|account| (keys::key(&account.name), account.name_key.clone()));
        found.dedup_by(|one, other| one.id == other.id);
        found.truncate(limit as usize);
        Ok(found)
    }

    /// Returns the public data of these accounts in the given order, with their rating in a kind of
    /// game. Deleted and unknown ones have no name.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn players(
        &self,
        accounts: &[String],
        kind: Option<&Kind>,
    ) -> Result<Vec<Player>, Fault> {
        if accounts.is_empty() {
            return Ok(Vec::new());
        }
        let known: HashMap<String, Account> = self
            .store
            .accounts(accounts)
            .await?
            .into_iter()
            .map(|account| (account.id.clone(), account))
            .collect();
        let ratings = match kind {
            Some(kind) => self.store.ratings(accounts, kind.as_str()).await?,
            None => Vec::new(),
        };
        let at = self.sources.utc();
        let shown = |id: &String| {
            let Some(account) = known.get(id) else { return nobody(id) };
            let ladder = rating::own_ladder(account.kind);
            let rating = ratings.iter().find(|row| row.account == *id && row.ladder == ladder);
            Player {
                rating: rating.map(|row| row.rating.round() as i32),
                settled: rating.is_some_and(|row| rating::is_settled(row, at)),
                ..player(account)
            }
        };
        Ok(accounts.iter().map(shown).collect())
    }

    /// Returns the public data of the account that opened a table; `None` for the house or a
    /// deleted account.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn host(&self, creator: Option<&str>) -> Result<Option<Player>, Fault> {
        let Some(creator) = creator else { return Ok(None) };
        let players = self.players(&[creator.to_owned()], None).await?;
        Ok(players.into_iter().find(|player| !player.name.is_empty()))
    }

    /// A new session's token. Bots' tokens do not expire.
    async fn open_session(&self, account: &Account) -> Result<String, Fault> {
        let token = ids::secret(&mut self.sources.rng());
        let created_at = self.sources.utc();
        let lasts = account.kind != AccountKind::Bot;
        self.store
            .add_session(&SessionRow {
                token_hash: digest(&token).to_vec(),
                account: account.id.clone(),
                created_at,
                expires_at: lasts.then(|| expiry(created_at)),
            })
            .await?;
        Ok(token)
    }
}

/// The public data of an account, without rating.
pub fn player(account: &Account) -> Player {
    let kind = match account.kind {
        AccountKind::Guest => PlayerKind::Guest,
        AccountKind::Person => PlayerKind::Person,
        AccountKind::Bot => PlayerKind::Bot,
        AccountKind::Deleted => return nobody(&account.id),
    };
    Player {
        id: account.id.as_str().into(),
        name: account.name.clone(),
        kind,
        level: account.level.clone(),
        face: account.face.clone(),
        rating: None,
        settled: false,
    }
}

/// A deleted account: without a name, so that the page can say so in the reader's language.
fn nobody(id: &str) -> Player {
    let name = String::new();
    Player {
        id: id.into(),
        name,
        kind: PlayerKind::Person,
        level: None,
        face: None,
        rating: None,
        settled: false,
    }
}

fn new_account(sources: &Sources, kind: AccountKind, name: String, name_key: String) -> Account {
    Account {
        id: ids::short(&mut sources.rng()),
        name,
        name_key,
        kind,
        level: None,
        face: None,
        owner: None,
        password_hash: None,
        created_at: sources.utc(),
    }
}

fn expiry(used: DateTime<Utc>) -> DateTime<Utc> {
    used + Duration::days(SESSION_DAYS)
}

fn check_level(level: &str) -> Result<(), Fault> {
    let word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=LONGEST_LEVEL).contains(&level.len()) && level.bytes().all(word) {
        return Ok(());
    }
    let message = format!(
        "a level has 1 to {LONGEST_LEVEL} small letters, digits and hyphens, such as strong"
    );
    Err(Fault::field(ErrorCode::BadName, "level", message))
}

/// Returns the hash by which the store knows a token.
fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
