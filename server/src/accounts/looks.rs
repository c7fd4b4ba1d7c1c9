//! The names of guests, and the faces of all players.

use vzetek_protocol::ErrorCode;
use vzetek_protocol::people::is_face;
use vzetek_store::{Account, AccountKind};

use crate::fault::Fault;

use super::credentials::{NotLetIn, changing, too_many};
use super::names::{self, keys};
use super::{Accounts, player};

impl Accounts {
    /// Gives a guest another name.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`] unless a guest asks; [`ErrorCode::BadName`],
    /// [`ErrorCode::NameTaken`] as in [`Accounts::new_guest`]; [`NotLetIn::TooMany`].
    pub async fn rename_guest(&self, guest: &Account, name: &str) -> Result<Account, NotLetIn> {
        if guest.kind != AccountKind::Guest {
            let message = "only guests change their names; an account keeps its own";
            return Err(Fault::new(ErrorCode::Forbidden, message).into());
        }
        let name = names::guest(name)?;
        self.change_looks(guest, async || {
            self.refuse_taken(&name).await?;
            Ok(self.store.rename_guest(&guest.id, &name, &keys::key(&name)).await?)
        })
        .await
    }

    /// Sets the face of an account; without one the page chooses.
    ///
    /// # Errors
    /// [`ErrorCode::BadMessage`] if the text is no face; [`NotLetIn::TooMany`].
    pub async fn set_face(
        &self,
        account: &Account,
        face: Option<&str>,
    ) -> Result<Account, NotLetIn> {
        if face.is_some_and(|card| !is_face(card)) {
            let message = "a face is a tarok from T1 to T22, or a king, queen, knight or jack \
                           such as HK, SQ, DC or CJ";
            return Err(Fault::field(ErrorCode::BadMessage, "face", message).into());
        }
        self.change_looks(account, async || Ok(self.store.set_face(&account.id, face).await?)).await
    }

    /// Changes a name or a face, and notifies the connections of the account. A failed attempt
    /// does not count.
    async fn change_looks(
        &self,
        account: &Account,
        change: impl AsyncFnOnce() -> Result<Option<Account>, Fault>,
    ) -> Result<Account, NotLetIn> {
        const OF_WHAT: &str = "changes of your name or face";
        let claim = std::slice::from_ref(&account.id);
        let now = self.sources.utc();
        let taken = self.new_looks.take(claim, now);
        taken.map_err(|wait| too_many(ErrorCode::RateLimited, OF_WHAT, wait))?;
        let changed = change().await.and_then(|changed| changed.ok_or_else(changing));
        match changed {
            Ok(changed) => {
                self.connected.rename(&player(&changed));
                Ok(changed)
            }
            Err(fault) => {
                self.new_looks.give_back(claim);
                Err(fault.into())
            }
        }
    }
}
