//! Quick pairing: players who look for others are seated at a table together.
//!
//! * [`machine`]: the waiting players and how they are seated; [`pools`]: the games on offer.
//!
//! A wish belongs to an account, not to a connection: it outlives a reload of the page. It is
//! stored in memory only. Servers know each other's wishes, and of those that hear each other one
//! makes the parties; without NATS each server pairs its own players.

pub mod machine;
pub mod pools;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use vzetek_protocol::{
    ErrorBody, ErrorCode, Kind, Pool, PoolCount, PoolSummary, Seek, ServerMessage, TableId,
};
use vzetek_store::{Account, AccountKind, Ratings};

use crate::connection::{ConnectionId, Outbox, text};
use crate::elsewhere::Elsewhere;
use crate::fault::Fault;
use crate::rate::RateByKey;
use crate::rating;
use crate::sources::Sources;
use machine::{Machine, Party};

/// The number of wishes that an account may send each second on average …
pub const PER_SECOND: NonZeroU32 = NonZeroU32::MIN;
/// … and in a burst.
pub const BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");

/// The accounts that look for others, and the connections to them.
#[derive(Debug)]
pub struct Pairing {
    ratings: Arc<dyn Ratings>,
    elsewhere: Arc<dyn Elsewhere>,
    sources: Sources,
    pools: Vec<Pool>,
    state: Mutex<State>,
    /// Notified when a wish or a connection has changed.
    changed: Notify,
    /// The message with the number of people in every pool.
    counts: watch::Sender<Utf8Bytes>,
    limit: RateByKey<String>,
}

#[derive(Debug)]
struct State {
    machine: Machine,
    /// The connections of all accounts but the house's bots, by account.
    connections: HashMap<String, Vec<(ConnectionId, Outbox)>>,
}

impl Pairing {
    /// No wishes yet. Ratings are read from this store; wishes are sent to these other servers.
    pub fn new(ratings: Arc<dyn Ratings>, elsewhere: Arc<dyn Elsewhere>, sources: Sources) -> Self {
        let pools = pools::all();
        let seats = pools.iter().map(|pool| pool.config.game.seats()).collect();
        let state = State { machine: Machine::new(seats), connections: HashMap::new() };
        let counts = watch::Sender::new(counted(&pools, &state.machine, &HashMap::new()));
        Self {
            ratings,
            elsewhere,
            sources,
            pools,
            state: Mutex::new(state),
            changed: Notify::new(),
            counts,
            limit: RateByKey::new(PER_SECOND, BURST),
        }
    }

    /// The wish of an account, with its rating, unless a table is being opened for it.
    pub fn wish(&self, account: &str) -> Option<(Seek, f64)> {
        let (pool, rating) = self.lock().machine.wish_of(account)?;
        Some((self.pools[pool].seek.clone(), rating))
    }

    /// An account at another server looks for others, or withdraws its wish.
    pub fn mirror(&self, account: &str, seek: Option<(Seek, f64)>) {
        let mut state = self.lock();
        match seek {
            None => _ = state.machine.withdraw(account),
            Some((seek, rating)) => {
                // A server of another version may have pools that are unknown here.
                if let Some(pool) = self.pools.iter().position(|pool| pool.seek == seek) {
                    state.machine.seek(account, pool, rating, Instant::now());
                }
            }
        }
        self.changed.notify_one();
    }

    /// Returns all pools.
    pub fn pools(&self) -> &[Pool] {
        &self.pools
    }

    /// The people of every pool as they were counted last, and every count from now
    /// on.
    pub fn follow(&self) -> watch::Receiver<Utf8Bytes> {
        let mut counts = self.counts.subscribe();
        counts.mark_changed();
        counts
    }

    /// An account has a connection. Returns its wish.
    pub fn enter(&self, account: &str, connection: ConnectionId, outbox: &Outbox) -> Option<Seek> {
        let mut state = self.lock();
        state.connections.entry(account.to_owned()).or_default().push((connection, outbox.clone()));
        state.machine.come(account);
        self.changed.notify_one();
        let seek = state.machine.pool_of(account).map(|pool| self.pools[pool].seek.clone());
        drop(state);
        if seek.is_some() {
            // The client may have changed servers, with its wish.
            self.elsewhere.wish(account);
        }
        seek
    }

    /// An account has a connection at another server, which says next what it wishes. A wish
    /// that was known before and is not said again is forgotten with time.
    pub fn enter_elsewhere(&self, account: &str, connection: ConnectionId, outbox: &Outbox) {
        let connections = &mut self.lock().connections;
        connections.entry(account.to_owned()).or_default().push((connection, outbox.clone()));
    }

    /// A connection of an account has ended.
    pub fn part(&self, account: &str, connection: ConnectionId) {
        let mut state = self.lock();
        let Some(connections) = state.connections.get_mut(account) else { return };
        connections.retain(|(other, _)| *other != connection);
        if connections.is_empty() {
            state.connections.remove(account);
            state.machine.go(account, Instant::now());
            self.changed.notify_one();
        }
    }

    /// An account looks for others; `is_bound` if it has a seat that it would not leave without
    /// loss.
    ///
    /// # Errors
    /// [`Fault`] if it is bound or a bot, the pool does not exist, or it has sent too many wishes.
    pub async fn seek(&self, account: &Account, seek: Seek, is_bound: bool) -> Result<(), Fault> {
        if account.kind == AccountKind::Bot {
            let message = "people are paired; a bot sits down at a table (sit)";
            return Err(Fault::new(ErrorCode::Forbidden, message));
        }
        let pool = self.pools.iter().position(|pool| pool.seek == seek).ok_or_else(|| {
            let message = format!(
                "there is no pool for {}; there are {}",
                seek.kind.as_str(),
                pools::kinds(&self.pools)
            );
            Fault::field(ErrorCode::BadOptions, "kind", message)
        })?;
        self.limit.take(account.id.clone()).map_err(|wait| {
            let message = format!("at most {PER_SECOND} wish a second, {BURST} at once");
            Fault::from(ErrorBody::later(ErrorCode::RateLimited, message, wait))
        })?;
        if is_bound {
            let message = "you have a seat in a game that others play or that is rated; \
                           finish it or leave it first";
            return Err(Fault::new(ErrorCode::AlreadySeated, message));
        }
        let ids = [account.id.clone()];
        let ladder = rating::own_ladder(account.kind);
        let known = self.ratings.ratings(&ids, seek.kind.as_str()).await?;
        let standing = known
            .into_iter()
            .find(|row| row.ladder == ladder)
            .unwrap_or_else(|| rating::fresh(&account.id, &seek.kind, ladder, self.sources.utc()));
        let mut state = self.lock();
        // An account that has disconnected meanwhile received no answer, and must not be waited
        // for.
        if state.connections.contains_key(&account.id)
            && state.machine.seek(&account.id, pool, standing.rating, Instant::now())
        {
            state.tell(&account.id, &ServerMessage::Seeking { seek: Some(seek) });
            self.changed.notify_one();
            drop(state);
            self.elsewhere.wish(&account.id);
        }
        Ok(())
    }

    /// Withdraws the wish of an account, which asked for that or plays already.
    pub fn withdraw(&self, account: &str) {
        let mut state = self.lock();
        if state.machine.withdraw(account) {
            state.tell(account, &ServerMessage::Seeking { seek: None });
            self.changed.notify_one();
            drop(state);
            self.elsewhere.wish(account);
        }
    }

    /// An account has followed its call to this table.
    pub fn note_followed(&self, account: &str, table: &TableId) {
        self.lock().machine.follow(account, table);
        self.changed.notify_one();
    }

    /// Returns those of these accounts that have a connection, with their wishes.
    pub fn wishes<'a>(
        &self,
        accounts: impl Iterator<Item = &'a str>,
    ) -> HashMap<String, Option<Seek>> {
        let state = self.lock();
        let here = accounts.filter(|account| state.connections.contains_key(*account));
        let wish = |account: &str| {
            state.machine.pool_of(account).map(|pool| self.pools[pool].seek.clone())
        };
        here.map(|account| (account.to_owned(), wish(account))).collect()
    }

    /// Returns every pool with its number of people, given how many play each kind.
    pub fn summaries(&self, playing: &HashMap<Kind, u32>) -> Vec<PoolSummary> {
        let counts = counts(&self.pools, &self.lock().machine, playing);
        let pools = self.pools.iter().zip(counts);
        pools.map(|(pool, count)| PoolSummary { count, config: pool.config.clone() }).collect()
    }

    /// Returns the parties that are to play now, if this server makes them, and the time of the
    /// next look.
    pub fn advance(&self, is_ours: bool) -> (Vec<Party>, Option<Instant>) {
        let now = Instant::now();
        let machine = &mut self.lock().machine;
        machine.forget(now);
        let parties = if is_ours { machine.advance(now) } else { Vec::new() };
        (parties, machine.next_wake(now))
    }

    /// Waits until a wish or a connection has changed.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }

    /// A party was not seated: accounts that still wish to play wait on.
    pub fn free(&self, party: &Party) {
        let mut state = self.lock();
        for account in state.machine.free(party) {
            state.tell(&account, &ServerMessage::Seeking { seek: None });
        }
        drop(state);
        self.changed.notify_one();
        // Meanwhile the other servers received no wish of these accounts.
        party.accounts.iter().for_each(|account| self.elsewhere.wish(account));
    }

    /// A party has its table: its members are called there.
    pub fn call(&self, party: &Party, table: &TableId) {
        let mut state = self.lock();
        state.machine.seat(party, table, Instant::now());
        let seek = &self.pools[party.pool].seek;
        for account in &party.accounts {
            let called = ServerMessage::Called { table: table.clone(), seek: seek.clone() };
            state.tell(account, &called);
        }
        drop(state);
        party.accounts.iter().for_each(|account| self.elsewhere.wish(account));
    }

    /// Counts the people of every pool, if there is a subscriber.
    pub fn count(&self, playing: impl FnOnce() -> HashMap<Kind, u32>) {
        if self.counts.receiver_count() == 0 {
            return;
        }
        let told = counted(&self.pools, &self.lock().machine, &playing());
        self.counts.send_if_modified(|before| {
            let is_new = *before != told;
            *before = told;
            is_new
        });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl State {
    /// Sends a message to every connection of an account.
    fn tell(&self, account: &str, message: &ServerMessage) {
        let text = text(message);
        for (_, outbox) in self.connections.get(account).into_iter().flatten() {
            outbox.send_text(text.clone());
        }
    }
}

/// The message with the number of people in every pool.
fn counted(pools: &[Pool], machine: &Machine, playing: &HashMap<Kind, u32>) -> Utf8Bytes {
    text(&ServerMessage::Pools { pools: counts(pools, machine, playing) })
}

fn counts(pools: &[Pool], machine: &Machine, playing: &HashMap<Kind, u32>) -> Vec<PoolCount> {
    let count = |(number, pool): (usize, &Pool)| PoolCount {
        seek: pool.seek.clone(),
        seeking: machine.seeking(number) as u32,
        playing: playing.get(&pool.seek.kind).copied().unwrap_or_default(),
    };
    pools.iter().enumerate().map(count).collect()
}
