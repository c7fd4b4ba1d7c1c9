//! Items at stake, and how often each is raised.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::Seat;
use vzetek_game::options::is_usual;

use crate::{Item, Side};

/// The most that is at stake: the game and all announcements.
pub(crate) const STAKES: usize = Item::ALL.len();

/// The game or an announcement, and who has raised it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokStake"),
    schemars(rename = "TarokStake")
)]
pub struct Stake {
    /// The item at stake.
    pub item: Item,
    /// The seats that said kontra, re, sub and mort: a defender, the declarer,
    /// a defender, the declarer; or the other way round where a defender announced.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Seat>"))]
    pub raises: ArrayVec<Seat, 4>,
    /// The side that undertakes it, the declarer's if it is left out.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Side>"))]
    pub side: Side,
}

impl Stake {
    /// An item at stake that is not raised yet.
    pub const fn new(item: Item) -> Self {
        Self { item, raises: ArrayVec::new_const(), side: Side::Declarer }
    }

    /// 1, and twice as much for each raise: 2, 4, 8 or 16.
    pub fn multiplier(&self) -> u8 {
        1 << self.raises.len()
    }

    /// The side that may raise it next: the other one (kontra, sub) or its own (re, mort).
    pub(crate) fn to_raise(&self) -> Side {
        if self.raises.len().is_multiple_of(2) { self.side.other() } else { self.side }
    }
}
