//! The Vzetek server as a library: `serve` runs it on any listener until it is
//! told to stop, so tests bind port 0 and speak the wire.
//!
//! * [`app`]: what all parts share.
//! * [`table`]: one machine a table; the only place where a deal's state lives.
//! * [`recorder`]: group commit; nothing is published before it is durable.
//! * [`ws`]: one task a connection.
//! * [`lobby`], [`house`]: the list of tables, the pool of house bots. [`chat`]:
//!   what people write.
//! * [`accounts`], [`rating`], [`archive`]: people, their strength, their games.
//! * [`cluster`]: other servers on the same database.
//! * [`sweep`]: what nobody needs any more.
//! * [`listen`], [`stalled`]: connections. [`rate`]: limits on how often.
//!   [`cost`]: processor time of requests.
//! * [`http`]: the REST interface and the page.
#![forbid(unsafe_code)]

pub mod accounts;
pub mod app;
pub mod archive;
pub mod chat;
pub mod cluster;
pub mod config;
mod cost;
pub mod deal;
pub mod fault;
pub mod following;
pub mod house;
pub mod http;
pub mod ids;
mod invitation;
mod json;
pub mod listen;
pub mod lobby;
pub mod pairing;
pub mod promises;
pub mod rate;
pub mod rating;
pub mod rating_lock;
pub mod rebuilding;
pub mod recorder;
pub mod serve;
pub mod stalled;
pub mod sweep;
pub mod table;
pub mod tables;
pub mod ws;

pub use config::Config;
pub use serve::{serve, serve_among};
