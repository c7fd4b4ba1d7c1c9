//! The store of accounts, tables, games and moves.
//!
//! [`Store`] is the one trait; the modules `postgres` and `sqlite` are its two back ends, and one
//! conformance suite holds for both. Every write that has returned `Ok` is durable.
//!
//! The store knows no rules: options, actions and results are JSON and text that it stores
//! unchanged. It never looks at the clock and draws no random numbers; times and names are passed
//! with the calls.
#![forbid(unsafe_code)]

mod calls;
mod claim;
mod claim_wait;
mod column;
mod connect;
mod error;
mod fence;
mod migrations;
pub mod model;
mod node;
#[expect(clippy::duplicate_mod, reason = "both back ends compile the sources in `sql`")]
mod postgres;
mod sqlite;

pub use calls::{Accounts, Following, Nodes, Ratings, Sessions, Store, Tables};
pub use claim::Claim;
pub use claim_wait::ClaimError;
pub use connect::{Access, ConnectOptions, Durability, connect_unclaimed};
pub use error::StoreError;
pub use model::*;
pub use node::{Node, NodeId, NodeIdError, NodeRow};

/// A statement that takes longer is logged as slow.
const SLOW_STATEMENT: std::time::Duration = std::time::Duration::from_millis(500);

/// The most finished deals of an account that are summed up, the latest ones, to bound the cost of
/// a busy bot's history.
pub const LATEST_DEALS: u32 = 10_000;

/// The most rated matches of an account, the latest ones, that are searched for
/// those it met.
pub const MOST_MET: u32 = 500;

/// The most guests that can be removed with one call.
pub const GUESTS_AT_ONCE: usize = 500;
