//! The claim that the rest of a deal is decided.

use serde::{Deserialize, Serialize};

/// A claim of the player who is to act about all tricks that are left, the one on the
/// table included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Claim {
    /// The player takes all of them.
    Rest,
    /// The player takes none of them.
    Nothing,
}
