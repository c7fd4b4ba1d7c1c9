//! The results of deals.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::options::is_usual;
use vzetek_game::{BySeat, Seat};

use crate::stake::STAKES;
use crate::{Contract, Item, Side, Stake};

/// The cost of klop with half of the points or more, and the reward of a player
/// who takes no trick where the table rewards that.
pub const KLOP: i32 = 70;

/// The result of a finished deal, before radelci are applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokDealResult"),
    schemars(rename = "TarokDealResult")
)]
pub struct DealResult {
    /// The contract that was played.
    pub contract: Contract,
    /// The seat that played it; absent in klop, where all play alone.
    pub declarer: Option<Seat>,
    /// The declarer's partner, who writes the same result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub partner: Option<Seat>,
    /// The parts of the declarer's result: the game, what was announced, and
    /// what was made silently. Of four players, a valat stands alone.
    #[cfg_attr(feature = "ts", ts(as = "Vec<ItemResult>"))]
    pub items: ArrayVec<ItemResult, STAKES>,
    /// The result of each seat.
    pub seats: BySeat<SeatResult>,
    /// True if every player gets a radelc.
    pub radelci: bool,
}

/// One part of the declarer's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokItemResult"),
    schemars(rename = "TarokItemResult")
)]
pub struct ItemResult {
    /// The item.
    pub item: Item,
    /// True if the declarer made it; of four players, if it counts for the declarer,
    /// whichever side undertook it.
    pub made: bool,
    /// True if it was made, or of four players lost, without having been announced, by
    /// either side.
    pub silent: bool,
    /// 1, or 2 to 16 if it was raised.
    pub multiplier: u8,
    /// The points it adds to the declarer's result, multiplied.
    pub value: i32,
    /// Of four players, the side that undertook it, or made or lost it silently; the
    /// declarer's if it is left out.
    #[serde(default, skip_serializing_if = "is_usual")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Side>"))]
    pub side: Side,
}

/// The result of a deal for one player, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TarokSeatResult"),
    schemars(rename = "TarokSeatResult")
)]
pub struct SeatResult {
    /// The points of the cards of the player, or of the player's side; none in
    /// berač and other contracts in which they are not counted.
    pub points: Option<u8>,
    /// The result of the declarer and a partner, or of any player in klop. A declarer's
    /// radelc doubles this and nothing else.
    pub result: i32,
    /// A defender's reward for a kontra by the other one that failed; of four players, the
    /// cost of one's own, where the table has one.
    pub kontra: i32,
    /// The cost of the mond: −21 or 0.
    pub mond: i32,
    /// True if the deal is won, alone or with others.
    pub won: bool,
}

impl SeatResult {
    /// Returns the change of the score, radelci apart.
    pub const fn score(&self) -> i32 {
        self.result + self.kontra + self.mond
    }
}

impl ItemResult {
    pub(crate) fn staked(stake: &Stake, made: bool, value: i32) -> Self {
        let multiplier = stake.multiplier();
        let value = value * i32::from(multiplier);
        Self { item: stake.item, made, silent: false, multiplier, value, side: stake.side }
    }
}
