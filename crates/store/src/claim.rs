//! The right to run a server on a database.
//!
//! Two servers on one database would rebuild the same tables, each with all players absent, and
//! play on for them. So a server has the whole claim, or, on Postgres, a share of it: then each
//! table is the one server's that its row names. A lock shows which process has the claim; the
//! fence (`fence.rs`) keeps one that has lost it from writing. Readers, and tests that write, need
//! neither ([`crate::connect_unclaimed`]).

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::claim_wait::{ClaimError, ClaimWait};
use crate::connect::{Location, locate, open};
use crate::fence::Fence;
use crate::postgres::claim::Session;
use crate::{ConnectOptions, Node, NodeId, Store, StoreError};

/// The claim, held until it is dropped. It ends with the process, however abruptly that ends.
#[derive(Debug)]
pub struct Claim {
    held: Held,
    url: String,
    options: ConnectOptions,
    fence: Fence,
}

#[derive(Debug)]
enum Held {
    /// A locked file beside the SQLite file. It stays when the claim has ended: removing it could
    /// remove another process's.
    File(#[expect(dead_code, reason = "held, not read: closing it gives up the lock")] File),
    /// A session of Postgres that holds a lock.
    Session(Session),
}

impl Claim {
    /// Claims the database that `url` names in a form that [`crate::connect_unclaimed`] takes.
    /// Tries for `timeout`, since the session of a process that has just ended may still be open.
    ///
    /// # Errors
    /// [`ClaimError::Taken`] if another process has it; [`ClaimError::Store`]
    /// as [`crate::connect_unclaimed`].
    pub async fn take(
        url: &str,
        options: &ConnectOptions,
        timeout: Duration,
    ) -> Result<Self, ClaimError> {
        let (id, release) = (NodeId::alone(), env!("CARGO_PKG_VERSION").to_owned());
        let fence = Fence::new(Node { id, address: String::new(), release });
        let held = match locate(url)? {
            Location::Sqlite(path) => Held::File(lock_beside(&path, timeout).await?),
            Location::Postgres(url) => {
                Held::Session(Session::open(url, options, timeout, fence.clone(), false).await?)
            }
        };
        Ok(Self { held, url: url.to_owned(), options: options.clone(), fence })
    }

    /// Takes a share of the claim, as this server among others. Tries for `timeout`, since the
    /// session of the process that had this name before may still be open.
    ///
    /// # Errors
    /// [`ClaimError::Taken`] if a server has the database for itself;
    /// [`ClaimError::NameTaken`] if another has the name; [`ClaimError::Unshared`] for
    /// SQLite; [`ClaimError::Store`] as [`crate::connect_unclaimed`].
    pub async fn join(
        url: &str,
        options: &ConnectOptions,
        timeout: Duration,
        node: Node,
    ) -> Result<Self, ClaimError> {
        let Location::Postgres(server) = locate(url)? else { return Err(ClaimError::Unshared) };
        let fence = Fence::new(node);
        let session = Session::open(server, options, timeout, fence.clone(), true).await?;
        let held = Held::Session(session);
        Ok(Self { held, url: url.to_owned(), options: options.clone(), fence })
    }

    /// Opens the claimed store, as [`crate::connect_unclaimed`] does. From now on no store that an
    /// earlier claim opened can write any more, or for a share of the claim, none of this name;
    /// what they wrote before is visible. This one fails with [`StoreError::Fenced`] as soon as
    /// another claim does the same, or another server declares it dead.
    ///
    /// # Errors
    /// As [`crate::connect_unclaimed`].
    pub async fn connect(&self) -> Result<Arc<dyn Store>, StoreError> {
        let store = open(self.url.clone(), self.options.clone(), Some(self.fence.clone())).await?;
        if let Held::Session(session) = &self.held {
            session.raise_fence().await?;
        }
        Ok(store)
    }

    /// The number of this start of the server, once a store is opened.
    pub fn incarnation(&self) -> Option<i64> {
        self.fence.incarnation()
    }

    /// Gives the claim up, once nothing more is to be written: on Postgres any server may then take
    /// the remaining tables immediately.
    pub async fn leave(self) {
        if let Held::Session(session) = self.held {
            session.leave().await;
        }
    }

    /// Waits until the claim is lost, and says why. On Postgres that happens if the connection
    /// breaks and another process is faster to claim the database again and, if we have opened a
    /// store, opens one as well; if another server has declared this one dead; or if the database
    /// no longer knows this start, having been restored from a backup. On either back end it
    /// happens if a write finds the database to be another's.
    pub async fn lost(&mut self) -> ClaimError {
        let session = async {
            match &mut self.held {
                Held::File(_) => std::future::pending().await,
                Held::Session(session) => session.lost().await,
            }
        };
        tokio::select! {
            error = session => error,
            () = self.fence.passed() => ClaimError::Taken,
        }
    }
}

/// Locks `PATH.lock`.
async fn lock_beside(path: &Path, timeout: Duration) -> Result<File, ClaimError> {
    let io = |error| StoreError::from(sqlx::Error::Io(error));
    // By its own name, should the one given be a link.
    let mut name = path.canonicalize().unwrap_or_else(|_| path.to_owned()).into_os_string();
    name.push(".lock");
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(io)?;
    }
    let mut file = OpenOptions::new();
    file.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
    let file = file.open(name).map_err(io)?;
    let mut wait = ClaimWait::new(timeout);
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => wait.wait().await?,
            Err(TryLockError::Error(error)) => return Err(io(error).into()),
        }
    }
}
