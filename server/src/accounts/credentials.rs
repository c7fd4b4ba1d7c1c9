//! Login, logout, passwords and deletion of accounts.

use std::net::IpAddr;
use std::time::Duration;

use chrono::TimeDelta;
use vzetek_protocol::ErrorCode;
use vzetek_protocol::rest::{ChangePassword, Credentials};
use vzetek_store::{Account, AccountKind};

use crate::fault::Fault;

use super::login_limits::Claim;
use super::names::keys;
use super::{Accounts, digest, passwords};

/// An account and the token of its new session. Not `Debug`: a token is a secret.
pub struct SignedIn {
    /// The account.
    pub account: Account,
    /// The token that authenticates the account from now on.
    pub token: String,
}

/// The reason for a refused login or registration.
#[derive(Debug, thiserror::Error)]
pub enum NotLetIn {
    /// Too many tries before.
    #[error("too many {of_what}")]
    TooMany {
        /// [`ErrorCode::TooManyAttempts`] or [`ErrorCode::RateLimited`].
        code: ErrorCode,
        /// Such as `wrong passwords`.
        of_what: &'static str,
        /// The wait until the next try.
        retry_after: Duration,
    },
    /// Anything else.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Accounts {
    /// Opens a session for a person. Neither the answer nor its duration reveals whether a name
    /// exists. The session of a guest who logs in ends: its token is `token`.
    ///
    /// # Errors
    /// [`ErrorCode::WrongPassword`]; [`NotLetIn::TooMany`] after too many of these, as
    /// [`login_limits`](super::login_limits) describes.
    pub async fn login(
        &self,
        credentials: Credentials,
        asking: Option<&Account>,
        token: Option<&str>,
        from: IpAddr,
    ) -> Result<SignedIn, NotLetIn> {
        let account = self.by_name(&credentials.name).await?;
        let hash = account.as_ref().and_then(|account| account.password_hash.clone());
        let unknown = || keys::lookup_key(&credentials.name);
        let name = account.as_ref().map_or_else(unknown, |account| account.name_key.clone());
        let own = |asking: &Account| account.as_ref().is_some_and(|own| own.id == asking.id);
        let claim = Claim { name: &name, from, signed_in: asking.is_some_and(own) };
        const NO_MATCH: &str = "name and password do not match";
        self.prove(claim, credentials.password, hash, NO_MATCH).await?;
        let account = account.ok_or_else(|| wrong(NO_MATCH))?;
        let new_token = self.open_session(&account).await?;
        // A new password, or the deletion of the account, ends all existing sessions: this one may
        // have been opened a moment too late for that.
        let stored = self.store.account(&account.id).await.map_err(Fault::from)?;
        if stored.and_then(|stored| stored.password_hash) != account.password_hash {
            self.logout(&new_token).await?;
            return Err(wrong(NO_MATCH).into());
        }
        let guest = asking.filter(|asking| asking.kind == AccountKind::Guest);
        if let Some((_, token)) = guest.zip(token) {
            self.logout(token).await?;
        }
        Ok(SignedIn { account, token: new_token })
    }

    /// The person or bot of this name.
    async fn by_name(&self, claim: &str) -> Result<Option<Account>, Fault> {
        for key in keys::lookup_keys(claim) {
            if let Some(account) = self.store.account_by_name(&key).await? {
                return Ok(Some(account));
            }
        }
        Ok(None)
    }

    /// Records that a person is logged in at this address.
    pub fn seen(&self, account: &Account, from: IpAddr) {
        if account.kind == AccountKind::Person {
            self.login_limits.at_home(&account.name_key, from);
        }
    }

    /// Deletes the session of this token, and ends its connections.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn logout(&self, token: &str) -> Result<(), Fault> {
        let session = digest(token);
        let removed = self.store.remove_session(&session).await;
        // Regardless of the store's answer: without one the session may be deleted all the same,
        // and a client that still has its session connects again.
        self.connected.end_session(&session);
        Ok(removed?)
    }

    /// Changes a person's password and ends their other sessions, with their connections.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`] for guests and bots, who have none;
    /// [`ErrorCode::BadPassword`]; otherwise as [`Accounts::login`].
    pub async fn change_password(
        &self,
        account: Account,
        change: ChangePassword,
        token: &str,
        from: IpAddr,
    ) -> Result<(), NotLetIn> {
        persons_only(&account, "have a password")?;
        passwords::check(&change.new, "new")?;
        const NOT_YOURS: &str = "this is not your password so far";
        let (name, so_far) = (account.name_key.clone(), account.password_hash.clone());
        let claim = Claim { name: &name, from, signed_in: true };
        self.prove(claim, change.old, so_far.clone(), NOT_YOURS).await?;
        let password_hash = Some(self.passwords.hash(change.new).await?);
        let account = Account { password_hash, ..account };
        let keep = digest(token);
        let changed = self.store.change_account(&account, so_far.as_deref(), Some(&keep)).await;
        if !matches!(changed, Ok(false)) {
            self.connected.end_account(&account.id, Some(&keep));
        }
        if !changed.map_err(Fault::from)? {
            // The password was right, until another change a moment ago.
            return Err(wrong(NOT_YOURS).into());
        }
        Ok(())
    }

    /// Makes the account and its bots anonymous and ends their sessions and
    /// connections. Their games stay, without their names.
    ///
    /// # Errors
    /// [`ErrorCode::Busy`] if it is changed at the same time; if the store does
    /// not answer.
    pub async fn delete(&self, account: Account) -> Result<(), Fault> {
        let so_far = account.password_hash.clone();
        let account = account.deleted();
        let changed = self.store.change_account(&account, so_far.as_deref(), None).await;
        if !matches!(changed, Ok(false)) {
            self.connected.end_deleted(&account.id);
        }
        if !changed? {
            return Err(changing());
        }
        Ok(())
    }

    /// Verifies a password, and counts a wrong one against the client.
    async fn prove(
        &self,
        claim: Claim<'_>,
        password: String,
        hash: Option<String>,
        otherwise: &str,
    ) -> Result<(), NotLetIn> {
        let attempt = self
            .login_limits
            .take(claim, self.sources.utc())
            .map_err(|wait| too_many(ErrorCode::TooManyAttempts, "wrong passwords", wait))?;
        let right = self.passwords.verify(password, hash).await;
        if !matches!(right, Ok(false)) {
            self.login_limits.give_back(&attempt);
        }
        if !right? {
            return Err(wrong(otherwise).into());
        }
        self.login_limits.at_home(claim.name, claim.from);
        Ok(())
    }
}

pub(super) fn too_many(code: ErrorCode, of_what: &'static str, wait: TimeDelta) -> NotLetIn {
    // Rounded up, so that a client that waits as long is admitted.
    let retry_after = Duration::from_secs(wait.num_seconds().unsigned_abs() + 1);
    NotLetIn::TooMany { code, of_what, retry_after }
}

fn wrong(message: &str) -> Fault {
    Fault::field(ErrorCode::WrongPassword, "password", message)
}

pub(super) fn changing() -> Fault {
    Fault::new(ErrorCode::Busy, "the account was changed at the same moment; try again")
}

pub(super) fn persons_only(account: &Account, what: &str) -> Result<(), Fault> {
    if account.kind == AccountKind::Person {
        return Ok(());
    }
    Err(Fault::new(ErrorCode::Forbidden, format!("only registered people {what}; register first")))
}
