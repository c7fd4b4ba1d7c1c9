//! The file that holds the database, and the check that it is still in its
//! place.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file at its place.
#[derive(Clone, Debug)]
pub(super) struct File(Arc<Found>);

#[derive(Debug)]
struct Found {
    path: PathBuf,
    identity: Identity,
}

/// The device and the number of a file on it, which no other file has as long as this one is open
/// in any process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity(u64, u64);

impl File {
    /// Makes the file if it is not there, for its owner's eyes only: it holds
    /// password hashes. SQLite gives its log the same rights.
    pub(super) fn create(path: PathBuf) -> io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new();
        file.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
        file.open(&path)?;
        Self::find(path)
    }

    /// The file that is at this path now.
    pub(super) fn find(path: PathBuf) -> io::Result<Self> {
        // Not dependent on where the process stands later.
        let path = path.canonicalize()?;
        let identity = identity(&path)?;
        Ok(Self(Arc::new(Found { path, identity })))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Checks that this very file is still in its place. Writes into one that
    /// has been moved or deleted would be lost unnoticed.
    ///
    /// # Errors
    /// If the file is not; the error names the remedy.
    pub(super) fn is_in_place(&self) -> sqlx::Result<()> {
        let Found { path, identity: ours } = &*self.0;
        let path = path.display();
        let trouble = match identity(&self.0.path) {
            Ok(found) if found == *ours => return Ok(()),
            Ok(_) => "is another file than the one this process has opened",
            Err(error) if error.kind() == io::ErrorKind::NotFound => "has been moved or deleted",
            Err(error) => return Err(sqlx::Error::Io(error)),
        };
        let message = format!(
            "the database {path} {trouble}; put the file back that was there, or stop the \
             server and start it with the file that it shall have"
        );
        Err(sqlx::Error::Io(io::Error::new(io::ErrorKind::NotFound, message)))
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt as _;

    let found = fs::metadata(path)?;
    Ok(Identity(found.dev(), found.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| Identity(0, 0))
}
