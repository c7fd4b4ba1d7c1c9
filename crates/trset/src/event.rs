//! The events that an action brings about.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{Card, Declaration};

/// An event that an action brings about. In tršet everything that happens is
/// public: drawn cards are shown, and the rest of a hand is never told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TrsetEvent"),
    schemars(rename = "TrsetEvent")
)]
pub enum Event {
    /// A combination was declared.
    Declared {
        /// The seat that declared it.
        seat: Seat,
        /// The combination.
        declaration: Declaration,
    },
    /// A card was played.
    Played {
        /// The seat that played it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// The trick is complete.
    TrickTaken {
        /// The seat that takes it and leads next.
        seat: Seat,
        /// The value of the trick in thirds, the last trick's three included.
        thirds: u8,
    },
    /// A card was drawn from the stock and shown to all.
    Drew {
        /// The seat that drew it.
        seat: Seat,
        /// The card.
        card: Card,
    },
}
