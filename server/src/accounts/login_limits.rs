//! Limits on wrong passwords.
//!
//! Wrong passwords count for the name and the household that they came from, and for that household
//! regardless of the name. For a name alone they only slow strangers down: no attacker can lock an
//! owner out. A client that presents a session of the account, or whose household has logged in to
//! it, is no stranger.
//!
//! A net that has not tried the name lately does not wait behind those that
//! have: the right password needs one try.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use chrono::{DateTime, Duration, Utc};
use parking_lot::{Mutex, MutexGuard};

use super::throttle::{MOST_REMEMBERED, Servers, Throttle};
use crate::households::{household, net};

/// The time for which wrong passwords are counted.
const STRETCH: Duration = Duration::minutes(15);
/// The tries of a household, as a multiple of those that it has with a single
/// name: more than one person may live there.
const NAMES_OF_A_HOUSEHOLD: u32 = 3;
/// The longest pause between two tries of strangers with the same name.
const LONGEST_PAUSE: Duration = Duration::seconds(15);
/// The most nets from which a name may be tried in one stretch without a pause, each
/// for the first time.
const FIRST_TRIES: u32 = 100;
/// The bits of an IPv6 net whose first tries count as one household's: customers get nets of this
/// size, which hold 65,536 households.
const NET_BITS: u32 = 48;
/// The most households from which an account is remembered to be used.
const HOMES: usize = 8;

/// Counts wrong passwords. A try is counted before its password is compared, so that parallel tries
/// get no more than consecutive ones.
#[derive(Debug)]
pub struct LoginLimits {
    suspects: Throttle<Suspect>,
    households: Throttle<IpAddr>,
    strangers: Pauses,
    /// The first tries, by name and net, and all of them by name.
    first: Throttle<(String, IpAddr)>,
    firsts: Throttle<String>,
    homes: Homes,
}

/// A key by which wrong passwords are counted, up to as many as one may have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Suspect {
    /// A name and the household that the password came from.
    Pair(String, IpAddr),
    /// A client that has a session and lacks the password.
    Session(String),
}

/// A client that is about to authenticate.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The key of the name.
    pub name: &'a str,
    /// The address.
    pub from: IpAddr,
    /// True if the client presented a session of this very account.
    pub signed_in: bool,
}

/// A try that was taken and may be given back.
#[derive(Debug)]
pub struct Attempt {
    name: String,
    from: IpAddr,
    suspects: Vec<Suspect>,
    stranger: Option<Stranger>,
}

/// The allowance that a stranger's try was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stranger {
    /// The first try of this name from this net.
    First,
    /// A later try, after the pause that was due.
    InTurn,
}

impl LoginLimits {
    /// Allows `most` wrong passwords for a name from one household, at all these servers together.
    pub fn new(most: u32, servers: &Servers) -> Self {
        let households = most.saturating_mul(NAMES_OF_A_HOUSEHOLD);
        Self {
            suspects: Throttle::new(most, STRETCH, servers),
            households: Throttle::new(households, STRETCH, servers),
            strangers: Pauses::new(most, servers),
            first: Throttle::new(1, STRETCH, servers),
            firsts: Throttle::new(FIRST_TRIES, STRETCH, servers),
            homes: Homes::default(),
        }
    }

    /// Counts a try.
    ///
    /// # Errors
    /// The wait until the next try.
    pub fn take(&self, claim: Claim<'_>, now: DateTime<Utc>) -> Result<Attempt, Duration> {
        let (name, from) = (claim.name.to_owned(), household(claim.from));
        let mut suspects = vec![Suspect::Pair(name.clone(), from)];
        if claim.signed_in {
            suspects.push(Suspect::Session(name.clone()));
        }
        let is_stranger = !claim.signed_in && !self.homes.knows(&name, from);
        self.suspects.take(&suspects, now)?;
        let taken = is_stranger.then(|| self.take_as_stranger(&name, from, now)).transpose();
        let stranger = taken.inspect_err(|_| self.suspects.give_back(&suspects))?;
        Ok(Attempt { name, from, suspects, stranger })
    }

    fn take_as_stranger(
        &self,
        name: &str,
        from: IpAddr,
        now: DateTime<Utc>,
    ) -> Result<Stranger, Duration> {
        self.households.take(&[from], now)?;
        let pair = [(name.to_owned(), net(from, NET_BITS))];
        if self.first.take(&pair, now).is_ok() {
            if self.firsts.take(&[name.to_owned()], now).is_ok() {
                return Ok(Stranger::First);
            }
            self.first.give_back(&pair);
        }
        match self.strangers.take(name, now) {
            Ok(()) => Ok(Stranger::InTurn),
            Err(wait) => {
                self.households.give_back(&[from]);
                Err(wait)
            }
        }
    }

    /// Gives back a try that did not fail, or failed for another reason than a wrong password.
    pub fn give_back(&self, attempt: &Attempt) {
        self.suspects.give_back(&attempt.suspects);
        let Some(stranger) = attempt.stranger else { return };
        self.households.give_back(&[attempt.from]);
        match stranger {
            Stranger::First => {
                self.first.give_back(&[(attempt.name.clone(), net(attempt.from, NET_BITS))]);
                self.firsts.give_back(std::slice::from_ref(&attempt.name));
            }
            Stranger::InTurn => self.strangers.give_back(&attempt.name),
        }
    }

    /// Remembers that the account of this name is used from there.
    pub fn at_home(&self, name: &str, from: IpAddr) {
        self.homes.remember(name, household(from));
    }
}

/// The pauses that strangers make between two tries with the same name.
#[derive(Debug)]
struct Pauses {
    /// The number of tries that no pause follows: up to it they are nothing unusual.
    most: u32,
    servers: Servers,
    names: Mutex<HashMap<String, Pause>>,
}

#[derive(Clone, Copy, Debug)]
struct Pause {
    count: u32,
    last: DateTime<Utc>,
}

impl Pauses {
    fn new(most: u32, servers: &Servers) -> Self {
        Self { most, servers: servers.clone(), names: Mutex::default() }
    }

    fn take(&self, name: &str, now: DateTime<Utc>) -> Result<(), Duration> {
        let mut names = self.lock();
        if names.len() >= MOST_REMEMBERED {
            names.retain(|_, pause| now - pause.last < STRETCH);
        }
        if names.len() >= MOST_REMEMBERED {
            names.retain(|_, pause| pause.count > 1);
        }
        let pause = names.entry(name.to_owned()).or_insert(Pause { count: 0, last: now });
        if now - pause.last >= STRETCH {
            pause.count = 0;
        }
        let wait = pause.last + self.length(pause.count) - now;
        if wait > Duration::zero() {
            return Err(wait);
        }
        *pause = Pause { count: pause.count.saturating_add(1), last: now };
        Ok(())
    }

    /// One second after the first that is too many, then twice as long each time.
    fn length(&self, count: u32) -> Duration {
        match count.checked_sub(self.servers.share(self.most)) {
            None => Duration::zero(),
            Some(beyond) => Duration::seconds(1 << beyond.min(10)).min(LONGEST_PAUSE),
        }
    }

    fn give_back(&self, name: &str) {
        let mut names = self.lock();
        let Some(pause) = names.get_mut(name) else { return };
        pause.count = pause.count.saturating_sub(1);
        if pause.count == 0 {
            names.remove(name);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Pause>> {
        self.names.lock()
    }
}

/// The households from which accounts are used, as long as the server runs.
#[derive(Debug, Default)]
struct Homes(Mutex<HashMap<String, VecDeque<IpAddr>>>);

impl Homes {
    fn knows(&self, name: &str, from: IpAddr) -> bool {
        self.lock().get(name).is_some_and(|homes| homes.contains(&from))
    }

    fn remember(&self, name: &str, from: IpAddr) {
        let mut all = self.lock();
        if all.len() >= MOST_REMEMBERED && !all.contains_key(name) {
            // One entry must be removed; any will do, because this locks no owner out.
            let gone = all.keys().next().cloned();
            gone.map(|name| all.remove(&name));
        }
        let homes = all.entry(name.to_owned()).or_default();
        homes.retain(|home| *home != from);
        homes.push_back(from);
        if homes.len() > HOMES {
            homes.pop_front();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, VecDeque<IpAddr>>> {
        self.0.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: &str = "ana";

    fn at(seconds: f64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + Duration::milliseconds((seconds * 1000.0) as i64)
    }

    fn house(number: u32) -> IpAddr {
        IpAddr::from(number.to_be_bytes())
    }

    fn stranger(name: &str, number: u32) -> Claim<'_> {
        Claim { name, from: house(number), signed_in: false }
    }

    #[test]
    fn strangers_from_everywhere_do_not_keep_the_owner_out() {
        let limits = LoginLimits::new(10, &Servers::default());
        limits.at_home(ANA, house(0));
        for number in 1..=1000 {
            let _ = limits.take(stranger(ANA, number), at(0.0));
        }
        limits.take(stranger(ANA, 0), at(0.0)).expect("at home");
        let elsewhere = Claim { name: ANA, from: house(5000), signed_in: true };
        limits.take(elsewhere, at(0.0)).expect("with a session");
        let wait = limits.take(stranger(ANA, 5001), at(0.0)).unwrap_err();
        assert!(wait <= LONGEST_PAUSE, "{wait}");
        limits.take(stranger("bor", 5001), at(0.0)).expect("another name");
    }

    /// A thousand addresses that try ten times a second for an hour.
    #[test]
    fn many_addresses_get_a_few_tries_a_minute_in_all() {
        let limits = LoginLimits::new(10, &Servers::default());
        let tries = (0..36_000).filter(|&tenth| {
            let claim = stranger(ANA, tenth as u32 % 1000);
            limits.take(claim, at(f64::from(tenth) / 10.0)).is_ok()
        });
        let tries = tries.count();
        let first = 5 * FIRST_TRIES as usize;
        assert!((200..=10 + 4 * 60 + 5 + first).contains(&tries), "{tries} in an hour");
        // After they have stopped, their tries no longer count.
        for number in 0..10 {
            limits.take(stranger(ANA, 7000 + number), at(3600.0 + 900.0)).expect("forgotten");
        }
    }

    /// Twenty addresses that try as often as they can for an hour, and every minute an owner who
    /// knows the password, from an unknown household.
    #[test]
    fn strangers_keep_nobody_out_who_comes_from_elsewhere() {
        let limits = LoginLimits::new(10, &Servers::default());
        for tenth in 0..36_000 {
            let now = at(f64::from(tenth) / 10.0);
            let _ = limits.take(stranger(ANA, tenth as u32 % 20), now);
            if tenth % 600 == 0 {
                let owner = stranger(ANA, 9000 + tenth as u32);
                limits.give_back(&limits.take(owner, now).expect("let in at once"));
            }
        }
    }

    /// A net of 48 bits of IPv6 that tries a thousand times a second, and now and then the owner.
    #[test]
    fn one_net_keeps_nobody_out() {
        let limits = LoginLimits::new(10, &Servers::default());
        let of = |net: u16, subnet: u16| Claim {
            name: ANA,
            from: IpAddr::from([0x2001, 0xdb8, net, subnet, 0, 0, 0, 1]),
            signed_in: false,
        };
        for thousandth in 0..120_000_u32 {
            let now = at(f64::from(thousandth) / 1000.0);
            let _ = limits.take(of(1, thousandth as u16), now);
            if thousandth % 3000 == 0 {
                let owner = of(2 + thousandth as u16, 0);
                limits.give_back(&limits.take(owner, now).expect("let in at once"));
            }
        }
    }

    #[test]
    fn one_household_is_stopped_for_the_name_and_then_altogether() {
        let limits = LoginLimits::new(3, &Servers::default());
        for _ in 0..3 {
            limits.take(stranger(ANA, 1), at(0.0)).unwrap();
        }
        let wait = limits.take(stranger(ANA, 1), at(60.0)).unwrap_err();
        assert_eq!(wait, Duration::minutes(14));
        for name in ["bor", "bor", "bor", "vid", "vid", "vid"] {
            limits.take(stranger(name, 1), at(60.0)).unwrap();
        }
        assert!(limits.take(stranger("ivo", 1), at(60.0)).is_err());
        limits.at_home("ivo", house(1));
        limits.take(stranger("ivo", 1), at(60.0)).expect("who lives there is no stranger");
        limits.take(stranger("ivo", 2), at(60.0)).expect("from elsewhere");
        // A resident of that household has no more tries than others.
        limits.take(stranger("ivo", 1), at(60.0)).unwrap();
        limits.take(stranger("ivo", 1), at(60.0)).unwrap();
        assert!(limits.take(stranger("ivo", 1), at(60.0)).is_err());
    }

    #[test]
    fn whoever_has_a_session_does_not_guess_from_many_addresses() {
        let limits = LoginLimits::new(3, &Servers::default());
        let claim = |number| Claim { name: ANA, from: house(number), signed_in: true };
        for number in 1..=3 {
            limits.take(claim(number), at(0.0)).unwrap();
        }
        assert!(limits.take(claim(4), at(0.0)).is_err());
        limits.take(stranger(ANA, 4), at(0.0)).expect("without the session");
    }

    #[test]
    fn being_right_leaves_nothing_behind() {
        let limits = LoginLimits::new(2, &Servers::default());
        for number in 0..1000 {
            let attempt = limits.take(stranger(ANA, number % 3), at(0.0)).unwrap();
            limits.give_back(&attempt);
        }
        assert!(limits.strangers.lock().is_empty());
    }

    #[test]
    fn memory_is_bounded() {
        let limits = LoginLimits::new(2, &Servers::default());
        for number in 0..MOST_REMEMBERED as u32 + 10 {
            limits.at_home(&number.to_string(), house(1));
            let _ = limits.take(stranger(&number.to_string(), number), at(0.0));
        }
        for number in 0..100 {
            limits.at_home(ANA, house(number));
        }
        assert!(limits.homes.lock().len() <= MOST_REMEMBERED);
        assert_eq!(limits.homes.lock()[ANA].len(), HOMES);
        assert!(limits.strangers.lock().len() <= MOST_REMEMBERED);
    }
}
