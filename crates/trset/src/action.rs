//! The actions of a player.

use std::fmt;
use std::str::FromStr;

use vzetek_game::{NotationError, by_notation};

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

by_notation!(Action);
