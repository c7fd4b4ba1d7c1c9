//! The view of one observer of a deal.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{CardSet, Table};

/// A deal as one seat, or the public, knows it: the public side, and the
/// observer's own cards. Holds no hidden card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TablicView"),
    schemars(rename = "TablicView")
)]
pub struct View {
    /// The seat of the observer; absent for the public.
    pub observer: Option<Seat>,
    /// The seat that is to play; absent when the deal is over.
    pub current_player: Option<Seat>,
    /// The observer's cards; absent for the public.
    pub hand: Option<CardSet>,
    /// The public side of the deal.
    #[serde(flatten)]
    pub table: Table,
}

impl View {
    /// The cards of the pack whose place the observer does not know.
    pub fn unseen(&self) -> CardSet {
        CardSet::full() - (self.table.open() | self.hand.unwrap_or_default())
    }

    /// The number of cards in a player's hand that the observer does not know.
    pub fn hidden_in(&self, seat: Seat) -> usize {
        if self.observer == Some(seat) { 0 } else { self.table.hand_sizes[seat].into() }
    }
}
