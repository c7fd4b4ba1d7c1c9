//! The account's part in a promised shuffle.

use vzetek_game::Seat;
use vzetek_game::fair::{Commitment, NonceHash, NonceHashes};
use vzetek_protocol::shuffle::PromiseState;

use super::duty::{Asked, Duty, once};

/// A shuffle that is promised, and the account's nonce for it.
#[derive(Debug, Default)]
pub(super) struct Shuffle {
    promise: Option<Promise>,
    own: Option<Own>,
}

#[derive(Debug)]
struct Promise {
    commitment: Commitment,
    /// Seats that add no nonce.
    barred: Vec<Seat>,
    /// The hashes of the seats' nonces, as first received.
    hashes: Option<NonceHashes>,
}

/// The account's nonce: for one commitment, and opened for one list of hashes.
#[derive(Debug)]
struct Own {
    commitment: Commitment,
    nonce: String,
    is_opened: bool,
}

impl Shuffle {
    /// Notes that a shuffle is promised.
    pub(super) fn promised(&mut self, commitment: Commitment, barred: Vec<Seat>) {
        self.promise = Some(Promise { commitment, barred, hashes: None });
    }

    /// Notes the list of hashes, which is complete. A later list is ignored.
    pub(super) fn bound(&mut self, hashes: NonceHashes) {
        if let Some(promise) = &mut self.promise {
            promise.hashes.get_or_insert(hashes);
        }
    }

    /// Takes over the state of the commitment from a snapshot.
    pub(super) fn told(&mut self, state: Option<PromiseState>) {
        let Some(state) = state else {
            self.promise = None;
            return;
        };
        if self.promise.as_ref().is_none_or(|promise| promise.commitment != state.commitment) {
            self.promised(state.commitment, state.barred);
        }
        if let Some(hashes) = state.nonce_hashes {
            self.bound(hashes);
        }
    }

    /// Sets the account's nonce for the present commitment.
    pub(super) fn choose(&mut self, nonce: String) {
        let own =
            |promise: &Promise| Own { commitment: promise.commitment, nonce, is_opened: false };
        self.own = self.promise.as_ref().map(own);
    }

    /// The next duty of the owner of this seat, if there is one.
    pub(super) fn next_duty(&mut self, seat: Seat, asked: &mut Asked) -> Option<Duty> {
        let promise = self.promise.as_ref()?;
        let own = self.own.as_mut().filter(|own| own.commitment == promise.commitment);
        match (&promise.hashes, own) {
            (None, _) if promise.barred.contains(&seat) => None,
            (None, None) => once(&mut asked.choice).then_some(Duty::ChooseNonce),
            (None, Some(own)) => {
                let due = !own.is_opened && once(&mut asked.hash);
                due.then(|| Duty::NonceHash(NonceHash::of(&own.nonce)))
            }
            // The list was closed without us, or our nonce is one of an earlier process.
            (Some(_), None) => None,
            (Some(hashes), Some(own)) => {
                // Opened for no list but one that it stands in.
                let due = hashes.holds_for(seat, &own.nonce) && once(&mut asked.nonce);
                own.is_opened |= due;
                due.then(|| Duty::Nonce(own.nonce.clone()))
            }
        }
    }
}
