//! Quick pairing: who looks for others to play with, and what there is to look in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Kind, TableConfig};

/// The pace of a game between people who do not know each other.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    TS,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Little time for each move.
    Quick,
    /// Time to think.
    Unhurried,
}

/// A wish to be paired.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct Seek {
    /// The kind of game.
    pub kind: Kind,
    /// The pace.
    pub pace: Pace,
}

/// A pool of players who look for each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct Pool {
    /// The kind of game and the pace, which name it.
    #[serde(flatten)]
    pub seek: Seek,
    /// The setup of the tables that it opens.
    pub config: TableConfig,
}

/// The people of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct PoolCount {
    /// The pool.
    #[serde(flatten)]
    pub seek: Seek,
    /// The number of those who look in it.
    pub seeking: u32,
    /// The number of people who play the kind at public tables, at any pace.
    pub playing: u32,
}

/// A pool with its people, as `GET /api/pools` lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct PoolSummary {
    /// The people of the pool.
    #[serde(flatten)]
    pub count: PoolCount,
    /// The setup of the tables that it opens.
    pub config: TableConfig,
}
