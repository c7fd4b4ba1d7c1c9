//! The events that an action brings about.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::Seat;
use vzetek_game::options::is_usual;

use crate::{Announcement, Card, CardSet, Contract, DealResult, Item, Side, TALON};

/// An event that an action brings about. Everything is public but the cards
/// that the declarer discards face down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokEvent"),
    schemars(rename = "TarokEvent")
)]
pub enum Event {
    /// A contract was bid.
    Bid {
        /// The seat that bid it.
        seat: Seat,
        /// The contract.
        contract: Contract,
    },
    /// Somebody has nothing more to bid, to announce or to raise.
    Passed {
        /// The seat.
        seat: Seat,
    },
    /// The declarer said what is really played.
    Chosen {
        /// The declarer.
        seat: Seat,
        /// The contract.
        contract: Contract,
        /// The talon, if it is turned up for this contract.
        #[serde(default, skip_serializing_if = "ArrayVec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
        talon: ArrayVec<Card, TALON>,
    },
    /// The declarer called a king.
    Called {
        /// The declarer.
        seat: Seat,
        /// The king.
        king: Card,
        /// The talon, which is turned up then.
        #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
        talon: ArrayVec<Card, TALON>,
    },
    /// The declarer took a group of the talon into the hand.
    TookGroup {
        /// The declarer.
        seat: Seat,
        /// The number of the group, from 0.
        group: u8,
        /// Its cards.
        cards: CardSet,
    },
    /// The declarer put a card away.
    Discarded {
        /// The declarer.
        seat: Seat,
        /// The card; taroks are shown to all, others known to the declarer
        /// only.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        card: Option<Card>,
    },
    /// The declarer announced something; of four players anybody may.
    Announced {
        /// The seat that announced it.
        seat: Seat,
        /// The announcement.
        announcement: Announcement,
        /// The side of this player, which shows itself so where a king was called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        side: Option<Side>,
    },
    /// Somebody said kontra, re, sub or mort.
    Raised {
        /// The seat that said it.
        seat: Seat,
        /// The item that was raised.
        item: Item,
        /// The factor by which it counts now: 2, 4, 8 or 16.
        multiplier: u8,
        /// The side of this player, which shows itself so where a king was called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        side: Option<Side>,
    },
    /// In open berač, the declarer's cards are laid open.
    HandShown {
        /// The declarer.
        seat: Seat,
        /// The whole hand.
        cards: CardSet,
    },
    /// A card was played.
    Played {
        /// The seat that played it.
        seat: Seat,
        /// The card.
        card: Card,
        /// The declarer, if this is the called king and so shows all sides: whoever
        /// played it is the partner, or the declarer alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        called_by: Option<Seat>,
    },
    /// The trick is complete.
    TrickTaken {
        /// The seat that takes it and leads next.
        seat: Seat,
        /// In klop, the talon card that goes with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        gift: Option<Card>,
        /// The rest of the talon, if the declarer wins it by taking the trick with the
        /// called king.
        #[serde(default, skip_serializing_if = "is_usual")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<CardSet>"))]
        rest: CardSet,
    },
    /// The deal is over.
    Finished {
        /// The result of the deal.
        result: DealResult,
    },
}
