//! What an action brought about.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{Card, CardSet, DealResult};

/// What an action brought about. Everything is public but which cards the
/// others are dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TablicEvent"))]
pub enum Event {
    /// A card was laid on the table.
    Laid {
        /// By whom.
        seat: Seat,
        /// Which.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        card: Card,
    },
    /// A card captured others; all of them go to the player's pile.
    Captured {
        /// By whom.
        seat: Seat,
        /// The card that was played.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        card: Card,
        /// The cards that were taken from the table.
        #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
        taken: CardSet,
        /// Whether it was the whole table.
        tabla: bool,
    },
    /// All hands were empty, and a player was dealt new cards.
    Dealt {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
        /// Which; known to the player only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
        cards: Option<CardSet>,
    },
    /// At the end, the cards left on the table went to whoever captured last.
    Swept {
        /// Who.
        seat: Seat,
        /// What was left.
        #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
        cards: CardSet,
    },
    /// The deal is over.
    Finished {
        /// What it is worth to whom.
        result: Box<DealResult>,
    },
}
