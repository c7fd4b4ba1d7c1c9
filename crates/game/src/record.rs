//! The record of a deal, and the replay of it.

use serde::{Deserialize, Serialize};

use crate::fair::{Nonces, Secret, shuffle};
use crate::{DealError, Game, IllegalAction, NotationError, Seat};

/// The number of new shuffles that the rules may ask for before it counts as a
/// fault.
const MAX_ATTEMPTS: u32 = 10_000;

/// Everything from which a deal follows: options, dealer, shuffle, actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record<O> {
    /// The options the deal was played with.
    pub options: O,
    /// The seat that dealt.
    pub dealer: Seat,
    /// The server's part of the shuffle.
    pub secret: Secret,
    /// The players' part of the shuffle.
    pub nonces: Nonces,
    /// The actions in order, in the game's notation.
    pub actions: Vec<String>,
}

/// A record that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// No deal can be started from it.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// An action cannot be read.
    #[error("action {number}: {source}")]
    Notation {
        /// The number of the action, from 1.
        number: usize,
        /// The error of reading the action.
        source: NotationError,
    },
    /// An action is against the rules.
    #[error("action {number}, {action}: {source}")]
    Illegal {
        /// The number of the action, from 1.
        number: usize,
        /// The action in notation.
        action: String,
        /// The rule that forbids it.
        source: IllegalAction,
    },
}

/// Shuffles and deals until the rules accept the cards. Of prepared packs the list is
/// shuffled, and the first one dealt as it lies.
///
/// # Errors
/// [`DealError`] if the options do not allow a deal at all.
pub fn deal<G: Game>(
    options: &G::Options,
    dealer: Seat,
    secret: &Secret,
    nonces: &Nonces,
) -> Result<G, DealError> {
    deal_with_pack(options, dealer, secret, nonces).map(|(deal, _)| deal)
}

/// Deals as [`deal`] does, and also returns the pack that was dealt, in its order.
///
/// # Errors
/// [`DealError`] if the options do not allow a deal at all.
pub fn deal_with_pack<G: Game>(
    options: &G::Options,
    dealer: Seat,
    secret: &Secret,
    nonces: &Nonces,
) -> Result<(G, Vec<G::Card>), DealError> {
    let mut prepared = G::prepared(options);
    if !prepared.is_empty() {
        shuffle(&mut prepared, secret, nonces, 0);
        let pack = prepared.swap_remove(0);
        return G::deal(options, dealer, &pack).map(|deal| (deal, pack));
    }
    let mut attempt = 0;
    let mut options = options.clone();
    loop {
        let mut pack = G::pack(&options);
        shuffle(&mut pack, secret, nonces, attempt);
        match G::deal(&options, dealer, &pack) {
            Err(DealError::Redeal(_)) if attempt < MAX_ATTEMPTS => {
                attempt += 1;
                options = G::dealt_again(&options);
            }
            done => return done.map(|deal| (deal, pack)),
        }
    }
}

impl<O> Record<O> {
    /// The state before the first action.
    ///
    /// # Errors
    /// [`DealError`] if the record's options do not allow a deal.
    pub fn start<G: Game<Options = O>>(&self) -> Result<G, DealError> {
        deal(&self.options, self.dealer, &self.secret, &self.nonces)
    }

    /// Plays the whole record and gives the state it ends in.
    ///
    /// # Errors
    /// [`ReplayError`] names the first action that cannot be played.
    pub fn replay<G: Game<Options = O>>(&self) -> Result<G, ReplayError> {
        let mut state: G = self.start()?;
        for (index, text) in self.actions.iter().enumerate() {
            let number = index + 1;
            let action: G::Action =
                text.parse().map_err(|source| ReplayError::Notation { number, source })?;
            let next = self.actions.get(number).and_then(|next| next.parse().ok());
            state.apply_recorded(action, next).map_err(|source| ReplayError::Illegal {
                number,
                action: text.clone(),
                source,
            })?;
        }
        Ok(state)
    }
}
