//! The actions of a player, and the events that follow.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use vzetek_game::{NotationError, Seat, serde_by_notation};

use crate::{Card, Declaration};

/// A card or, before one's first card, a declaration.
///
/// Notation: that of the card (`C3`) or of the declaration (`napola:C`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Declare a combination; the turn stays.
    Declare(Declaration),
    /// Play a card.
    Play(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declare(declaration) => declaration.fmt(f),
            Self::Play(card) => card.fmt(f),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text.contains(':') {
            text.parse().map(Self::Declare)
        } else {
            text.parse().map(Self::Play)
        }
    }
}

serde_by_notation!(Action);

/// An event that an action brings about. In tršet everything that happens is
/// public: drawn cards are shown, and the rest of a hand is never told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(rename = "TrsetEvent")]
pub enum Event {
    /// A combination was declared.
    Declared {
        /// The seat that declared it.
        seat: Seat,
        /// The combination.
        #[ts(as = "String")]
        declaration: Declaration,
    },
    /// A card was played.
    Played {
        /// The seat that played it.
        seat: Seat,
        /// The card.
        #[ts(as = "String")]
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
        #[ts(as = "String")]
        card: Card,
    },
}
