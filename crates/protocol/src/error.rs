//! Every error, under one name on the socket and over HTTP.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::Display;
use ts_rs::TS;
use utoipa::ToSchema;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $status:literal;)*) => {
        /// The codes of errors, for programs.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema, ToSchema,
            Display,
        )]
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[$doc])* $name,)*
        }

        impl ErrorCode {
            /// The HTTP status that goes with it.
            pub const fn status(self) -> u16 {
                match self {
                    $(Self::$name => $status,)*
                }
            }
        }
    };
}

codes! {
    /// Not JSON, or not of the form the message or body must have.
    BadMessage = 400;
    /// No message has this type.
    UnknownType = 400;
    /// Longer than the server reads. On the socket the connection is closed.
    TooLarge = 413;
    /// The body is not said to be JSON.
    UnsupportedMedia = 415;
    /// Too much in too short a time.
    RateLimited = 429;
    /// The first message must be a hello.
    HelloFirst = 400;
    /// The server does not speak this version.
    UnsupportedProtocol = 400;
    /// Nobody is logged in, or the token is not valid (any more).
    Unauthorized = 401;
    /// Logged in, but not allowed to.
    Forbidden = 403;
    /// The page that opened the connection is not one of ours.
    BadOrigin = 403;
    /// The request names a host that this server does not serve.
    BadHost = 421;
    /// There is no such table.
    NoSuchTable = 404;
    /// There is no such finished game.
    NoSuchGame = 404;
    /// There is no such player.
    NoSuchPlayer = 404;
    /// There is no such address.
    NotFound = 404;
    /// The address does not know this method; `Allow` names those that it knows.
    MethodNotAllowed = 405;
    /// The table is private and the word for it is missing or wrong.
    InviteRequired = 403;
    /// All seats are taken.
    TableFull = 409;
    /// The table has no such seat.
    NoSuchSeat = 400;
    /// Somebody else sits there.
    SeatTaken = 409;
    /// The client has a seat at this table already.
    AlreadySeated = 409;
    /// The client has no seat at this table.
    NotSeated = 403;
    /// A match is under way, or about to begin: seats are not changed.
    SeatsFixed = 409;
    /// Somebody else must act.
    NotYourTurn = 409;
    /// The turn began after the last event that the client had seen, or there is no such
    /// event.
    StaleSeq = 409;
    /// The action is not in the game's notation.
    BadAction = 400;
    /// The rules forbid the action; `rule` names which.
    IllegalAction = 409;
    /// The claim is not the one that the turn allows.
    NothingToClaim = 409;
    /// No deal is being played.
    NoDeal = 409;
    /// No hash of a nonce, or no nonce, is awaited now or from this seat.
    NoNonceAwaited = 409;
    /// Options that do not fit together.
    BadOptions = 400;
    /// Nobody offers bots of this level, or those who do play other kinds.
    NoBots = 409;
    /// The name cannot be used.
    BadName = 400;
    /// The name is another's.
    NameTaken = 409;
    /// The password cannot be used.
    BadPassword = 400;
    /// Name and password do not belong together.
    WrongPassword = 401;
    /// Too many wrong passwords; try later.
    TooManyAttempts = 429;
    /// The table or the server has too much to do; try again. Or the table's server was
    /// lost before it answered: the act may have been done, as the next snapshot shows.
    Busy = 503;
    /// The store does not answer; nothing was changed, try again.
    StorageUnavailable = 503;
    /// The server is about to stop.
    ShuttingDown = 503;
    /// The table broke down at the same place twice, and stands still. It is kept as it is
    /// stored.
    TableBroken = 500;
    /// A fault of ours. It is logged.
    Internal = 500;
}

/// An error as it travels: the body of an HTTP error and part of the socket's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct ErrorBody {
    /// The code, for programs.
    pub code: ErrorCode,
    /// The explanation for people: the fault, and what would be right.
    pub message: String,
    /// For `illegal_action`: the rule, such as `must_follow_suit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The field of a form or body that is wrong, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub field: Option<String>,
    /// The wait before trying again, in milliseconds, for errors that are over
    /// after a while, such as `rate_limited`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub retry_ms: Option<u64>,
}

impl ErrorBody {
    /// An error with its explanation.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), rule: None, field: None, retry_ms: None }
    }

    /// An error that is over after `wait`.
    pub fn later(code: ErrorCode, message: impl Into<String>, wait: Duration) -> Self {
        // Rounded up, so that the wait is never too short.
        let retry_ms = wait.as_micros().div_ceil(1000) as u64;
        Self { retry_ms: Some(retry_ms), ..Self::new(code, message) }
    }

    /// Names the field that the error is about.
    pub fn about(mut self, field: &str) -> Self {
        self.field = Some(field.to_owned());
        self
    }
}
