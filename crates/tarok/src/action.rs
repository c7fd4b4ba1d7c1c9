//! The actions of a player.

use std::fmt;
use std::str::FromStr;

use vzetek_game::{NotationError, by_notation};

use crate::{Announcement, Card, Contract, Item, KINGS};

/// One decision of one player.
///
/// Notation: `bid:two`, `pass`, `contract:one`, `call:SK`, `take:0`, `discard:H4`,
/// `announce:trula`, `raise:game`, and a card played is just the card, `T21`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Bid this contract.
    Bid(Contract),
    /// Bid, announce or raise nothing more.
    Pass,
    /// Having won the bidding, say what is really played; or, of four players, make a
    /// solo with the talon a colour valat.
    Choose(Contract),
    /// Call this king, whose holder becomes the declarer's partner.
    Call(Card),
    /// Take the talon group with this index, counted from 0.
    Take(u8),
    /// Put a card away; it counts for the declarer.
    Discard(Card),
    /// Announce something beyond the game.
    Announce(Announcement),
    /// Say kontra, re, sub or mort, whichever is next.
    Raise(Item),
    /// Play a card.
    Play(Card),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(contract) => write!(f, "bid:{contract}"),
            Self::Pass => f.write_str("pass"),
            Self::Choose(contract) => write!(f, "contract:{contract}"),
            Self::Call(king) => write!(f, "call:{king}"),
            Self::Take(group) => write!(f, "take:{group}"),
            Self::Discard(card) => write!(f, "discard:{card}"),
            Self::Announce(announcement) => write!(f, "announce:{announcement}"),
            Self::Raise(item) => write!(f, "raise:{item}"),
            Self::Play(card) => card.fmt(f),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let Some((verb, object)) = text.split_once(':') else {
            return if text == "pass" { Ok(Self::Pass) } else { text.parse().map(Self::Play) };
        };
        match verb {
            "bid" => object.parse().map(Self::Bid),
            "contract" => object.parse().map(Self::Choose),
            "call" => king(object).map(Self::Call),
            "take" => group(object).map(Self::Take),
            "discard" => object.parse().map(Self::Discard),
            "announce" => object.parse().map(Self::Announce),
            "raise" => object.parse().map(Self::Raise),
            _ => Err(NotationError::new(
                text,
                "an action: bid:, contract:, call:, take:, discard:, announce:, raise:, pass or a card",
            )),
        }
    }
}

/// A king to be called.
fn king(text: &str) -> Result<Card, NotationError> {
    let king = text.parse().ok().filter(|&card| KINGS.contains(card));
    king.ok_or_else(|| NotationError::new(text, "a king: HK, DK, SK or CK"))
}

/// A talon group: one figure, so that each action has one notation.
fn group(text: &str) -> Result<u8, NotationError> {
    match text.as_bytes() {
        [figure @ b'0'..=b'5'] => Ok(figure - b'0'),
        _ => Err(NotationError::new(text, "a talon group, 0 to 5")),
    }
}

by_notation!(Action);
