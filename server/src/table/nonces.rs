//! The players' part in a committed shuffle: a hash, then the nonce.

use vzetek_game::fair::{NonceHash, check_nonce};
use vzetek_protocol::ErrorCode;

use super::seats::{Role, not_seated};
use super::stage::{Shuffling, Stage, Step};
use super::state::Table;
use crate::fault::Fault;

impl Table {
    /// A player commits to a nonce.
    pub(super) fn commit_to(&mut self, account: &str, hash: NonceHash) -> Result<(), Fault> {
        let Some((seat, Role::Owner)) = self.seat_of(account) else { return Err(not_seated()) };
        let barred = self.barred().contains(&seat);
        let Stage::Shuffling(Shuffling { step: Step::Committing, hashes, .. }) = &mut self.stage
        else {
            return Err(Fault::new(
                ErrorCode::NoNonceAwaited,
                "hashes of nonces are taken only between committed and nonces_committed",
            ));
        };
        if barred {
            return Err(Fault::new(
                ErrorCode::NoNonceAwaited,
                "you did not open the nonce that you had committed to; you can add one to the \
                 next deal again",
            ));
        }
        hashes.set(seat, hash);
        Ok(())
    }

    /// A player opens the nonce committed to before.
    pub(super) fn open_nonce(&mut self, account: &str, nonce: String) -> Result<(), Fault> {
        let Some((seat, Role::Owner)) = self.seat_of(account) else { return Err(not_seated()) };
        let not_now = |message| Err(Fault::new(ErrorCode::NoNonceAwaited, message));
        let wrong = |message| Err(Fault::field(ErrorCode::BadMessage, "nonce", message));
        let Stage::Shuffling(shuffling) = &mut self.stage else {
            return not_now("nonces are taken only between nonces_committed and the deal");
        };
        let Step::Opening(nonces) = &mut shuffling.step else {
            return not_now(
                "it is too early to open a nonce: send its hash (nonce_hash) now, and the nonce \
                 once nonces_committed has come with that hash in it",
            );
        };
        let Some(promised) = shuffling.hashes.of(seat) else {
            return not_now(
                "you committed to no nonce for this deal; for the next one send its hash \
                 (nonce_hash) after committed",
            );
        };
        if let Err(bad) = check_nonce(&nonce) {
            return wrong(bad.to_string());
        }
        let hash = NonceHash::of(&nonce);
        if hash != promised {
            return wrong(format!(
                "this is not the nonce that you committed to: its hash is {hash}, you sent \
                 {promised}"
            ));
        }
        nonces.set(seat, nonce).or_else(|error| wrong(error.to_string()))
    }
}
