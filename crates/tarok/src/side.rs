//! The two sides of a deal, and the king whose holder belongs to the declarer's.

use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::Card;

/// A side of a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokSide"),
    schemars(rename = "TarokSide")
)]
pub enum Side {
    /// The declarer, alone or with a partner.
    #[default]
    Declarer,
    /// All others.
    Defenders,
}

impl Side {
    /// The side against this one.
    pub const fn other(self) -> Self {
        match self {
            Self::Declarer => Self::Defenders,
            Self::Defenders => Self::Declarer,
        }
    }
}

/// The king that was called, and what everybody knows of the sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokCalled"),
    schemars(rename = "TarokCalled")
)]
pub struct Called {
    /// The king; whoever holds it and is not the declarer is the declarer's partner.
    pub king: Card,
    /// The side of each player, as far as the rules have shown it to all.
    pub sides: BySeat<Option<Side>>,
}

impl Called {
    /// A king whose holder is known to no player.
    pub(crate) fn new(king: Card, declarer: Seat, seats: usize) -> Self {
        let mut sides = BySeat::filled(seats, None);
        sides[declarer] = Some(Side::Declarer);
        Self { king, sides }
    }

    /// Shows all sides: the partner's, and those of all others.
    pub(crate) fn settle(&mut self, partner: Option<Seat>) {
        if let Some(partner) = partner {
            self.sides[partner] = Some(Side::Declarer);
        }
        for side in self.sides.iter_mut() {
            side.get_or_insert(Side::Defenders);
        }
    }

    /// True if every player's side is shown.
    pub fn is_settled(&self) -> bool {
        self.sides.iter().all(Option::is_some)
    }
}
