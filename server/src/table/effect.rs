//! Effects of a table on the outside, and its questions to it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use vzetek_game::Seat;
use vzetek_protocol::{ErrorBody, Kind, Player, ServerMessage, TableSummary};
use vzetek_store::{Ladder, StoreError, Write};

use super::mailbox::Seated;
use super::weights::Known;
use crate::connection::ConnectionId;
use crate::fault::Fault;
use crate::recorder::NotRecorded;

/// An effect that a table wants, after all effects that it wanted before.
#[derive(Debug)]
pub enum Effect {
    /// Sends a message to these connections.
    Tell {
        /// The connections.
        to: Vec<ConnectionId>,
        /// The message.
        message: ServerMessage,
    },
    /// Refuses the message of a connection.
    Refuse {
        /// The connection.
        to: ConnectionId,
        /// The reason.
        error: Box<ErrorBody>,
        /// The type of its message.
        of: &'static str,
    },
    /// Reports the state of the table to the rest of the server.
    Report {
        /// The accounts that have seats.
        seated: Seated,
        /// The table as the lobby shows it; `None` if the lobby does not.
        summary: Option<TableSummary>,
    },
    /// This account has followed a call: it received cards, or came where another did not.
    Followed(String),
    /// A bot of the house has a seat here.
    Occupy(ConnectionId),
    /// A bot of the house has no seat here, or no longer.
    Release(ConnectionId),
    /// A bot is no longer wanted in this seat.
    GiveUp(Seat),
    /// No bot is wanted at this table, and none is here.
    Forget,
    /// The table waits for the answer, and accepts no other input before. Always the last effect of
    /// an input.
    Ask(Question),
}

/// A question of a table to the outside.
#[derive(Debug)]
pub enum Question {
    /// Asks for these to be stored, all of them or none.
    Record(Vec<Write>),
    /// Asks for the public data of an account, with its rating.
    Player(String),
    /// Asks for the data that the ratings of a match depend on. Until the next answer of
    /// [`Answer::Recorded`] no other table of this process rates its players.
    Ratings(RatingQuestion),
    /// Asks the house for a bot.
    Bot(BotWanted),
    /// Asks for permission to write a line of chat for this account.
    Line(String),
}

/// A match whose effect on ratings is asked for.
#[derive(Debug)]
pub struct RatingQuestion {
    /// The accounts that played it, by seat.
    pub ids: Vec<String>,
    /// Their sides, by seat.
    pub(super) sides: Vec<usize>,
    pub(super) kind: Kind,
    /// The ladder that the match counts on.
    pub ladder: Ladder,
    pub(super) at: DateTime<Utc>,
}

/// A bot that a table wants of the house.
#[derive(Debug)]
pub struct BotWanted {
    /// The seat to be taken.
    pub seat: Seat,
    /// The level of the bot.
    pub level: String,
    /// The accounts that are at the table already.
    pub except: Vec<String>,
    /// True if others wait for it in the middle of a deal.
    pub urgent: bool,
}

/// The answer to a [`Question`].
#[derive(Debug)]
pub enum Answer {
    /// Everything is durable, or nothing is stored. If ratings were among it, others may have been
    /// stored meanwhile; then the table asks for them again.
    Recorded(Result<(), NotRecorded>),
    /// The account.
    Player(Result<Option<Player>, Fault>),
    /// The facts; `None` if the players may not be rated against each other.
    Ratings(Result<Option<Known>, StoreError>),
    /// The bot that was requested, if one was free.
    Bot(Option<ConnectionId>),
    /// Permission is granted, or will be after this time.
    Line(Result<(), Duration>),
}
