//! The results of deals, from their outcomes.

use arrayvec::ArrayVec;
use vzetek_game::{BySeat, Seat};

use crate::outcome::MOND_LOST;
use crate::stake::STAKES;
use crate::{
    Announcement, Contract, DealResult, HALF_POINTS, Item, ItemResult, KLOP, Options, Outcome,
    SeatResult, Side, Stake,
};

mod four;

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
            Self::Klop { points, tricks } => {
                let result = |seat| {
                    let (points, tricks) = (points[seat], tricks[seat]);
                    if options.is_four() {
                        four::klop(points, tricks, self, options)
                    } else {
                        klop(points, tricks, self, options)
                    }
                };
                DealResult::of_klop(points, result)
            }
            Self::Flat { declarer, contract, stake, won, points, mond } => {
                let value = if *won { contract.value() } else { -contract.value() };
                let items = [ItemResult::staked(stake, *won, value)].into_iter().collect();
                let mut result = DealResult::new(*contract, *declarer, None, items, options);
                result.settle_kontra(std::slice::from_ref(stake), options);
                result.write_cards(*points, *mond);
                result.radelci = true;
                result
            }
            Self::Ordinary {
                declarer,
                partner,
                contract,
                points,
                stakes,
                made,
                defended,
                lost,
                mond,
            } => {
                let beyond = i32::from(*points) - i32::from(HALF_POINTS);
                let won = beyond > 0;
                let value = if won { contract.value() } else { -contract.value() };
                let game = value + options.rounded(beyond);
                let items = if options.is_four() {
                    four::items(stakes, (won, game), [made, defended], lost)
                } else {
                    three_items(stakes, (won, game), [made, defended], options)
                };
                let mut result = DealResult::new(*contract, *declarer, *partner, items, options);
                result.settle_kontra(stakes, options);
                result.write_cards(Some(*points), *mond);
                let valat = Item::Announced(Announcement::Valat);
                result.radelci = result.items.iter().any(|item| item.item == valat);
                result
            }
        }
    }
}

/// The parts of a result where three play: with the game, won or not, come the
/// announcements and what was made silently, by the defenders where the table says so.
fn three_items(
    stakes: &[Stake],
    (won, game): (bool, i32),
    [made, defended]: [&[Announcement]; 2],
    options: &Options,
) -> ArrayVec<ItemResult, STAKES> {
    stakes
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
        .collect()
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
            let side = Side::Declarer;
            ItemResult { item, made: by_declarer, silent: true, multiplier: 1, value, side }
        },
    )
}

impl DealResult {
    /// The result of the declarer, and of a partner, from its items, the game first or
    /// what stands in its place.
    fn new(
        contract: Contract,
        declarer: Seat,
        partner: Option<Seat>,
        items: ArrayVec<ItemResult, STAKES>,
        options: &Options,
    ) -> Self {
        let won = items[0].made;
        let result = items.iter().map(|item| item.value).sum();
        let seats = BySeat::from_fn(options.seats(), |seat| {
            let own = seat == declarer || partner == Some(seat);
            SeatResult {
                result: if own { result } else { 0 },
                won: won == own,
                ..SeatResult::default()
            }
        });
        Self { contract, declarer: Some(declarer), partner, items, seats, radelci: false }
    }

    /// The result of a klop, from that of each player.
    fn of_klop(points: &BySeat<u8>, result: impl Fn(Seat) -> i32) -> Self {
        let best = Seat::all(points.len()).map(&result).max();
        let seats = BySeat::from_fn(points.len(), |seat| SeatResult {
            points: Some(points[seat]),
            result: result(seat),
            won: Some(result(seat)) == best,
            ..SeatResult::default()
        });
        Self {
            contract: Contract::Klop,
            declarer: None,
            partner: None,
            items: ArrayVec::new(),
            seats,
            radelci: true,
        }
    }

    /// Writes down the points of the two sides, where they count, and who pays for the
    /// mond.
    fn write_cards(&mut self, points: Option<u8>, mond: Option<Seat>) {
        for seat in Seat::all(self.seats.len()) {
            let own = [self.declarer, self.partner].contains(&Some(seat));
            let part = &mut self.seats[seat];
            let of_side = |points| if own { points } else { crate::PACK_POINTS - points };
            part.points = points.map(of_side);
            part.mond = if mond == Some(seat) { -MOND_LOST } else { 0 };
        }
    }

    /// Settles what the raising of what the declarer's side made has added. Where three play,
    /// the defender who never raised it is rewarded with that; of four, each who did pays it,
    /// where the table says so.
    fn settle_kontra(&mut self, stakes: &[Stake], options: &Options) {
        if options.is_four() && !options.kontra_costs {
            return;
        }
        let own = [self.declarer, self.partner];
        for stake in stakes.iter().filter(|stake| stake.side == Side::Declarer) {
            // A valat made silently stands in the place of all else, raised as the game is.
            let stands = |item: &&ItemResult| {
                item.item == stake.item || item.silent && stake.item == Item::Game
            };
            let Some(item) = self.items.iter().find(stands).filter(|item| item.made) else {
                continue;
            };
            let added = item.value - item.value / i32::from(item.multiplier);
            for seat in Seat::all(options.seats()).filter(|&seat| !own.contains(&Some(seat))) {
                match stake.raises.contains(&seat) {
                    true if options.is_four() => self.seats[seat].kontra -= added,
                    false if !options.is_four() => self.seats[seat].kontra += added,
                    _ => {}
                }
            }
        }
    }
}

/// A player's result in klop where three play.
fn klop(points: u8, tricks: u8, outcome: &Outcome, options: &Options) -> i32 {
    let rewarded = options.rewarded_klop && outcome.has_empty_hand();
    match points {
        _ if rewarded && tricks == 0 => KLOP,
        _ if rewarded => 0,
        points if points >= HALF_POINTS => -KLOP,
        points => -i32::from(points),
    }
}
