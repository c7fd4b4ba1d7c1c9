//! The stages of a table, from empty seats to the end of a deal.

use std::sync::Arc;

use tokio::time::Instant;
use vzetek_game::Seat;
use vzetek_game::fair::{Commitment, NonceHashes, Nonces, Secret};
use vzetek_protocol::table::{DealFinish, PlayedMove};
use vzetek_protocol::{GameId, UnratedReason};

use super::event::{FullTurn, TurnClock};
use crate::deal::Deal;

/// The stage of a table.
#[derive(Debug)]
pub enum Stage {
    /// Seats are empty.
    Waiting,
    /// The server has committed to a shuffle; seats commit to nonces, then open them.
    Shuffling(Shuffling),
    /// A deal is being played.
    Playing(Box<Playing>),
    /// A deal is over.
    Finished(Box<Finished>),
    /// The table is closed permanently.
    Closed,
}

/// A shuffle that the server has committed to.
#[derive(Debug)]
pub struct Shuffling {
    /// The name under which it is stored.
    pub(super) id: String,
    pub(super) secret: Secret,
    pub(super) commitment: Commitment,
    /// The hashes of the seats' nonces so far.
    pub(super) hashes: NonceHashes,
    pub(super) step: Step,
    /// The latest end of the step.
    pub(super) until: Instant,
    /// The deal before in the same match.
    pub(super) after: Option<Box<Finished>>,
}

/// A step of a committed shuffle.
#[derive(Debug)]
pub enum Step {
    /// Seats commit to nonces.
    Committing,
    /// No choice is left: seats open these nonces.
    Opening(Nonces),
}

impl Shuffling {
    /// The seats that have committed to a nonce and not opened it.
    pub(super) fn unopened(&self, nonces: &Nonces) -> Vec<Seat> {
        let texts = nonces.as_slice();
        let withholds =
            |seat: &Seat| self.hashes.of(*seat).is_some() && texts[seat.index()].is_empty();
        Seat::all(texts.len()).filter(withholds).collect()
    }
}

/// A running deal.
#[derive(Debug)]
pub struct Playing {
    pub(super) game: GameId,
    pub(super) number: u32,
    pub(super) secret: Secret,
    pub(super) commitment: Commitment,
    /// None for a deal from before there were hashes.
    pub(super) nonce_hashes: Option<NonceHashes>,
    pub(super) nonces: Nonces,
    pub(super) deal: Deal,
    pub(super) moves: Vec<Arc<PlayedMove>>,
    pub(super) turn: FullTurn,
    pub(super) turn_started: Instant,
    /// The number of the event with which the turn began.
    pub(super) turn_seq: u64,
    /// The clock of the turn's owner, while a substitute has the turn.
    pub(super) suspended: Option<Suspended>,
    /// The stopped clock of a turn whose owner is disconnected and alone among bots.
    pub(super) stopped: Option<Stopped>,
    /// At a demo table: an action that is delayed so that spectators can follow.
    pub(super) pending: Option<Pending>,
    /// The reason why the match will change no rating, as far as it was known when cards were
    /// dealt.
    pub(super) unrated: Option<UnratedReason>,
}

/// A clock that was put aside: an owner who returns in mid-turn has no more time than before.
#[derive(Clone, Copy, Debug)]
pub struct Suspended {
    pub(super) started: Instant,
    pub(super) clock: Option<TurnClock>,
}

/// A clock that is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Stopped {
    pub(super) at: Instant,
    pub(super) clock: TurnClock,
}

/// A delayed action.
#[derive(Debug)]
pub struct Pending {
    pub(super) at: Instant,
    pub(super) account: String,
    pub(super) action: String,
}

/// A deal that is over, still on the table.
#[derive(Debug)]
pub struct Finished {
    pub(super) played: Playing,
    pub(super) finish: DealFinish,
    pub(super) since: Instant,
}
