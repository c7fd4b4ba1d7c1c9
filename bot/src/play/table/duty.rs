//! The duties of an account at a table.

use vzetek_game::fair::NonceHash;
use vzetek_protocol::GameId;

use crate::play::thinker::Question;

/// Something that the account has to do at a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Duty {
    /// Think about this; the answer is passed to [`super::Table::decided`].
    Decide(TurnKey, Box<Question>),
    /// Send this action, with this number.
    Act {
        /// The last event that was seen.
        seq: u64,
        /// The action.
        action: String,
    },
    /// Draw a random nonce for [`super::Table::choose_nonce`].
    ChooseNonce,
    /// Commit to the nonce.
    NonceHash(NonceHash),
    /// Open the nonce: all have committed.
    Nonce(String),
    /// Ask for the next deal, after a pause.
    Ready,
    /// Take the seat back from a substitute.
    Return,
    /// Ask for a snapshot: what is known does not suffice.
    Refresh,
    /// Forget the table: the account has no business there any more.
    Forget,
}

/// The name of a turn, which a reconnect does not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnKey {
    /// The deal.
    pub game: GameId,
    /// The number of actions before it.
    pub moves: usize,
}

/// Duties that have been handed out and not been undone since.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    pub choice: bool,
    pub hash: bool,
    pub nonce: bool,
    pub ready: bool,
    pub back: bool,
    pub refresh: bool,
}

/// Sets the flag. True if it was not set before.
pub(super) fn once(flag: &mut bool) -> bool {
    !std::mem::replace(flag, true)
}
