//! Pairing as a state machine: the inputs are wishes and time, the outputs are parties.
//!
//! An account has one wish at most. The account that has waited longest is served first, with the
//! players of its pool who are nearest in rating, if they are near enough. The accepted difference
//! grows with the wait, and in the end any will do, so that no player waits while others are
//! present.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;
use vzetek_protocol::TableId;

/// The difference in rating, between the strongest and the weakest of a party, that is accepted
/// immediately.
const NEAR: f64 = 150.0;
/// The growth of that with each second that the first of them has waited.
const WIDENING: f64 = 25.0;
/// The wait after which any difference is accepted.
const ANYBODY: Duration = Duration::from_secs(15);
/// The time between two looks at players who are too far apart.
const LOOK: Duration = Duration::from_secs(1);
/// The time for which a wish outlives the last connection of its account.
pub const GRACE: Duration = Duration::from_secs(15);

/// The pause of an account after the first call that it does not follow; each further one
/// doubles it, up to [`MOST_PAUSE`].
const PAUSE: Duration = Duration::from_secs(5);
const MOST_PAUSE: Duration = Duration::from_secs(300);
/// The time after which such calls are forgotten if no other follows.
const MEMORY: Duration = Duration::from_secs(900);

/// The calls of an account that it did not follow. A call counts from the moment it is made until
/// it is followed: otherwise an account that seeks again would be called again before its last
/// table has reported that it did not come.
#[derive(Clone, Debug, PartialEq)]
struct Calls {
    /// Calls that were not followed, and the time of the last of them.
    unfollowed: u32,
    last: Instant,
    /// The table of the last call if it may still be followed, and the time of that call.
    open: Option<(TableId, Instant)>,
}

impl Calls {
    /// The number of calls that were not followed so far, and the time of the last.
    fn so_far(&self) -> (u32, Instant) {
        match self.open {
            Some((_, at)) => (self.unfollowed.saturating_add(1), at),
            None => (self.unfollowed, self.last),
        }
    }

    /// The moment from which the account is called again.
    fn until(&self) -> Instant {
        let (count, last) = self.so_far();
        let doubled = 2_u32.saturating_pow(count.saturating_sub(1));
        last + PAUSE.saturating_mul(doubled).min(MOST_PAUSE)
    }
}

/// A player who looks for others.
#[derive(Clone, Debug, PartialEq)]
struct Seeker {
    account: String,
    /// The pool, by its number.
    pool: usize,
    rating: f64,
    since: Instant,
    /// The moment since which the account has had no connection.
    away: Option<Instant>,
    /// True while a table is being opened for the seeker's party.
    chosen: bool,
    /// True if the seeker withdrew meanwhile: this counts only if no table is opened.
    unwilling: bool,
}

/// The players who are to play with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The pool, by its number.
    pub pool: usize,
    /// The accounts, as many as the game has seats.
    pub accounts: Vec<String>,
}

/// All players who look for others.
#[derive(Debug)]
pub struct Machine {
    /// The number of seats of each pool's game.
    seats: Vec<usize>,
    /// In the order of waiting, the longest first.
    seekers: Vec<Seeker>,
    /// By account.
    calls: HashMap<String, Calls>,
}

impl Machine {
    /// A machine without wishes. `seats` has the number of seats of each pool's game.
    pub fn new(seats: Vec<usize>) -> Self {
        Self { seats, seekers: Vec::new(), calls: HashMap::new() }
    }

    /// An account looks for others in a pool, which replaces its wish for another pool. A wish for
    /// the same pool keeps its place. While a table is being opened for the account, nothing
    /// changes, and the answer is false.
    pub fn seek(&mut self, account: &str, pool: usize, rating: f64, now: Instant) -> bool {
        if let Some(seeker) = self.seekers.iter_mut().find(|seeker| seeker.account == account) {
            if seeker.chosen {
                return false;
            }
            if seeker.pool == pool {
                seeker.rating = rating;
                seeker.away = None;
                return true;
            }
        }
        self.withdraw(account);
        let account = account.to_owned();
        self.seekers.push(Seeker {
            account,
            pool,
            rating,
            since: now,
            away: None,
            chosen: false,
            unwilling: false,
        });
        true
    }

    /// Withdraws the wish of an account. Returns true if it had one, and no table is being opened
    /// for it.
    pub fn withdraw(&mut self, account: &str) -> bool {
        if let Some(chosen) = self.find(account).filter(|seeker| seeker.chosen) {
            chosen.unwilling = true;
            return false;
        }
        let before = self.seekers.len();
        self.seekers.retain(|seeker| seeker.account != account);
        self.seekers.len() < before
    }

    /// The last connection of an account has ended.
    pub fn go(&mut self, account: &str, now: Instant) {
        if let Some(seeker) = self.find(account) {
            seeker.away = Some(now);
        }
    }

    /// An account has a connection again.
    pub fn come(&mut self, account: &str) {
        if let Some(seeker) = self.find(account) {
            seeker.away = None;
        }
    }

    /// An account has followed its call to this table, which no longer counts.
    pub fn follow(&mut self, account: &str, table: &TableId) {
        let Some(calls) = self.calls.get_mut(account) else { return };
        if calls.open.take_if(|(called, _)| called == table).is_some() && calls.unfollowed == 0 {
            self.calls.remove(account);
        }
    }

    fn find(&mut self, account: &str) -> Option<&mut Seeker> {
        self.seekers.iter_mut().find(|seeker| seeker.account == account)
    }

    /// Returns the pool in which an account looks for others.
    pub fn pool_of(&self, account: &str) -> Option<usize> {
        self.seekers.iter().find(|seeker| seeker.account == account).map(|seeker| seeker.pool)
    }

    /// Returns the pool in which an account looks for others, and its rating, unless a table
    /// is being opened for it.
    pub fn wish_of(&self, account: &str) -> Option<(usize, f64)> {
        let free = |seeker: &&Seeker| seeker.account == account && !seeker.chosen;
        self.seekers.iter().find(free).map(|seeker| (seeker.pool, seeker.rating))
    }

    /// Returns the number of accounts that look for others in a pool.
    pub fn seeking(&self, pool: usize) -> usize {
        self.seekers.iter().filter(|seeker| seeker.pool == pool).count()
    }

    /// Removes the wishes of players who were disconnected for too long, and old calls that were
    /// not followed.
    pub fn forget(&mut self, now: Instant) {
        self.calls.retain(|_, calls| now < calls.so_far().1 + MEMORY);
        self.seekers
            .retain(|seeker| seeker.chosen || seeker.away.is_none_or(|away| now < away + GRACE));
    }

    /// Returns the parties that can be made. Their members are in no other until
    /// [`Self::seat`] or [`Self::free`].
    pub fn advance(&mut self, now: Instant) -> Vec<Party> {
        self.forget(now);
        let mut parties = Vec::new();
        for first in 0..self.seekers.len() {
            if let Some(members) = self.party_of(first, now) {
                for &member in &members {
                    self.seekers[member].chosen = true;
                }
                let pool = self.seekers[first].pool;
                let account = |&member: &usize| self.seekers[member].account.clone();
                parties.push(Party { pool, accounts: members.iter().map(account).collect() });
            }
        }
        parties
    }

    /// Returns the best party for this seeker: the one with the least difference in
    /// rating, if that is small enough.
    fn party_of(&self, first: usize, now: Instant) -> Option<Vec<usize>> {
        let seeker = &self.seekers[first];
        let seats = self.seats[seeker.pool];
        let pauses =
            |account: &str| self.calls.get(account).is_some_and(|calls| now < calls.until());
        let is_there = |other: &Seeker| {
            other.pool == seeker.pool
                && !other.chosen
                && other.away.is_none()
                && !pauses(&other.account)
        };
        if !is_there(seeker) {
            return None;
        }
        let mut near: Vec<usize> =
            (0..self.seekers.len()).filter(|&other| is_there(&self.seekers[other])).collect();
        let rating = |seeker: usize| self.seekers[seeker].rating;
        near.sort_by(|&one, &other| rating(one).total_cmp(&rating(other)).then(one.cmp(&other)));
        let spread = |party: &[usize]| rating(party[party.len() - 1]) - rating(party[0]);
        let party = near
            .windows(seats)
            .filter(|party| party.contains(&first))
            .min_by(|one, other| spread(one).total_cmp(&spread(other)))?;
        let waited = now.saturating_duration_since(seeker.since);
        let enough = NEAR + WIDENING * waited.as_secs_f64();
        (waited >= ANYBODY || spread(party) <= enough).then(|| party.to_vec())
    }

    /// A party has this table, and its members are called there: removes their wishes. They are
    /// called again after a pause, unless they [`Self::follow`].
    pub fn seat(&mut self, party: &Party, table: &TableId, now: Instant) {
        self.seekers.retain(|seeker| !party.accounts.contains(&seeker.account));
        for account in &party.accounts {
            let (unfollowed, last) = self.calls.get(account).map_or((0, now), Calls::so_far);
            let open = Some((table.clone(), now));
            self.calls.insert(account.clone(), Calls { unfollowed, last, open });
        }
    }

    /// A party was not seated: its members wait on, in the places they had. Removes and returns the
    /// accounts that withdrew meanwhile.
    pub fn free(&mut self, party: &Party) -> Vec<String> {
        for seeker in &mut self.seekers {
            seeker.chosen &= !party.accounts.contains(&seeker.account);
        }
        let freed = |seeker: &mut Seeker| seeker.unwilling && !seeker.chosen;
        self.seekers.extract_if(.., freed).map(|seeker| seeker.account).collect()
    }

    /// Returns the moment at which the machine may act without a new input.
    pub fn next_wake(&self, now: Instant) -> Option<Instant> {
        let free = || self.seekers.iter().filter(|seeker| !seeker.chosen);
        let forgotten = free().filter_map(|seeker| Some(seeker.away? + GRACE)).min();
        let could_play = |pool: usize| {
            free().filter(|other| other.pool == pool && other.away.is_none()).count()
                >= self.seats[pool]
        };
        let looks = (0..self.seats.len()).any(could_play).then_some(now + LOOK);
        forgotten.into_iter().chain(looks).min()
    }
}
