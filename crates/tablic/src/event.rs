//! The events that an action brings about.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{Card, CardSet, DealResult};

/// An event that an action brings about. Everything is public but the cards
/// that the others are dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicEvent"),
    schemars(rename = "TablicEvent")
)]
pub enum Event {
    /// A card was laid on the table.
    Laid {
        /// The seat that laid it.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A card captured others; all of them go to the player's pile.
    Captured {
        /// The seat that captured.
        seat: Seat,
        /// The card that was played.
        card: Card,
        /// The cards that were taken from the table.
        taken: CardSet,
        /// True if it was the whole table.
        tabla: bool,
    },
    /// All hands were empty, and a player was dealt new cards.
    Dealt {
        /// The player's seat.
        seat: Seat,
        /// The number of cards.
        count: u8,
        /// The cards; known to the player only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        cards: Option<CardSet>,
    },
    /// At the end, the cards left on the table went to the last player who
    /// captured.
    Swept {
        /// The player's seat.
        seat: Seat,
        /// The cards that were left.
        cards: CardSet,
    },
    /// The deal is over.
    Finished {
        /// The result of the deal.
        result: Box<DealResult>,
    },
}
