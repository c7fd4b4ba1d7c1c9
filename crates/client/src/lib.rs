//! Speaking the wire from Rust: for bots, load tests and tests.
//!
//! * [`Client`]: one account's connections, one after the other, with the tables
//!   that it watches; what was missed in between is asked for.
//! * [`Socket`]: one connection, in messages or as bare text.
//! * [`Http`]: the HTTP interface, with the bodies of `vzetek-protocol`.
//! * [`Backoff`]: waits between tries.
//! * [`HeldAddress`]: an address for a server that tests and the laboratory start.
//!
//! A bot that becomes a guest, sits down at a table and plays the first legal
//! action, also when the server was away for a while:
//!
//! ```no_run
//! # use vzetek_client::{Client, Error, Http};
//! # use vzetek_protocol::{ClientMessage, ServerMessage, TableEvent, TableId};
//! # async fn play(table: TableId) -> Result<(), Error> {
//! let token = Http::connect("127.0.0.1:8080").await?.guest(Some("First")).await?;
//! let mut client = Client::new("ws://127.0.0.1:8080/ws", &token, None);
//! client.connect().await?;
//! client.send(&ClientMessage::Sit { table, seat: None, invite: None }).await?;
//! loop {
//!     let message = match client.receive().await {
//!         Ok(message) => message,
//!         Err(lost) if lost.may_pass() => {
//!             client.reconnect().await?;
//!             continue;
//!         }
//!         Err(error) => return Err(error),
//!     };
//!     if let Some((table, legal)) = vzetek_client::legal_actions(&message) {
//!         client.act(table, &legal[0]).await?;
//!     }
//!     if let ServerMessage::Event { table, event, .. } = message
//!         && let TableEvent::DealOver { .. } = *event
//!     {
//!         client.send(&ClientMessage::Ready { table }).await?;
//!     }
//! }
//! # }
//! ```
#![forbid(unsafe_code)]

mod client;
mod error;
mod following;
mod held;
mod http;
mod socket;
mod turn;

pub use client::{Client, Welcome};
pub use error::Error;
pub use following::Place;
pub use held::HeldAddress;
pub use http::Http;
pub use socket::{Socket, hello};
pub use tokio_tungstenite::tungstenite::Utf8Bytes;
pub use turn::{legal_actions, turn};
pub use vzetek_retry::{Backoff, jitter};
