//! Deletion of guests who did not stay.

use chrono::{DateTime, Duration, Utc};
use vzetek_store::{GUESTS_AT_ONCE, GuestLimits};

use crate::fault::Fault;

use super::{Accounts, expiry};

/// The outcome of one look at some guests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    /// The number of deleted guests.
    pub removed: usize,
    /// The last one looked at; `None` if there are none left.
    pub last: Option<(DateTime<Utc>, String)>,
}

impl Accounts {
    /// Looks at some guests, in the order in which they were made, and deletes guests without a
    /// trace who have not been online for `days` days at `late`. A connected guest is online
    /// ([`Accounts::prolong_connected`]).
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn forget_guests(
        &self,
        days: u32,
        late: DateTime<Utc>,
        after: Option<&(DateTime<Utc>, String)>,
    ) -> Result<Lot, Fault> {
        let before = late - Duration::days(i64::from(days));
        // Each use prolongs a session: this one was not used since.
        let limits = GuestLimits { made_before: before, sessions_end_by: expiry(before) };
        let page = self.store.unused_guests(limits, after, GUESTS_AT_ONCE as u32).await?;
        let removed = match page.unused.as_slice() {
            [] => Vec::new(),
            ids => self.store.remove_guests(ids, limits).await?,
        };
        // A guest may have been looked up before the deletion.
        for id in &removed {
            self.connected.end_account(id, None);
        }
        Ok(Lot { removed: removed.len(), last: page.last })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;

    use clap::Parser;
    use vzetek_store::{
        Account, AccountKind, ConnectOptions, SessionRow, Store, connect_unclaimed,
    };

    use super::super::{digest, new_account};
    use super::*;
    use crate::config::Config;
    use crate::elsewhere::Alone;
    use crate::sources::Sources;

    /// A guest made `made` days ago and last active `used` days ago, whose token is their name.
    pub(crate) async fn guest(store: &dyn Store, name: &str, made: i64, used: i64) -> Account {
        let days = |ago| Sources::system().utc() - Duration::days(ago);
        let account = Account {
            created_at: days(made),
            ..new_account(&Sources::system(), AccountKind::Guest, name.to_owned(), name.to_owned())
        };
        store.add_account(&account).await.unwrap();
        let session = SessionRow {
            token_hash: digest(name).to_vec(),
            account: account.id.clone(),
            created_at: days(made),
            expires_at: Some(expiry(days(used))),
        };
        store.add_session(&session).await.unwrap();
        account
    }

    #[tokio::test]
    async fn guests_are_forgotten_who_did_not_come_again() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("guests.db").display());
        let store: Arc<dyn Store> =
            connect_unclaimed(&url, &ConnectOptions::default()).await.unwrap();
        let accounts = Accounts::new(
            store.clone(),
            &Config::parse_from(["server"]),
            Arc::new(Alone),
            Sources::system(),
        );
        let gone = guest(&*store, "gone", 40, 31).await;
        let back = guest(&*store, "back", 40, 29).await;
        let new = guest(&*store, "new", 1, 1).await;
        let lot = accounts.forget_guests(30, Sources::system().utc(), None).await.unwrap();
        assert_eq!(lot.removed, 1);
        assert_eq!(store.account(&gone.id).await.unwrap(), None);
        assert_eq!(accounts.authenticate("gone").await.unwrap(), None, "nor is there a session");
        for stays in [&back, &new] {
            assert!(store.account(&stays.id).await.unwrap().is_some(), "{stays:?}");
        }
        let rest =
            accounts.forget_guests(30, Sources::system().utc(), lot.last.as_ref()).await.unwrap();
        assert_eq!(rest, Lot { removed: 0, last: None });
        store.close().await;
    }
}
