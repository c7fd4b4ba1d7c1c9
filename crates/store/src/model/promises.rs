//! Promised shuffles.

use chrono::{DateTime, Utc};
use strum::{EnumString, IntoStaticStr};

/// A promised shuffle.
#[derive(Clone, PartialEq, Eq)]
pub struct PromiseRow {
    /// Chosen by the caller, unique.
    pub id: String,
    /// The table that it is promised at.
    pub table: String,
    /// The number of the match at the table, from 1.
    pub match_number: u32,
    /// The number of the deal within the match, from 1.
    pub number: u32,
    /// The dealer's seat.
    pub dealer: u8,
    /// The hash of the secret, 64 hexadecimal digits: the part that is shown.
    pub commitment: String,
    /// The shuffle's secret, 64 hexadecimal digits.
    pub secret: String,
    /// The time when it was promised.
    pub promised_at: DateTime<Utc>,
}

impl std::fmt::Debug for PromiseRow {
    /// Leaves the secret out: it decides hidden cards.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PromiseRow")
            .field("id", &self.id)
            .field("table", &self.table)
            .field("commitment", &self.commitment)
            .finish_non_exhaustive()
    }
}

/// A promised shuffle is dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropRow {
    /// The commitment.
    pub promise: String,
    /// The reason.
    pub reason: DropReason,
    /// The seats that it is dropped for.
    pub seats: Vec<u8>,
    /// The nonces opened so far by seat, empty texts for the others; an empty list if no nonce
    /// is open.
    pub nonces: Vec<String>,
    /// The time when it is dropped.
    pub at: DateTime<Utc>,
}

/// The reason for dropping a promised shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DropReason {
    /// Seats did not open the nonces that they had committed to.
    Withheld,
    /// Seats were given up.
    Left,
    /// The server was started again.
    Restart,
    /// The table was closed.
    Closed,
}

/// A promised shuffle as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPromise {
    /// As it was made.
    pub row: PromiseRow,
    /// The hashes of the seats' nonces, if their list was closed.
    pub nonce_hashes: Option<Vec<Option<String>>>,
    /// Its end without a deal, if it was dropped.
    pub dropped: Option<DropRow>,
}
