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
    ts(rename = "TrsetView"),
    schemars(rename = "TrsetView")
)]
pub struct View {
    /// The seat of the observer; absent for the public.
    pub observer: Option<Seat>,
    /// The seat that is to act; absent when the deal is over.
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
        let mut seen = self.hand.unwrap_or_default() | self.table.trick.card_set();
        for seat in Seat::all(self.table.options.seats()) {
            seen |= self.table.piles[seat] | self.table.known[seat];
        }
        self.table.options.pack() - seen
    }

    /// The number of unknown cards in a player's hand.
    pub fn hidden_in(&self, seat: Seat) -> usize {
        if self.observer == Some(seat) {
            return 0;
        }
        usize::from(self.table.hand_sizes[seat]) - self.table.known[seat].len()
    }
}
