//! The results of four players, where they differ from those of three.

use arrayvec::ArrayVec;

use crate::stake::STAKES;
use crate::{Announcement, HALF_POINTS, Item, ItemResult, KLOP, Options, Outcome, Side, Stake};

/// A player's result in klop: as soon as a player took nothing or half of the points, only these
/// players have one.
pub(super) fn klop(points: u8, tricks: u8, outcome: &Outcome, options: &Options) -> i32 {
    match points {
        _ if tricks == 0 => KLOP,
        points if points >= HALF_POINTS => -KLOP,
        _ if outcome.has_empty_hand() || outcome.has_full_hand() => 0,
        points => -options.rounded(points.into()),
    }
}

/// The parts of a result. A valat, announced or made silently, stands in the place of
/// all else.
pub(super) fn items(
    stakes: &[Stake],
    (won, game): (bool, i32),
    [made, defended]: [&[Announcement]; 2],
    lost: &[(Announcement, Side)],
) -> ArrayVec<ItemResult, STAKES> {
    let staked = |stake: &Stake| match stake.item {
        Item::Game => ItemResult::staked(stake, won, game),
        Item::Announced(announcement) => {
            let by_side = if stake.side == Side::Declarer { made } else { defended };
            let value = signed(announcement.value(), by_side.contains(&announcement), stake.side);
            ItemResult::staked(stake, value > 0, value)
        }
    };
    let silently = |announcement: Announcement, is_made: bool, side: Side, multiplier: u8| {
        let value = signed(announcement.value() / 2, is_made, side) * i32::from(multiplier);
        let item = Item::Announced(announcement);
        ItemResult { item, made: value > 0, silent: true, multiplier, value, side }
    };
    let sides = [(made, Side::Declarer), (defended, Side::Defenders)];
    let all = || {
        sides.into_iter().flat_map(|(made, side)| made.iter().map(move |&what| (what, true, side)))
    };
    let is_announced = |what: Announcement| stakes.iter().any(|s| s.item == Item::Announced(what));
    if !is_announced(Announcement::Valat)
        && let Some((what, made, side)) = all().find(|&(what, ..)| what == Announcement::Valat)
    {
        return [silently(what, made, side, stakes[0].multiplier())].into_iter().collect();
    }
    let silent = all()
        .chain(lost.iter().map(|&(what, side)| (what, false, side)))
        .filter(|&(what, ..)| !is_announced(what) && !is_announced(Announcement::Valat))
        .map(|(what, made, side)| silently(what, made, side, 1));
    stakes.iter().map(staked).chain(silent).collect()
}

/// The value for the declarer of what a side has made, or not.
fn signed(value: i32, is_made: bool, side: Side) -> i32 {
    if is_made == (side == Side::Declarer) { value } else { -value }
}
