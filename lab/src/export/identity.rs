//! The identity of people in an export: their accounts as they are, or, in a set that may be given
//! away, hashes that only the holder of a key could make again.

use chrono::{DateTime, TimeDelta, Utc};
use vzetek_store::AccountKind;

#[cfg(feature = "parquet")]
use super::parquet::open::Key;

/// The ratings of an open set are multiples of this, so that a chain of exact ones
/// does not link the hashes of two years.
const RATING_STEP: i32 = 50;

/// The times of an open set are multiples of this, in milliseconds.
const TIME_STEP_MS: u32 = 10;

/// Only sets of Parquet are open, so there is no key without it.
#[cfg(not(feature = "parquet"))]
pub(super) enum Key {}

#[cfg(not(feature = "parquet"))]
impl Key {
    fn hash(&self, _: &str, _: i32, _: &str) -> String {
        match *self {}
    }
}

/// The way in which accounts and deals are named in an export.
pub(super) struct Identity {
    key: Option<Key>,
}

impl Identity {
    /// Ids as they are or, with a key, nothing by which a player could be looked up.
    pub(super) const fn new(key: Option<Key>) -> Self {
        Self { key }
    }

    /// True for a set that may be given away.
    fn is_open(&self) -> bool {
        self.key.is_some()
    }

    fn name(&self, of: &str, year: i32, id: &str) -> String {
        self.key.as_ref().map_or_else(|| id.to_owned(), |key| key.hash(of, year, id))
    }

    /// The name of an account in a deal of a year: none in an open set for guests and for accounts
    /// that are deleted by now.
    pub(super) fn account(
        &self,
        year: i32,
        id: &str,
        kind: AccountKind,
        is_deleted: bool,
    ) -> Option<String> {
        let hidden = is_deleted || matches!(kind, AccountKind::Guest | AccountKind::Deleted);
        (!self.is_open() || !hidden).then(|| self.name("account", year, id))
    }

    /// The name of a deal of a year. A reader who knew its id could look up its players.
    pub(super) fn game(&self, year: i32, id: &str) -> String {
        self.name("game", year, id)
    }

    /// The name of a table in a year.
    pub(super) fn table(&self, year: i32, id: &str) -> String {
        self.name("table", year, id)
    }

    /// A rating.
    pub(super) fn rating(&self, rating: i32) -> i32 {
        if !self.is_open() {
            return rating;
        }
        (rating + RATING_STEP / 2).div_euclid(RATING_STEP) * RATING_STEP
    }

    /// A time.
    pub(super) fn time(&self, time: DateTime<Utc>) -> DateTime<Utc> {
        if !self.is_open() {
            return time;
        }
        // Never up: a deal stays in its month.
        let over = time.timestamp_subsec_nanos() % (TIME_STEP_MS * 1_000_000);
        time - TimeDelta::nanoseconds(over.into())
    }

    /// A thinking time in milliseconds.
    pub(super) fn thinking(&self, ms: u64) -> i32 {
        let step = u64::from(TIME_STEP_MS);
        let ms = if self.is_open() { (ms + step / 2) / step * step } else { ms };
        i32::try_from(ms).unwrap_or(i32::MAX)
    }

    /// True if a deal's secret and nonces may be written: of an open set not if a nonce is a text
    /// that a person has made up.
    #[cfg(feature = "parquet")]
    pub(super) fn may_show(&self, nonces: &[String]) -> bool {
        let random = |nonce: &String| nonce.chars().all(|c| c.is_ascii_hexdigit());
        !self.is_open() || nonces.iter().all(random)
    }
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use super::*;

    const KEPT: Identity = Identity::new(None);

    fn open(key: u8) -> Identity {
        Identity::new(Some(Key::from([key; 32])))
    }

    #[test]
    fn a_hash_holds_for_one_year_and_key() {
        let of = |identity: &Identity, year, id| {
            identity.account(year, id, AccountKind::Person, false).unwrap()
        };
        let ana = of(&open(1), 2026, "ana");
        assert_eq!(ana.len(), 24);
        assert_eq!(ana, of(&open(1), 2026, "ana"));
        let others =
            [of(&open(1), 2027, "ana"), of(&open(2), 2026, "ana"), of(&open(1), 2026, "vid")];
        assert!(others.iter().all(|other| *other != ana));
        assert_ne!(open(1).game(2026, "ana"), open(1).table(2026, "ana"));
        assert!(!ana.contains("ana"));
    }

    #[test]
    fn guests_and_deleted_accounts_have_no_name_in_an_open_set() {
        for (kind, gone, named) in [
            (AccountKind::Guest, false, false),
            (AccountKind::Person, false, true),
            (AccountKind::Person, true, false),
            (AccountKind::Bot, false, true),
            (AccountKind::Deleted, false, false),
        ] {
            assert_eq!(open(1).account(2026, "id", kind, gone).is_some(), named, "{kind:?}");
            assert_eq!(KEPT.account(2026, "id", kind, gone).as_deref(), Some("id"));
        }
    }

    #[test]
    fn quantities_are_rounded_in_an_open_set() {
        let time: DateTime<Utc> = "2026-11-21T18:00:00.126789Z".parse().unwrap();
        assert_eq!((KEPT.rating(1512), KEPT.thinking(1234), KEPT.time(time)), (1512, 1234, time));
        let open = open(1);
        for (ms, shown) in
            [(0, 0), (4, 0), (5, 10), (1234, 1230), (1235, 1240), (u64::MAX / 2, i32::MAX)]
        {
            assert_eq!(open.thinking(ms), shown);
        }
        assert_eq!(open.time(time).timestamp_subsec_micros(), 120_000);
        for (rating, shown) in [(1512, 1500), (1525, 1550), (1474, 1450), (-10, 0)] {
            assert_eq!(open.rating(rating), shown);
        }
    }

    #[test]
    fn the_secret_is_hidden_where_a_nonce_was_made_up() {
        let texts = |nonce: &str| vec![String::new(), nonce.to_owned()];
        assert!(open(1).may_show(&texts("00ffAA")) && !open(1).may_show(&texts("i am ana")));
        assert!(KEPT.may_show(&texts("i am ana")));
    }
}
