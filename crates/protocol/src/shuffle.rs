//! Promised shuffles: the one that is under way, and those that were dropped.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use vzetek_game::Seat;
use vzetek_game::fair::{Commitment, NonceHashes, Nonces, Secret};

/// A shuffle that is promised and not dealt yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PromiseState {
    /// The number of the deal within the match, from 1.
    pub number: u32,
    /// The seat that deals.
    pub dealer: Seat,
    /// The hash of the secret.
    pub commitment: Commitment,
    /// Seats that add no nonce, because they withheld one in this shuffle.
    pub barred: Vec<Seat>,
    /// The hashes of the nonces, by seat, once nothing can be chosen any more;
    /// absent as long as hashes are awaited.
    pub nonce_hashes: Option<NonceHashes>,
    /// Time left for hashes, or then for nonces, when the message was written,
    /// in milliseconds.
    #[ts(type = "number")]
    pub left_ms: u64,
}

/// A shuffle that was promised and never dealt. Its secret deals nothing any
/// more, so everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
pub struct DroppedPromise {
    /// The number of the deal within the match, from 1.
    pub number: u32,
    /// The seat that would have dealt.
    #[schema(value_type = u8)]
    pub dealer: Seat,
    /// The hash of the secret.
    #[schema(value_type = String)]
    pub commitment: Commitment,
    /// The secret that was promised.
    #[schema(value_type = String)]
    pub secret: Secret,
    /// The hashes of the nonces, by seat; absent if their list was never closed.
    #[schema(value_type = Option<Vec<Option<String>>>)]
    pub nonce_hashes: Option<NonceHashes>,
    /// The nonces that were opened, by seat; empty for the others.
    #[schema(value_type = Vec<String>)]
    pub nonces: Nonces,
    /// The reason for dropping it.
    pub reason: DropReason,
    /// The seats that it was dropped for.
    #[schema(value_type = Vec<u8>)]
    pub seats: Vec<Seat>,
    /// The time when it was dropped.
    pub at: DateTime<Utc>,
}

/// The reason for dropping a promised shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DropReason {
    /// Seats did not open in time what they had committed to.
    Withheld,
    /// Seats were given up.
    Left,
    /// The server was started again.
    Restart,
    /// The table was closed.
    Closed,
}
