//! The events that an action brings about.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{Card, Declaration};

/// What an action brought about. In tršet everything that happens is public:
/// drawn cards are shown, and the rest of a hand is never told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TrsetEvent"))]
pub enum Event {
    /// A combination was declared.
    Declared {
        /// By whom.
        seat: Seat,
        /// What.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        declaration: Declaration,
    },
    /// A card was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        card: Card,
    },
    /// The trick is complete.
    TrickTaken {
        /// Who takes it and leads next.
        seat: Seat,
        /// What it is worth in thirds, the last trick's three included.
        thirds: u8,
    },
    /// A card was drawn from the stock and shown to all.
    Drew {
        /// By whom.
        seat: Seat,
        /// Which.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        card: Card,
    },
}
