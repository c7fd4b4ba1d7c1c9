//! The Vzetek server as a library: `serve` runs it on any listener until it is to stop, so tests
//! bind port 0 and speak the wire protocol.
//!
//! * [`app`]: the state that sockets and HTTP share; all other modules receive the parts they need.
//! * [`table`]: one state machine for each table; the only place where a deal's state lives.
//! * [`recorder`]: group commit; nothing is published before it is durable.
//! * [`ws`]: one task for each connection.
//! * [`lobby`], [`house`]: the list of tables, the pool of house bots. [`chat`]: limits on chat.
//! * [`accounts`], [`rating`], [`archive`]: people, their strength, their games.
//! * [`elsewhere`], [`cluster`], [`peers`]: other servers on the same database: the trait to send
//!   to them, the connection to them, and the task that handles their messages.
//! * [`sweep`]: deletion of data that is no longer needed.
//! * [`sources`]: the time and the random numbers, handed to all parts.
//! * [`listen`]: connections. [`rate`]: rate limits. [`cost`]: processor time of requests.
//! * [`http`]: the REST interface and the page.
#![forbid(unsafe_code)]

// Floors, the lowest first: a module uses those of lower floors, and none of its own or a higher
// one (`tools/test_rooms.py`).

// Modules that use no other.
pub mod config;
mod cost;
pub mod deal;
pub mod elsewhere;
pub mod ids;
mod invitation;
mod json;
mod probe;
pub mod promises;
pub mod rate;
pub mod rating;
pub mod rating_lock;
mod retry;
pub mod sources;

// Writes.
pub mod recorder;

// Errors.
pub mod fault;

// Connections and their households; finished deals and sums over them.
pub mod archive;
pub mod connection;
pub mod households;
pub mod statistics;

// Accounts, bots, pairing.
pub mod accounts;
pub mod house;
pub mod pairing;

// Lobby and chat.
pub mod chat;
pub mod lobby;

// Single tables.
pub mod following;
pub mod table;

// Sending to other servers.
pub mod cluster;

// All tables.
pub mod tables;

// The state that the rest shares.
pub mod app;

// Tasks, and requests on their way in.
pub mod listen;
mod origin;
pub mod parties;
pub mod peers;
pub mod sweep;

// Sockets.
pub mod ws;

// HTTP.
pub mod http;

// All of it.
pub mod serve;

pub use config::Config;
pub use serve::{serve, serve_among};
