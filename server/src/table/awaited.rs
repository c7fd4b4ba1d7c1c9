//! Answers that a table waits for, and the data that it retains until they arrive.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use vzetek_game::fair::{Commitment, NonceHashes, Nonces, Secret};
use vzetek_game::{Claim, Seat, Share};
use vzetek_protocol::RatingChange;
use vzetek_protocol::shuffle::DroppedPromise;
use vzetek_protocol::table::{ChatLine, DealFinish, PlayedMove};
use vzetek_protocol::{GameId, GameResult, Player};
use vzetek_store::Write;

use super::carry::Carry;
use super::effect::Question;
use super::mailbox::Visitor;
use super::played::Tally;
use crate::deal::Deal;
use crate::fault::Fault;

/// The progress of a table with an input.
#[derive(Debug)]
pub(super) enum Progress {
    /// The input is finished.
    Done,
    /// The table continues with the answer to a question.
    Asks(Question, Awaited),
}

/// The progress of a table with an input, or the fault for which it failed.
pub(super) type Outcome = Result<Progress, Fault>;

/// An answer that a table waits for, with the data that it needs to continue.
#[derive(Debug)]
pub(super) enum Awaited {
    /// The confirmation that a change is durable. If ratings are recorded with it, also the end of
    /// the match that they follow from, as it was before it was rated.
    Recorded(Change, Option<Unrated>),
    /// The player who sits down.
    Player { visitor: Arc<Visitor>, seat: Seat },
    /// The ratings of the players of a match, as they were at this time.
    Ratings { at: DateTime<Utc>, of: Unrated },
    /// A bot for this seat.
    Bot(Seat),
    /// The permission to write a line of chat.
    Line(Box<ChatLine>),
}

/// A change to the table. It is made, and published, once it is durable.
#[derive(Debug)]
pub(super) enum Change {
    /// The commitment that the last server left behind is dropped.
    Lost,
    /// A shuffle is committed to.
    Promise(Box<Promised>),
    /// Hashes of nonces are no longer accepted.
    Hashes(NonceHashes),
    /// Cards are dealt.
    Deal(Box<Dealt>),
    /// A player acts, or claims the rest.
    Moves(Box<Made>),
    /// A player sits down.
    Sit { visitor: Arc<Visitor>, seat: Seat, player: Box<Player> },
    /// The owners of two seats change places.
    Seats([Seat; 2]),
    /// The owner of a seat leaves in mid-deal.
    GiveUp { seat: Seat },
    /// The owner of a seat who left in this deal returns.
    ComeBack { seat: Seat },
    /// Seats empty between deals.
    Leave(Box<Leaving>),
    /// The table is closed.
    Close { reason: &'static str },
}

/// The end of a match whose effect on ratings is not known yet.
#[derive(Clone, Debug)]
pub(super) enum Unrated {
    /// The last action of a deal.
    Played(Box<Ending>),
    /// Players leave their seats between deals.
    Left(Box<Leaving>),
}

/// A shuffle whose commitment is about to be published.
#[derive(Debug)]
pub(super) struct Promised {
    pub(super) id: String,
    pub(super) secret: Secret,
    pub(super) commitment: Commitment,
    pub(super) carry: Carry,
    /// True if a match begins with it.
    pub(super) starts: bool,
    /// The commitment that this one replaces.
    pub(super) dropped: Option<DroppedPromise>,
}

/// A deal that is about to begin.
#[derive(Debug)]
pub(super) struct Dealt {
    pub(super) game: GameId,
    pub(super) number: u32,
    pub(super) secret: Secret,
    pub(super) hashes: NonceHashes,
    pub(super) nonces: Nonces,
    pub(super) deal: Deal,
    /// The seat that acts first.
    pub(super) first: Seat,
    pub(super) carry: Carry,
}

/// Moves that are made together, at least one, and their consequences: one with those after it that
/// no player is asked for, or all that are left.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    /// The claim with which they are laid down.
    pub(super) claim: Option<Claim>,
    pub(super) moves: Vec<MadeMove>,
    /// The end of the deal, if they were the last ones.
    pub(super) end: Option<End>,
}

/// A move and its consequences.
#[derive(Clone, Debug)]
pub(super) struct MadeMove {
    /// The deal after it.
    pub(super) deal: Deal,
    pub(super) played: Arc<PlayedMove>,
    pub(super) thinking: Duration,
}

/// A deal that is over and not recorded yet, with its result. Lists are by seat.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) made: Made,
    pub(super) writes: Vec<Write>,
    pub(super) result: GameResult,
    pub(super) shares: Vec<Share>,
    pub(super) tally: Vec<Tally>,
    pub(super) gone: Vec<bool>,
    pub(super) forfeited: Vec<bool>,
    pub(super) won: Vec<bool>,
    pub(super) carry: Carry,
}

/// The changes to a table at the end of its deal.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) finish: DealFinish,
    pub(super) carry: Carry,
}

/// Seats that empty between deals.
#[derive(Clone, Debug)]
pub(super) struct Leaving {
    pub(super) seats: Vec<Seat>,
    pub(super) broken_off: Option<BrokenOff>,
    /// The commitment that is dropped with that.
    pub(super) dropped: Option<DroppedPromise>,
}

/// A match that ends because a player leaves it.
#[derive(Clone, Debug)]
pub(super) struct BrokenOff {
    /// The last deal of the match.
    pub(super) game: GameId,
    pub(super) carry: Carry,
    pub(super) gone: Vec<bool>,
    pub(super) changes: Option<Vec<Option<RatingChange>>>,
}

/// Requests to record writes, and to make the change when they are durable.
pub(super) fn record(writes: Vec<Write>, change: Change) -> Outcome {
    Ok(Progress::Asks(Question::Record(writes), Awaited::Recorded(change, None)))
}

/// Requests to record writes with ratings among them, and to make the change when they are durable.
/// If the ratings have changed meanwhile, the match is rated again.
pub(super) fn record_rated(writes: Vec<Write>, change: Change, of: Unrated) -> Outcome {
    Ok(Progress::Asks(Question::Record(writes), Awaited::Recorded(change, Some(of))))
}
