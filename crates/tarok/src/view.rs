//! The view of one observer of a deal.

use serde::{Deserialize, Serialize};
use vzetek_game::Seat;

use crate::{CardSet, Side, Table, Undertaking};

/// A deal as one seat, or the public, knows it: the public side, and the
/// observer's own cards. Holds no hidden card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokView"),
    schemars(rename = "TarokView")
)]
pub struct View {
    /// The seat of the observer; absent for the public.
    pub observer: Option<Seat>,
    /// The seat that is to act; absent when the deal is over.
    pub current_player: Option<Seat>,
    /// The observer's cards; absent for the public.
    pub hand: Option<CardSet>,
    /// The cards that the observer has discarded face down.
    pub discards: CardSet,
    /// The public side of the deal.
    #[serde(flatten)]
    pub table: Table,
}

impl View {
    /// The cards of the pack whose place the observer does not know.
    pub fn unseen(&self) -> CardSet {
        let mut seen = self.table.open() | self.hand.unwrap_or_default() | self.discards;
        for &known in self.table.known.iter() {
            seen |= known;
        }
        CardSet::full() - seen
    }

    /// The number of unknown cards in a player's hand.
    pub fn hidden_in(&self, seat: Seat) -> usize {
        if self.observer == Some(seat) {
            return 0;
        }
        usize::from(self.table.hand_sizes[seat]) - self.table.known[seat].len()
    }

    /// The side of a player as far as the observer knows it: the holder of the called king knows
    /// every side, all know their own.
    pub fn side(&self, undertaking: &Undertaking, seat: Seat) -> Option<Side> {
        undertaking.side(seat).or_else(|| {
            let (hand, observer) = (self.hand?, self.observer?);
            let holds = hand.contains(undertaking.called.as_ref()?.king);
            match (seat == observer, holds) {
                (true, _) => Some(undertaking.side_with(seat, hand)),
                (false, holds) => holds.then_some(Side::Defenders),
            }
        })
    }

    /// The number of cards discarded face down that the observer does not know.
    pub fn hidden_discards(&self) -> usize {
        usize::from(self.table.buried()) - self.discards.len()
    }
}
