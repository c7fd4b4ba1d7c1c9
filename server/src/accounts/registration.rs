//! New accounts: guests, persons, and persons' bots.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use vzetek_protocol::ErrorCode;
use vzetek_protocol::rest::Credentials;
use vzetek_store::{Account, AccountKind};

use crate::fault::Fault;
use crate::households::household;

use super::credentials::{NotLetIn, SignedIn, changing, persons_only, too_many};
use super::names::{keys, reserved};
use super::throttle::Throttle;
use super::{Accounts, digest, names, new_account, passwords, player};

/// The most house bots that are looked through for a name.
const MOST_HOUSE_BOTS: u32 = 1000;

impl Accounts {
    /// A new guest, with a made-up name if none is given.
    ///
    /// # Errors
    /// [`ErrorCode::BadName`]; [`ErrorCode::NameTaken`] if it is a person's or a bot's, so that no
    /// guest can impersonate another account; [`NotLetIn::TooMany`] after too many from this
    /// address.
    pub async fn new_guest(&self, name: Option<&str>, from: IpAddr) -> Result<SignedIn, NotLetIn> {
        newcomer(
            &self.new_guests,
            from,
            "new guests from your address",
            self.sources.utc(),
            async || self.make_guest(name).await,
        )
        .await
    }

    async fn make_guest(&self, name: Option<&str>) -> Result<SignedIn, Fault> {
        let name = match name {
            Some(name) => {
                let name = names::guest(name)?;
                self.refuse_taken(&name).await?;
                name
            }
            None => names::made_up(&mut self.sources.rng()),
        };
        let name_key = keys::key(&name);
        let account = new_account(&self.sources, AccountKind::Guest, name, name_key);
        self.store.add_account(&account).await?;
        let token = self.open_session(&account).await?;
        Ok(SignedIn { account, token })
    }

    /// Registers a person. A guest who registers retains account, games and ratings. The guest's
    /// sessions end; the connections of the one with this token move to the new session, all others
    /// end.
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
        let person = newcomer(
            &self.new_people,
            from,
            "registrations from your address",
            self.sources.utc(),
            async || self.make_person(credentials, guest, token).await,
        )
        .await?;
        self.seen(&person.account, from);
        Ok(person)
    }

    async fn make_person(
        &self,
        credentials: Credentials,
        guest: Option<Account>,
        token: Option<&str>,
    ) -> Result<SignedIn, Fault> {
        let name = names::own(&credentials.name)?;
        passwords::check(&credentials.password, "password")?;
        let name_key = keys::key(&name);
        // Looked up first, because a hash is expensive.
        self.refuse_taken(&name).await?;
        let password_hash = Some(self.passwords.hash(credentials.password).await?);
        let rivals = keys::rivals(&name);
        let guest = guest.filter(|account| account.kind == AccountKind::Guest);
        let was_guest = guest.is_some();
        let asking = token.filter(|_| was_guest).map(digest);
        let kind = AccountKind::Person;
        let account = match guest {
            Some(guest) => Account { name, name_key, kind, password_hash, ..guest },
            None => Account { password_hash, ..new_account(&self.sources, kind, name, name_key) },
        };
        let taken = self.store.take_name(&account, &rivals).await;
        if was_guest && !matches!(taken, Ok(false)) {
            self.connected.end_account(&account.id, asking.as_ref());
        }
        if !taken? {
            return Err(changing());
        }
        let token = self.open_session(&account).await?;
        if let Some(asking) = asking {
            self.connected.hand_over(&asking, digest(&token));
        }
        if was_guest {
            self.connected.rename(&player(&account));
        }
        Ok(SignedIn { account, token })
    }

    /// Refuses a name that an account or the house has, or that looks like one.
    pub(super) async fn refuse_taken(&self, name: &str) -> Result<(), Fault> {
        if reserved::is_reserved(name) {
            return Err(name_taken(name));
        }
        for rival in keys::rivals(name) {
            if self.store.account_by_name(&rival).await?.is_some() {
                return Err(name_taken(name));
            }
        }
        let (from, before) = keys::all_of_the_house();
        let key = keys::key(name);
        let house = self.store.accounts_named(&from, &before, MOST_HOUSE_BOTS).await?;
        if house.iter().any(|bot| keys::key(&bot.name) == key) {
            return Err(name_taken(name));
        }
        Ok(())
    }

    /// An account for a person's own program.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`] unless a person asks; [`ErrorCode::BadName`],
    /// [`ErrorCode::NameTaken`]; [`ErrorCode::RateLimited`] after too many.
    pub async fn new_bot(&self, owner: &Account, name: &str) -> Result<SignedIn, Fault> {
        persons_only(owner, "can have bots")?;
        let name = names::own(name)?;
        let claim = std::slice::from_ref(&owner.id);
        self.new_bots.take(claim, self.sources.utc()).map_err(|_| {
            let message = format!("that is {} bots in a day; make more tomorrow", super::BOTS);
            Fault::new(ErrorCode::RateLimited, message)
        })?;
        let made = self.make_bot(owner, name).await;
        if made.is_err() {
            self.new_bots.give_back(claim);
        }
        made
    }

    async fn make_bot(&self, owner: &Account, name: String) -> Result<SignedIn, Fault> {
        self.refuse_taken(&name).await?;
        let rivals = keys::rivals(&name);
        let name_key = keys::key(&name);
        let account = Account {
            owner: Some(owner.id.clone()),
            ..new_account(&self.sources, AccountKind::Bot, name, name_key)
        };
        if !self.store.take_name(&account, &rivals).await? {
            return Err(changing());
        }
        let token = self.open_session(&account).await?;
        Ok(SignedIn { account, token })
    }
}

/// Makes a new account, if not too many were made from there before. A failed attempt does not
/// count.
async fn newcomer(
    throttle: &Throttle<IpAddr>,
    from: IpAddr,
    of_what: &'static str,
    now: DateTime<Utc>,
    make: impl AsyncFnOnce() -> Result<SignedIn, Fault>,
) -> Result<SignedIn, NotLetIn> {
    let claim = [household(from)];
    throttle.take(&claim, now).map_err(|wait| too_many(ErrorCode::RateLimited, of_what, wait))?;
    let made = make().await;
    if made.is_err() {
        throttle.give_back(&claim);
    }
    Ok(made?)
}

fn name_taken(name: &str) -> Fault {
    let message = format!("the name {name} is taken; choose another");
    Fault::field(ErrorCode::NameTaken, "name", message)
}
