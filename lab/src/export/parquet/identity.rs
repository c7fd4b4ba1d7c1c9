//! The identity of people in a set: their accounts as they are, or, in one that may be given
//! away, hashes that only the holder of a key could make again.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::TryRng as _;
use rand::rngs::SysRng;
use sha2::Sha256;
use vzetek_store::{AccountKind, Store, StoredGame};

use super::months::Month;

/// The length of a key in bytes.
const KEY: usize = 32;

/// The bytes of a hash that are written: enough that no two accounts share one.
const SHOWN: usize = 12;

/// The ratings of an open set are multiples of this, so that a chain of exact ones
/// does not link the hashes of two years.
const RATING_STEP: i32 = 50;

/// The times of an open set are multiples of this, in milliseconds.
const TIME_STEP_MS: i64 = 10;

/// The secret by which accounts are hashed.
pub(super) struct Key([u8; KEY]);

impl Key {
    /// Reads a key, or makes one where there is none, for its owner alone.
    ///
    /// # Errors
    /// If the file cannot be read or made, holds something else, or may be read by
    /// others.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let shown = path.display();
        match OpenOptions::new().read(true).open(path) {
            Ok(mut file) => {
                let mode = file.metadata().with_context(|| format!("cannot read {shown}"))?.mode();
                ensure!(
                    mode & 0o077 == 0,
                    "{shown} may be read by others, who could tell accounts by it: chmod 600 {shown}"
                );
                let mut text = String::new();
                file.read_to_string(&mut text).with_context(|| format!("cannot read {shown}"))?;
                let key = hex::decode(text.trim()).ok().and_then(|key| key.try_into().ok());
                let key = key.with_context(|| {
                    format!(
                        "{shown} holds no key, which is {} hexadecimal digits; name the file of \
                         the first export, or one that is not there, which is then made",
                        2 * KEY
                    )
                })?;
                Ok(Self(key))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Self::make(path),
            Err(error) => Err(error).with_context(|| format!("cannot read {shown}")),
        }
    }

    fn make(path: &Path) -> anyhow::Result<Self> {
        let mut key = [0; KEY];
        SysRng.try_fill_bytes(&mut key).context("the system gives no random numbers")?;
        let told = || format!("cannot make the key {}", path.display());
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)
            .with_context(told)?;
        let written = writeln!(file, "{}", hex::encode(key)).and_then(|()| file.sync_all());
        if let Err(error) = written {
            // Half a key would be refused at every start.
            _ = std::fs::remove_file(path);
            return Err(error).with_context(told);
        }
        Ok(Self(key))
    }

    /// The hash of something of a kind in a year, as text.
    fn hash(&self, what: &str, year: i32, id: &str) -> String {
        let mut hash = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key of any length");
        // The parts have no zero byte, so no two lists of them are one text.
        for part in [what, &year.to_string(), id] {
            hash.update(part.as_bytes());
            hash.update(&[0]);
        }
        hex::encode(&hash.finalize().into_bytes()[..SHOWN])
    }

    /// A text by which another key is noticed.
    pub(super) fn fingerprint(&self) -> String {
        self.hash("key", 0, "")
    }
}

/// The way in which accounts and deals are named in a set.
pub(super) enum Identity {
    /// Ids as they are.
    Kept,
    /// Nothing by which a player could be looked up.
    Open(Key),
}

impl Identity {
    /// True for a set that may be given away.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Open(_))
    }

    /// Looks up which of the players of these deals have deleted their accounts since.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn deleted(
        &self,
        games: &[StoredGame],
        store: &dyn Store,
    ) -> anyhow::Result<HashSet<String>> {
        if !self.is_open() {
            return Ok(HashSet::new());
        }
        let seated = games.iter().flat_map(|game| &game.row.players);
        let deciders =
            games.iter().flat_map(|game| &game.moves).filter_map(|row| row.account.as_ref());
        let mut ids: Vec<String> =
            seated.map(|player| &player.account).chain(deciders).cloned().collect();
        ids.sort_unstable();
        ids.dedup();
        let accounts = store.accounts(&ids).await?.into_iter();
        let deleted = accounts.filter(|account| account.kind == AccountKind::Deleted);
        Ok(deleted.map(|account| account.id).collect())
    }

    /// The name of an account in a deal of a year: none in an open set for guests and for accounts
    /// that are deleted (`gone`) by now.
    pub(super) fn account(&self, year: i32, id: &str, kind: &str, gone: bool) -> Option<String> {
        match self {
            Self::Kept => Some(id.to_owned()),
            Self::Open(_) if gone || matches!(kind, "guest" | "deleted") => None,
            Self::Open(key) => Some(key.hash("account", year, id)),
        }
    }

    /// The name of a deal of a year. A reader who knew its id could look up its players.
    pub(super) fn game(&self, year: i32, id: &str) -> String {
        match self {
            Self::Kept => id.to_owned(),
            Self::Open(key) => key.hash("game", year, id),
        }
    }

    /// The name of a table in a year.
    pub(super) fn table(&self, year: i32, id: &str) -> String {
        match self {
            Self::Kept => id.to_owned(),
            Self::Open(key) => key.hash("table", year, id),
        }
    }

    /// A rating.
    pub(super) fn rating(&self, rating: i32) -> i32 {
        match self {
            Self::Kept => rating,
            Self::Open(_) => (rating + RATING_STEP / 2).div_euclid(RATING_STEP) * RATING_STEP,
        }
    }

    /// A time in microseconds since 1970.
    pub(super) fn time(&self, time: DateTime<Utc>) -> i64 {
        let step = TIME_STEP_MS * 1000;
        match self {
            Self::Kept => time.timestamp_micros(),
            // Never up: a deal stays in its month.
            Self::Open(_) => time.timestamp_micros().div_euclid(step) * step,
        }
    }

    /// A thinking time in milliseconds.
    pub(super) fn thinking(&self, ms: u64) -> i32 {
        let step = TIME_STEP_MS.unsigned_abs();
        let ms = match self {
            Self::Kept => ms,
            Self::Open(_) => (ms + step / 2) / step * step,
        };
        i32::try_from(ms).unwrap_or(i32::MAX)
    }

    /// True if a deal's secret and nonces may be written: of an open set not if a nonce is a text
    /// that a person has made up.
    pub(super) fn may_show(&self, nonces: &[String]) -> bool {
        let random = |nonce: &String| nonce.chars().all(|c| c.is_ascii_hexdigit());
        !self.is_open() || nonces.iter().all(random)
    }
}

/// The last month that may be given away: a whole month lies between it and now.
pub(super) fn last_open(now: DateTime<Utc>) -> Month {
    Month::of(now).before().before()
}

/// Checks that a key would not be given away with the set.
///
/// # Errors
/// If it lies in the set's folder.
pub(super) fn keep_apart(key: &Path, set: &Path) -> anyhow::Result<()> {
    let folder = |path: &Path| match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.canonicalize(),
        _ => Path::new(".").canonicalize(),
    };
    if let (Ok(of_key), Ok(set)) = (folder(key), set.canonicalize())
        && of_key.starts_with(&set)
    {
        bail!("the key must not lie in {}, which is given away; keep it elsewhere", set.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn open(key: u8) -> Identity {
        Identity::Open(Key([key; KEY]))
    }

    #[test]
    fn a_key_is_made_once_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let made = Key::open(&path).unwrap();
        assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o600);
        assert_eq!(Key::open(&path).unwrap().0, made.0);
        let other = Key::open(&folder.path().join("other")).unwrap();
        assert_ne!((other.0, other.fingerprint()), (made.0, made.fingerprint()));
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let error = Key::open(&path).err().unwrap().to_string();
        assert!(error.contains("may be read by others"), "{error}");
        for text in ["", "secret", "00ff", &"0".repeat(65)] {
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
            let error = Key::open(&path).err().unwrap().to_string();
            assert!(error.contains("64 hexadecimal digits"), "{error}");
        }
        let error = Key::open(&folder.path().join("none/key")).err().unwrap().to_string();
        assert!(error.contains("cannot make the key"), "{error}");
    }

    #[test]
    fn a_key_in_the_set_itself_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let set = folder.path().join("set");
        std::fs::create_dir_all(set.join("deeper")).unwrap();
        for inside in [set.join("key"), set.join("deeper/key")] {
            let error = keep_apart(&inside, &set).unwrap_err().to_string();
            assert!(error.contains("must not lie in"), "{error}");
        }
        keep_apart(&folder.path().join("key"), &set).unwrap();
    }

    #[test]
    fn a_hash_holds_for_one_year_and_key() {
        let of =
            |identity: &Identity, year, id| identity.account(year, id, "person", false).unwrap();
        let ana = of(&open(1), 2026, "ana");
        assert_eq!(ana.len(), 2 * SHOWN);
        assert_eq!(ana, of(&open(1), 2026, "ana"));
        let others =
            [of(&open(1), 2027, "ana"), of(&open(2), 2026, "ana"), of(&open(1), 2026, "vid")];
        assert!(others.iter().all(|other| *other != ana));
        assert_ne!(open(1).game(2026, "ana"), open(1).table(2026, "ana"));
        assert!(!ana.contains("ana"));
    }

    #[test]
    fn guests_and_those_who_are_gone_have_no_name_in_an_open_set() {
        for (kind, gone, named) in [
            ("guest", false, false),
            ("person", false, true),
            ("person", true, false),
            ("bot", false, true),
            ("deleted", false, false),
        ] {
            assert_eq!(open(1).account(2026, "id", kind, gone).is_some(), named, "{kind}");
            assert_eq!(Identity::Kept.account(2026, "id", kind, gone).as_deref(), Some("id"));
        }
    }

    #[test]
    fn quantities_are_rounded_in_an_open_set() {
        let time: DateTime<Utc> = "2026-11-21T18:00:00.126789Z".parse().unwrap();
        let kept = Identity::Kept;
        assert_eq!((kept.rating(1512), kept.thinking(1234)), (1512, 1234));
        assert_eq!(kept.time(time) % 1_000_000, 126_789);
        let open = open(1);
        for (ms, shown) in
            [(0, 0), (4, 0), (5, 10), (1234, 1230), (1235, 1240), (u64::MAX / 2, i32::MAX)]
        {
            assert_eq!(open.thinking(ms), shown);
        }
        assert_eq!(open.time(time) % 1_000_000, 120_000);
        for (rating, shown) in [(1512, 1500), (1525, 1550), (1474, 1450), (-10, 0)] {
            assert_eq!(open.rating(rating), shown);
        }
    }

    #[test]
    fn secrets_stay_at_home_where_somebody_made_up_a_nonce() {
        let texts = |nonce: &str| vec![String::new(), nonce.to_owned()];
        assert!(open(1).may_show(&texts("00ffAA")) && !open(1).may_show(&texts("i am ana")));
        assert!(Identity::Kept.may_show(&texts("i am ana")));
    }

    #[test]
    fn a_whole_month_lies_between_an_open_set_and_now() {
        for (now, last) in [
            ("2026-11-24T12:00:00Z", "2026-09"),
            ("2026-11-01T00:00:00Z", "2026-09"),
            ("2026-10-31T23:59:59Z", "2026-08"),
            ("2026-02-01T00:00:00Z", "2025-12"),
            ("2026-01-31T00:00:00Z", "2025-11"),
        ] {
            assert_eq!(last_open(now.parse().unwrap()).to_string(), last);
        }
    }
}
