//! The messages between the server and everybody else.
//!
//! * [`client`]: the messages of a client on the socket.
//! * [`server`]: the messages of the server on the socket.
//! * [`table`]: tables, seats, snapshots and their numbered events.
//! * [`shuffle`]: promised shuffles, and those that were dropped.
//! * [`pairing`]: pools of players who look for each other.
//! * [`presence`]: players whom one follows.
//! * [`games`]: the games a table can play, as one type each for options,
//!   views, events and results. A new game is one variant in each.
//! * [`decision`]: decision documents, for programs without a server between them.
//! * [`rest`]: bodies of the HTTP interface.
//! * [`schema`]: all of the socket's messages and decision documents as a JSON Schema.
//! * [`error`]: every error code, with its HTTP status.
//!
//! docs/PROTOCOL.md and docs/protocol tell this to people. The TypeScript in
//! `web/src/protocol` is generated from these types by
//! `cargo run -p vzetek-protocol --example typescript`.
#![forbid(unsafe_code)]

pub mod client;
pub mod config;
pub mod decision;
pub mod error;
pub mod games;
pub mod ids;
pub mod limits;
pub mod pairing;
mod part;
pub mod people;
pub mod presence;
pub mod rest;
pub mod schema;
pub mod server;
pub mod shuffle;
pub mod table;

pub use client::{ClientMessage, Picture};
pub use config::{Clock, TableConfig};
pub use decision::{DecisionAnswer, DecisionDocument};
pub use error::{ErrorBody, ErrorCode};
pub use games::{
    DealEvent, GameEvent, GameFacts, GameOptions, GameResult, GameStatus, GameView, MatchScore,
};
pub use ids::{Epoch, GameId, Kind, TableId, UserId};
pub use limits::Limits;
pub use pairing::{Pace, Pool, PoolCount, PoolSummary, Seek};
pub use people::{Ladder, Player, PlayerKind, RatingChange, UnratedReason};
pub use presence::{Followed, Presence};
pub use server::ServerMessage;
pub use table::{TableEvent, TableSnapshot, TableSummary};

/// The version of the protocol. A client names it in its hello.
pub const VERSION: u32 = 1;

/// The longest message the server reads, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 4096;

/// The longest chat line, in characters.
pub const MAX_CHAT_CHARS: usize = 300;
