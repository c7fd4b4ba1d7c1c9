//! Becoming, staying and ceasing to be somebody.

use std::net::IpAddr;
use std::time::Duration;

use vzetek_protocol::ErrorCode;
use vzetek_protocol::rest::{ChangePassword, Credentials};
use vzetek_store::{Account, AccountKind};

use crate::app::now;
use crate::fault::Fault;

use super::throttle::household;
use super::{Accounts, Suspect, digest, names, new_account, passwords};

/// Somebody, and the token of their new session. Not `Debug`: a token is a
/// secret.
pub struct SignedIn {
    /// Who.
    pub account: Account,
    /// What they prove it with from now on.
    pub token: String,
}

/// Why a password was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too many wrong ones before.
    #[error("too many wrong passwords")]
    TooMany {
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
    /// a bot's, for nobody shall pose as another.
    pub async fn new_guest(&self, name: Option<&str>) -> Result<SignedIn, Fault> {
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
    /// [`ErrorCode::NameTaken`].
    pub async fn register(
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
            self.store.change_account(&account).await?;
            self.store.remove_sessions_of(&account.id, None).await?;
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
    /// [`ErrorCode::WrongPassword`]; [`PasswordError::TooMany`] after too many
    /// of these for the name or from the address.
    pub async fn login(
        &self,
        credentials: Credentials,
        from: IpAddr,
    ) -> Result<SignedIn, PasswordError> {
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
    ) -> Result<(), PasswordError> {
        persons_only(&account, "have a password")?;
        passwords::check(&change.new, "new")?;
        let (key, hash) = (account.name_key.clone(), account.password_hash.clone());
        self.prove(key, from, change.old, hash, "this is not your password so far").await?;
        let password_hash = Some(self.passwords.hash(change.new).await?);
        let account = Account { password_hash, ..account };
        self.store.change_account(&account).await.map_err(Fault::from)?;
        let keep = digest(token);
        self.store.remove_sessions_of(&account.id, Some(&keep)).await.map_err(Fault::from)?;
        self.connected.end_account(&account.id, Some(&keep));
        Ok(())
    }

    /// Makes the account anonymous and ends its sessions and connections, and
    /// those of its bots. Its games stay.
    ///
    /// # Errors
    /// If the store does not answer.
    pub async fn delete(&self, account: Account) -> Result<(), Fault> {
        let account = Account {
            name: String::new(),
            name_key: String::new(),
            kind: AccountKind::Deleted,
            level: None,
            password_hash: None,
            ..account
        };
        self.store.change_account(&account).await?;
        self.store.remove_sessions_of(&account.id, None).await?;
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
    ) -> Result<(), PasswordError> {
        let suspects = [Suspect::Name(name_key), Suspect::Address(household(from))];
        self.logins.take(&suspects, now()).map_err(|wait| PasswordError::TooMany {
            // Rounded up, so that whoever waits as long does get in.
            retry_after: Duration::from_secs(wait.num_seconds().unsigned_abs() + 1),
        })?;
        let right = self.passwords.verify(password, hash).await;
        if !matches!(right, Ok(false)) {
            self.logins.give_back(&suspects);
        }
        if right? { Ok(()) } else { Err(wrong(otherwise).into()) }
    }
}

fn wrong(message: &str) -> Fault {
    Fault::field(ErrorCode::WrongPassword, "password", message)
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
