//! The messages of the server on the socket.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vzetek_game::Seat;

use crate::limits::Limits;
use crate::table::Turn;
use crate::{
    Epoch, ErrorBody, Followed, GameFacts, GameOptions, Kind, Player, Pool, PoolCount, Seek,
    TableEvent, TableId, TableSnapshot, TableSummary,
};

/// A message from the server, one JSON object a text frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The answer to a hello.
    Welcome {
        /// The version of the protocol that is spoken.
        protocol: u32,
        /// The server's own version.
        server: String,
        /// This life of the server.
        epoch: Epoch,
        /// The client's account.
        you: Player,
        /// The server's clock.
        time: DateTime<Utc>,
        /// Tables at which the client has a seat.
        tables: Vec<TableId>,
        /// Levels at which house bots can be had now, gentlest first.
        levels: Vec<String>,
        /// By level, the kinds at whose tables alone it can be had; a level that is not
        /// named can be had at all.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        #[ts(optional, as = "Option<BTreeMap<String, Vec<Kind>>>")]
        level_kinds: BTreeMap<String, Vec<Kind>>,
        /// The client's wish to be paired, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seek: Option<Seek>,
        /// The limits of the connection.
        limits: Limits,
    },
    /// The open tables, or the first of many.
    Lobby {
        /// The tables.
        tables: Vec<TableSummary>,
        /// Levels at which house bots can be had now, gentlest first.
        levels: Vec<String>,
        /// By level, the kinds at whose tables alone it can be had; a level that is not
        /// named can be had at all.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        #[ts(optional, as = "Option<BTreeMap<String, Vec<Kind>>>")]
        level_kinds: BTreeMap<String, Vec<Kind>>,
        /// The pools in which one can look for others.
        pools: Vec<Pool>,
        /// True if `lobby_tables` messages with further tables follow.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        more: bool,
    },
    /// Further tables of the list that began with `lobby`.
    LobbyTables {
        /// The tables.
        tables: Vec<TableSummary>,
        /// True if further messages follow.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        more: bool,
    },
    /// The people of every pool, in the order in which `lobby` names the pools.
    Pools {
        /// The pools.
        pools: Vec<PoolCount>,
    },
    /// The client looks for others from now on, or does not any more.
    Seeking {
        /// The wish; absent if there is none.
        seek: Option<Seek>,
    },
    /// The client is paired: a seat is theirs at this table, and the others come.
    Called {
        /// The table.
        table: TableId,
        /// The wish that is fulfilled.
        #[serde(flatten)]
        seek: Seek,
    },
    /// A table is new in the lobby or has changed.
    LobbyTable {
        /// The table.
        table: TableSummary,
    },
    /// A table has gone from the lobby.
    LobbyGone {
        /// The table.
        table: TableId,
    },
    /// Those whom the client's account follows, after the lobby and when it follows
    /// others; told to registered people alone.
    Followed {
        /// The players, in the order in which it began to follow them.
        players: Vec<Followed>,
    },
    /// Somebody whom the client's account follows is elsewhere now.
    FollowedPlayer {
        /// The player, and where they are.
        #[serde(flatten)]
        followed: Followed,
    },
    /// The state of a table: the start of watching, or too much was missed.
    Snapshot {
        /// The table.
        snapshot: Box<TableSnapshot>,
    },
    /// Something happened at a table. Numbers have no gaps.
    Event {
        /// The table.
        table: TableId,
        /// The event's number.
        #[ts(type = "number")]
        seq: u64,
        /// The event.
        event: Box<TableEvent>,
    },
    /// The turn once more, told to the player who must act, after the events that
    /// a returning client missed. It is no event, and has the last event's number.
    Turn {
        /// The table.
        table: TableId,
        /// The number of the last event.
        #[ts(type = "number")]
        seq: u64,
        /// The turn, with its legal actions.
        turn: Turn,
    },
    /// The answer to [`crate::ClientMessage::Coach`]: what matters now to the player who
    /// asks and is to act, or how the finished deal came out; else nothing.
    Coach {
        /// The table.
        table: TableId,
        /// The number of the last event.
        #[ts(type = "number")]
        seq: u64,
        /// The facts, the most important first.
        coach: GameFacts,
    },
    /// To a house bot: take this seat.
    SeatRequest {
        /// The table.
        table: TableId,
        /// The seat.
        seat: Seat,
        /// The word to sit down with.
        invite: String,
        /// The game that is played there.
        game: GameOptions,
    },
    /// Something was wrong with a message.
    Error {
        /// The error.
        #[serde(flatten)]
        error: ErrorBody,
        /// The type of the message, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        of: Option<String>,
        /// The table it was about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        table: Option<TableId>,
    },
    /// The answer to a ping.
    Pong {
        /// The number that the ping sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        at: Option<u64>,
    },
    /// The server closes the connection; the client may come back.
    Goodbye {
        /// The reason, in a word: `restart`, `slow`, `idle`, `flood`, `too_large`,
        /// `text_only`, `bad_frame`, `hello_refused` or `signed_out`.
        reason: String,
        /// The time after which to connect again, in milliseconds: other servers are there,
        /// and this one spreads its clients. Absent if the client is to wait as after any
        /// failure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        retry_ms: Option<u64>,
    },
}
