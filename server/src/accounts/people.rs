//! Becoming, staying and ceasing to be somebody.

use std::net::IpAddr;
use std::time::Duration;

use chrono::TimeDelta;
use vzetek_protocol::ErrorCode;
use vzetek_protocol::rest::{ChangePassword, Credentials};
use vzetek_store::{Account, AccountKind};

use crate::app::now;
use crate::fault::Fault;

use super::throttle::{Throttle, household};
use super::{Accounts, Suspect, digest, names, new_account, passwords};

/// Somebody, and the token of their new session. Not `Debug`: a token is a
/// secret.
pub struct SignedIn {
    /// Who.
    pub account: Account,
    /// What they prove it with from now on.
    pub token: String,
}

/// Why somebody is not let in.
#[derive(Debug, thiserror::Error)]
pub enum NotLetIn {
    /// Too many tries before.
    #[error("too many {of_what}")]
    TooMany {
        /// [`ErrorCode::TooManyAttempts`] or [`ErrorCode::RateLimited`].
        code: ErrorCode,
        /// Such as `wrong passwords`.
        of_what: &'static str,
        /// How long to wait.
        retry_after: Duration,
    },
    /// Anything else.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Accounts {
    /// A new guest, with a made-up name if none is given.
    ///
    /// # Errors
    /// [`ErrorCode::BadName`]; [`ErrorCode::NameTaken`] if it is a person's or
    /// a bot's, for nobody shall pose as another; [`NotLetIn::TooMany`] after
    /// too many from this address.
    pub async fn new_guest(&self, name: Option<&str>, from: IpAddr) -> Result<SignedIn, NotLetIn> {
        newcomer(&self.new_guests, from, "new guests from your address", async || {
            self.make_guest(name).await
        })
        .await
    }

    async fn make_guest(&self, name: Option<&str>) -> Result<SignedIn, Fault> {
        let name = match name {
            Some(name) => {
                let name = names::guest(name)?;
                if self.store.account_by_name(&names::key(&name)).await?.is_some() {
                    return Err(name_taken(&name));
                }
                name
            }
            None => names::made_up(),
        };
        let name_key = names::key(&name);
        let account = new_account(AccountKind::Guest, name, name_key);
        self.store.add_account(&account).await?;
        let token = self.open_session(&account).await?;
        Ok(SignedIn { account, token })
    }

    /// Registers a person. A guest who does so stays who they are: account,
    /// games and ratings. Their sessions end; the connections of the one whose
    /// token is given go over to the new one, all others end.
    ///
    /// # Errors
    /// [`ErrorCode::BadName`], [`ErrorCode::BadPassword`],
    /// [`ErrorCode::NameTaken`]; [`NotLetIn::TooMany`] after too many from this
    /// address.
    pub async fn register(
        &self,
        credentials: Credentials,
        guest: Option<Account>,
        token: Option<&str>,
        from: IpAddr,
    ) -> Result<SignedIn, NotLetIn> {
        newcomer(&self.new_people, from, "registrations from your address", async || {
            self.make_person(credentials, guest, token).await
        })
        .await
    }

    async fn make_person(
        &self,
        credentials: Credentials,
        guest: Option<Account>,
        token: Option<&str>,
    ) -> Result<SignedIn, Fault> {
        let name = names::own(&credentials.name)?;
        passwords::check(&credentials.password, "password")?;
        let name_key = names::key(&name);
        // Looked up first, because a hash is dear; the store has the last word.
        if self.store.account_by_name(&name_key).await?.is_some() {
            return Err(name_taken(&name));
        }
        let password_hash = Some(self.passwords.hash(credentials.password).await?);
        let guest = guest.filter(|account| account.kind == AccountKind::Guest);
        let asking = token.filter(|_| guest.is_some()).map(digest);
        let account = if let Some(guest) = guest {
            let kind = AccountKind::Person;
            let account = Account { name, name_key, kind, password_hash, ..guest };
            if !self.store.change_account(&account, None, None).await? {
                return Err(changing());
            }
            self.connected.end_account(&account.id, asking.as_ref());
            account
        } else {
            let new = new_account(AccountKind::Person, name, name_key);
            let account = Account { password_hash, ..new };
            self.store.add_account(&account).await?;
            account
        };
        let token = self.open_session(&account).await?;
        if let Some(asking) = asking {
            self.connected.hand_over(&asking, digest(&token));
        }
        Ok(SignedIn { account, token })
    }

    /// Opens a session for a person. That a name does not exist can be told
    /// neither from the answer nor from how long it takes.
    ///
    /// # Errors
    /// [`ErrorCode::WrongPassword`]; [`NotLetIn::TooMany`] after too many
    /// of these for the name or from the address.
    pub async fn login(
        &self,
        credentials: Credentials,
        from: IpAddr,
    ) -> Result<SignedIn, NotLetIn> {
        let name_key = names::lookup_key(&credentials.name);
        let account = self.store.account_by_name(&name_key).await.map_err(Fault::from)?;
        let hash = account.as_ref().and_then(|account| account.password_hash.clone());
        self.prove(name_key, from, credentials.password, hash, "name and password do not match")
            .await?;
        let account = account.ok_or_else(|| wrong("name and password do not match"))?;
        let token = self.open_session(&account).await?;
        Ok(SignedIn { account, token })
    }

    /// Forgets the session of this token, and ends its connections.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn logout(&self, token: &str) -> Result<(), Fault> {
        let session = digest(token);
        self.store.remove_session(&session).await?;
        self.connected.end_session(&session);
        Ok(())
    }

    /// Gives a person another password and ends their other sessions, with
    /// their connections.
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
        let (key, so_far) = (account.name_key.clone(), account.password_hash.clone());
        self.prove(key, from, change.old, so_far.clone(), NOT_YOURS).await?;
        let password_hash = Some(self.passwords.hash(change.new).await?);
        let account = Account { password_hash, ..account };
        let keep = digest(token);
        let changed = self.store.change_account(&account, so_far.as_deref(), Some(&keep)).await;
        if !changed.map_err(Fault::from)? {
            // It was, until another change a moment ago.
            return Err(wrong(NOT_YOURS).into());
        }
        self.connected.end_account(&account.id, Some(&keep));
        Ok(())
    }

    /// Makes the account anonymous and ends its sessions and connections, and
    /// those of its bots. Its games stay.
    ///
    /// # Errors
    /// [`ErrorCode::Busy`] if it is changed at the same time; if the store does
    /// not answer.
    pub async fn delete(&self, account: Account) -> Result<(), Fault> {
        let so_far = account.password_hash.clone();
        let account = Account {
            name: String::new(),
            name_key: String::new(),
            kind: AccountKind::Deleted,
            level: None,
            password_hash: None,
            ..account
        };
        if !self.store.change_account(&account, so_far.as_deref(), None).await? {
            return Err(changing());
        }
        self.connected.end_deleted(&account.id);
        Ok(())
    }

    /// An account for a program of one's own.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`] unless a person asks; [`ErrorCode::BadName`],
    /// [`ErrorCode::NameTaken`]; [`ErrorCode::RateLimited`] after too many.
    pub async fn new_bot(&self, owner: &Account, name: &str) -> Result<SignedIn, Fault> {
        persons_only(owner, "can have bots")?;
        let name = names::own(name)?;
        let claim = std::slice::from_ref(&owner.id);
        self.new_bots.take(claim, now()).map_err(|_| {
            let message = format!("that is {} bots in a day; make more tomorrow", super::BOTS);
            Fault::new(ErrorCode::RateLimited, message)
        })?;
        let name_key = names::key(&name);
        let account = Account {
            owner: Some(owner.id.clone()),
            ..new_account(AccountKind::Bot, name, name_key)
        };
        if let Err(error) = self.store.add_account(&account).await {
            self.new_bots.give_back(claim);
            return Err(error.into());
        }
        let token = self.open_session(&account).await?;
        Ok(SignedIn { account, token })
    }

    /// Checks a password, and holds a wrong one against name and address.
    async fn prove(
        &self,
        name_key: String,
        from: IpAddr,
        password: String,
        hash: Option<String>,
        otherwise: &str,
    ) -> Result<(), NotLetIn> {
        let suspects = [Suspect::Name(name_key), Suspect::Address(household(from))];
        self.logins
            .take(&suspects, now())
            .map_err(|wait| too_many(ErrorCode::TooManyAttempts, "wrong passwords", wait))?;
        let right = self.passwords.verify(password, hash).await;
        if !matches!(right, Ok(false)) {
            self.logins.give_back(&suspects);
        }
        if right? { Ok(()) } else { Err(wrong(otherwise).into()) }
    }
}

/// Makes somebody new, if not too many came from there before. Whoever cannot
/// be made does not count.
async fn newcomer(
    throttle: &Throttle<IpAddr>,
    from: IpAddr,
    of_what: &'static str,
    make: impl AsyncFnOnce() -> Result<SignedIn, Fault>,
) -> Result<SignedIn, NotLetIn> {
    let claim = [household(from)];
    throttle.take(&claim, now()).map_err(|wait| too_many(ErrorCode::RateLimited, of_what, wait))?;
    let made = make().await;
    if made.is_err() {
        throttle.give_back(&claim);
    }
    Ok(made?)
}

fn too_many(code: ErrorCode, of_what: &'static str, wait: TimeDelta) -> NotLetIn {
    // Rounded up, so that whoever waits as long does get in.
    let retry_after = Duration::from_secs(wait.num_seconds().unsigned_abs() + 1);
    NotLetIn::TooMany { code, of_what, retry_after }
}

fn wrong(message: &str) -> Fault {
    Fault::field(ErrorCode::WrongPassword, "password", message)
}

fn changing() -> Fault {
    Fault::new(ErrorCode::Busy, "the account was changed at the same moment; try again")
}

fn name_taken(name: &str) -> Fault {
    let message = format!("the name {name} is taken; choose another");
    Fault::field(ErrorCode::NameTaken, "name", message)
}

fn persons_only(account: &Account, what: &str) -> Result<(), Fault> {
    if account.kind == AccountKind::Person {
        return Ok(());
    }
    Err(Fault::new(ErrorCode::Forbidden, format!("only registered people {what}; register first")))
}
