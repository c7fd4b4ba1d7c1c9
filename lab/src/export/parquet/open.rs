//! Sets that may be given away: the key by which accounts are hashed, and the months that a set may
//! hold.

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

use super::months::Month;

/// The length of a key in bytes.
const KEY: usize = 32;

/// The bytes of a hash that are written: enough that no two accounts share one.
const SHOWN: usize = 12;

/// The secret by which accounts are hashed.
pub(in crate::export) struct Key([u8; KEY]);

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
    pub(in crate::export) fn hash(&self, what: &str, year: i32, id: &str) -> String {
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

    impl From<[u8; KEY]> for Key {
        fn from(key: [u8; KEY]) -> Self {
            Self(key)
        }
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
