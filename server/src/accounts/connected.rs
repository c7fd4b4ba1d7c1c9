//! The connections opened with each session, so that they end with it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard, RwLock};
use vzetek_protocol::Player;
use vzetek_store::Account;

use crate::connection::{Ending, Why};
use crate::elsewhere::{Elsewhere, Ended};

/// The hash of a session's token.
pub type SessionHash = [u8; 32];

/// The connections of all accounts but the house's bots, which have no sessions.
#[derive(Debug)]
pub struct Connected {
    inner: Mutex<Inner>,
    /// The other servers, which are notified of sessions that end here.
    elsewhere: Arc<dyn Elsewhere>,
}

#[derive(Debug, Default)]
struct Inner {
    /// The number of times that sessions have ended or accounts were renamed. A session looked up
    /// before the last time may have ended, or its account have another name.
    changes: u64,
    next: u64,
    known: HashMap<u64, Known>,
}

#[derive(Debug)]
struct Known {
    account: String,
    owner: Option<String>,
    session: SessionHash,
    ending: Ending,
    renamed: Renamed,
}

/// The player that an account has become since a connection was opened.
type Renamed = Arc<RwLock<Option<Player>>>;

/// Lists a connection while it lasts.
#[derive(Debug)]
pub struct Admission {
    connected: Arc<Connected>,
    number: u64,
    renamed: Renamed,
}

impl Admission {
    /// The player that the account has become since the connection was opened, without rating: by
    /// another name, face or kind.
    pub fn renamed(&self) -> Option<Player> {
        self.renamed.read().clone()
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        self.connected.lock().known.remove(&self.number);
    }
}

impl Known {
    /// True if it is this account's, or its bot's.
    fn is_of(&self, account: &str) -> bool {
        self.account == account || self.owner.as_deref() == Some(account)
    }
}

impl Connected {
    /// No connections yet.
    pub fn new(elsewhere: Arc<dyn Elsewhere>) -> Self {
        Self { inner: Mutex::default(), elsewhere }
    }

    /// To be read before a session is looked up, and passed to [`Connected::enter`] afterwards.
    pub fn changes(&self) -> u64 {
        self.lock().changes
    }

    /// Adds a connection; not if sessions have ended or accounts were renamed since: then the
    /// session has to be looked up again.
    pub fn enter(
        self: &Arc<Self>,
        changes: u64,
        account: &Account,
        session: SessionHash,
        ending: &Ending,
    ) -> Option<Admission> {
        let mut inner = self.lock();
        if inner.changes != changes {
            return None;
        }
        let number = inner.next;
        inner.next += 1;
        let renamed = Renamed::default();
        let known = Known {
            account: account.id.clone(),
            owner: account.owner.clone(),
            session,
            ending: ending.clone(),
            renamed: renamed.clone(),
        };
        inner.known.insert(number, known);
        Some(Admission { connected: self.clone(), number, renamed })
    }

    /// Ends the connections of an account, except those of the session `keep`. To be called when
    /// its sessions are removed already.
    pub fn end_account(&self, account: &str, keep: Option<&SessionHash>) {
        let (account, keep) = (account.to_owned(), keep.copied());
        self.end_everywhere(Ended::Account { account, keep });
    }

    /// Ends the connections of a deleted account and of its bots.
    pub fn end_deleted(&self, account: &str) {
        self.end_everywhere(Ended::Deleted { account: account.to_owned() });
    }

    /// Ends the connections of one session.
    pub fn end_session(&self, session: &SessionHash) {
        self.end_everywhere(Ended::Session { session: *session });
    }

    /// From now on the connections of one session belong to another one, which replaced it.
    pub fn hand_over(&self, from: &SessionHash, to: SessionHash) {
        self.end_everywhere(Ended::Replaced { session: *from, by: to });
    }

    /// An account has another name, face or kind, and so have its connections from now on.
    pub fn rename(&self, player: &Player) {
        self.renamed(player);
        self.elsewhere.rename(player);
    }

    /// Applies that to the connections here.
    pub fn renamed(&self, player: &Player) {
        let mut inner = self.lock();
        inner.changes += 1;
        for known in inner.known.values().filter(|known| known.account == player.id.as_str()) {
            *known.renamed.write() = Some(player.clone());
        }
    }

    /// The sessions that have connections here.
    pub fn sessions(&self) -> Vec<Vec<u8>> {
        let inner = self.lock();
        let sessions: HashSet<&SessionHash> =
            inner.known.values().map(|known| &known.session).collect();
        sessions.into_iter().map(|session| session.to_vec()).collect()
    }

    fn end_everywhere(&self, ended: Ended) {
        self.apply(&ended);
        self.elsewhere.end(ended);
    }

    /// Ends the connections here of sessions that have ended, here or at another server.
    pub fn apply(&self, ended: &Ended) {
        match ended {
            Ended::Account { account, keep } => {
                self.end(|known| {
                    known.account == *account && Some(&known.session) != keep.as_ref()
                });
            }
            Ended::Deleted { account } => self.end(|known| known.is_of(account)),
            Ended::Session { session } => self.end(|known| known.session == *session),
            Ended::Replaced { session, by } => {
                for known in self.lock().known.values_mut() {
                    if known.session == *session {
                        known.session = *by;
                    }
                }
            }
        }
    }

    fn end(&self, ends: impl Fn(&Known) -> bool) {
        let mut inner = self.lock();
        inner.changes += 1;
        for known in inner.known.values().filter(|known| ends(known)) {
            known.ending.end(Why::SignedOut);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock()
    }
}

#[cfg(test)]
mod tests {
    use tokio_util::sync::CancellationToken;
    use vzetek_store::AccountKind;

    use super::*;
    use crate::accounts::new_account;
    use crate::elsewhere::Alone;
    use crate::sources::Sources;

    fn ana() -> Account {
        new_account(&Sources::system(), AccountKind::Person, "Ana".to_owned(), "ana".to_owned())
    }

    #[test]
    fn whoever_was_looked_up_before_a_session_ended_is_looked_up_again() {
        let connected = Arc::new(Connected::new(Arc::new(Alone)));
        let (account, ending) = (ana(), Ending::new(CancellationToken::new()));
        let before = connected.changes();
        connected.end_account(&account.id, None);
        assert!(connected.enter(before, &account, [1; 32], &ending).is_none());
        let admission = connected.enter(connected.changes(), &account, [1; 32], &ending);
        assert!(admission.is_some() && ending.why().is_none());
        connected.end_session(&[2; 32]);
        connected.end_account(&account.id, Some(&[1; 32]));
        connected.end_deleted("another");
        assert_eq!(ending.why(), None);
        connected.end_session(&[1; 32]);
        assert_eq!(ending.why(), Some(Why::SignedOut));
    }

    #[test]
    fn who_has_gone_is_forgotten() {
        let connected = Arc::new(Connected::new(Arc::new(Alone)));
        let ending = Ending::new(CancellationToken::new());
        let admission = connected.enter(0, &ana(), [1; 32], &ending);
        assert_eq!(connected.lock().known.len(), 1);
        drop(admission);
        assert!(connected.lock().known.is_empty());
    }
}
