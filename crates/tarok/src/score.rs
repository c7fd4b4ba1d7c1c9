//! The results of deals, from their outcomes.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use vzetek_game::{BySeat, Seat};

use crate::{Announcement, Contract, HALF_POINTS, Item, Options, Outcome, SEATS, Stake};

/// The cost of losing the mond, in points.
pub(crate) const MOND_LOST: i32 = 21;

/// The cost of klop with half of the points or more, and the reward of a player
/// who takes no trick where the table rewards that.
const KLOP: i32 = 70;

/// The result of a finished deal, before anybody's radelci.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokDealResult"))]
pub struct DealResult {
    /// The contract that was played.
    pub contract: Contract,
    /// The seat that played it; nobody in klop, where all play alone.
    pub declarer: Option<Seat>,
    /// The parts of the declarer's result: the game, what was announced, and
    /// what was made silently.
    #[cfg_attr(feature = "ts", ts(as = "Vec<ItemResult>"))]
    pub items: ArrayVec<ItemResult, 5>,
    /// The result of each seat.
    pub seats: BySeat<SeatResult>,
    /// True if everybody gets a radelc.
    pub radelci: bool,
}

/// One part of the declarer's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokItemResult"))]
pub struct ItemResult {
    /// The item.
    pub item: Item,
    /// True if the declarer made it.
    pub made: bool,
    /// True if it was made without having been announced, by either side.
    pub silent: bool,
    /// 1, or 2 to 16 if it was raised.
    pub multiplier: u8,
    /// The points it adds to the declarer's result, multiplied.
    pub value: i32,
}

/// The result of a deal for one player, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TarokSeatResult"))]
pub struct SeatResult {
    /// The points of the cards of the player, or of the player's side; none in
    /// berač, where they are not counted.
    pub points: Option<u8>,
    /// The result of the declarer, or of anybody in klop. A declarer's radelc
    /// doubles this and nothing else.
    pub result: i32,
    /// A defender's reward for a kontra by the other one that failed.
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

impl DealResult {
    /// Returns the change of each seat's score, radelci apart.
    pub fn scores(&self) -> BySeat<i32> {
        self.seats.map(SeatResult::score)
    }
}

impl Outcome {
    /// Returns the result of the outcome.
    pub fn result(&self, options: &Options) -> DealResult {
        match self {
            Self::Klop { points, tricks } => klop(points, tricks, options),
            Self::Berac { declarer, contract, stake, won } => {
                let value = if *won { contract.value() } else { -contract.value() };
                let items = [ItemResult::staked(stake, *won, value)].into_iter().collect();
                let mut result = DealResult::new(*contract, *declarer, items);
                result.reward_defenders(std::slice::from_ref(stake));
                result.radelci = true;
                result
            }
            Self::Ordinary { declarer, contract, points, stakes, made, defended, mond } => {
                let beyond = i32::from(*points) - i32::from(HALF_POINTS);
                let won = beyond > 0;
                let game = if won { contract.value() } else { -contract.value() } + beyond;
                let items = stakes
                    .iter()
                    .map(|stake| match stake.item {
                        Item::Game => ItemResult::staked(stake, won, game),
                        Item::Announced(announcement) => {
                            let made = made.contains(&announcement);
                            let value = announcement.value();
                            ItemResult::staked(stake, made, if made { value } else { -value })
                        }
                    })
                    .chain(silent(stakes, made, true))
                    .chain(silent(stakes, defended, false).filter(|_| options.symmetric_bonuses))
                    .collect();
                let mut result = DealResult::new(*contract, *declarer, items);
                result.reward_defenders(stakes);
                for seat in Seat::all(SEATS) {
                    let part = &mut result.seats[seat];
                    let own = seat == *declarer;
                    part.points = Some(if own { *points } else { crate::PACK_POINTS - points });
                    part.mond = if *mond == Some(seat) { -MOND_LOST } else { 0 };
                }
                let valat = Item::Announced(Announcement::Valat);
                result.radelci = result.items.iter().any(|item| item.item == valat);
                result
            }
        }
    }
}

impl ItemResult {
    fn staked(stake: &Stake, made: bool, value: i32) -> Self {
        let multiplier = stake.multiplier();
        let value = value * i32::from(multiplier);
        Self { item: stake.item, made, silent: false, multiplier, value }
    }
}

/// Half of what was made without having been announced, for or against the
/// declarer.
fn silent(
    stakes: &[Stake],
    made: &[Announcement],
    by_declarer: bool,
) -> impl Iterator<Item = ItemResult> {
    let not_announced = |item: &Item| !stakes.iter().any(|stake| stake.item == *item);
    made.iter().map(|&announcement| Item::Announced(announcement)).filter(not_announced).map(
        move |item| {
            let Item::Announced(announcement) = item else { unreachable!("the game is a stake") };
            let half = announcement.value() / 2;
            let value = if by_declarer { half } else { -half };
            ItemResult { item, made: by_declarer, silent: true, multiplier: 1, value }
        },
    )
}

impl DealResult {
    /// The declarer's result from its items, the game first.
    fn new(contract: Contract, declarer: Seat, items: ArrayVec<ItemResult, 5>) -> Self {
        let won = items[0].made;
        let result = items.iter().map(|item| item.value).sum();
        let seats = BySeat::from_fn(SEATS, |seat| {
            let own = seat == declarer;
            SeatResult {
                result: if own { result } else { 0 },
                won: won == own,
                ..SeatResult::default()
            }
        });
        Self { contract, declarer: Some(declarer), items, seats, radelci: false }
    }

    /// Rewards the defender who never raised what the declarer made under
    /// kontra, with all that the raising has added.
    fn reward_defenders(&mut self, stakes: &[Stake]) {
        for stake in stakes.iter().filter(|stake| !stake.raises.is_empty()) {
            let item = self.items.iter().find(|item| item.item == stake.item).expect("staked");
            let added = item.value - item.value / i32::from(item.multiplier);
            for seat in Seat::all(SEATS) {
                let defends = self.declarer != Some(seat);
                if item.made && defends && !stake.raises.contains(&seat) {
                    self.seats[seat].kontra += added;
                }
            }
        }
    }
}

fn klop(points: &BySeat<u8>, tricks: &BySeat<u8>, options: &Options) -> DealResult {
    let rewarded = options.rewarded_klop && tricks.iter().any(|&tricks| tricks == 0);
    let result = |seat| match points[seat] {
        _ if rewarded && tricks[seat] == 0 => KLOP,
        _ if rewarded => 0,
        points if points >= HALF_POINTS => -KLOP,
        points => -i32::from(points),
    };
    let best = Seat::all(SEATS).map(result).max();
    let seats = BySeat::from_fn(SEATS, |seat| SeatResult {
        points: Some(points[seat]),
        result: result(seat),
        won: Some(result(seat)) == best,
        ..SeatResult::default()
    });
    DealResult {
        contract: Contract::Klop,
        declarer: None,
        items: ArrayVec::new(),
        seats,
        radelci: true,
    }
}
