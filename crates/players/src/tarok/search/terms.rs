//! The terms of a deal, as far as a search must know them.

use vzetek_game::Seat;
use vzetek_tarok::{Announcement, Item, Options, Side, Stake};

/// The game and the announcements.
const ITEMS: usize = Item::ALL.len();

/// The terms of a deal: the announcements and raises, and the table's options
/// that change a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// By [`place`]: 0 if not announced, else 1, or 2 to 16 if raised.
    multipliers: [u8; ITEMS],
    /// By [`place`]: a bit for each seat that has raised it.
    raisers: [u8; ITEMS],
    /// By [`place`], a bit for each item that the defenders undertake.
    defended: u8,
    /// True if points are rounded to the nearest five.
    pub round_to_five: bool,
    /// True if raising what the declarer's side makes costs a defender of four what it adds.
    pub kontra_costs: bool,
    /// True if in klop a player who takes no trick gets 70 and the others nothing.
    pub rewarded_klop: bool,
    /// True if half of what the defenders make silently is taken off the declarer.
    pub symmetric_bonuses: bool,
}

const fn place(item: Item) -> usize {
    match item {
        Item::Game => 0,
        Item::Announced(announcement) => 1 + announcement as usize,
    }
}

impl Default for Terms {
    /// The rules of Luštrek (2002), nothing announced, nothing raised.
    fn default() -> Self {
        Self {
            multipliers: [1, 0, 0, 0, 0, 0],
            raisers: [0; ITEMS],
            defended: 0,
            round_to_five: false,
            kontra_costs: false,
            rewarded_klop: false,
            symmetric_bonuses: false,
        }
    }
}

impl Terms {
    /// The terms of a deal.
    pub fn new(stakes: &[Stake], options: &Options) -> Self {
        let mut terms = Self {
            rewarded_klop: options.rewarded_klop,
            symmetric_bonuses: options.symmetric_bonuses,
            round_to_five: options.round_to_five,
            kontra_costs: options.kontra_costs,
            ..Self::default()
        };
        if stakes.iter().any(|stake| stake.item == Item::Announced(Announcement::Valat)) {
            // Of four players, to whom nothing else counts then, the game is no stake.
            terms.multipliers[0] = u8::from(!options.is_four());
        }
        for stake in stakes {
            terms.multipliers[place(stake.item)] = stake.multiplier();
            terms.defended |= u8::from(stake.side == Side::Defenders) << place(stake.item);
            for seat in &stake.raises {
                terms.raisers[place(stake.item)] |= 1 << seat.index();
            }
        }
        terms
    }

    /// Returns the terms with this announced, not raised.
    pub fn announce(mut self, announcement: Announcement) -> Self {
        self.multipliers[place(Item::Announced(announcement))] = 1;
        self
    }

    /// Returns the terms with the item raised once more by this seat.
    #[cfg(test)]
    pub(super) fn raised(mut self, seat: Seat, item: Item) -> Self {
        self.multipliers[place(item)] *= 2;
        self.raisers[place(item)] |= 1 << seat.index();
        self
    }

    /// Returns true if this was announced.
    pub fn is_announced(&self, announcement: Announcement) -> bool {
        self.multipliers[place(Item::Announced(announcement))] > 0
    }

    /// Returns the multiplier of the item; 0 if it was not announced.
    pub fn multiplier(&self, item: Item) -> i32 {
        i32::from(self.multipliers[place(item)])
    }

    /// Returns true if the seat has raised the item.
    pub fn has_raised(&self, seat: Seat, item: Item) -> bool {
        self.raisers[place(item)] >> seat.index() & 1 == 1
    }

    /// Returns the side that undertakes the item.
    pub fn side(&self, item: Item) -> Side {
        if self.defended >> place(item) & 1 == 1 { Side::Defenders } else { Side::Declarer }
    }

    /// Returns the points that an announcement adds to the declarer's result:
    /// made or not if it was announced, half if it was made silently.
    #[inline]
    pub(super) fn worth(&self, announcement: Announcement, own: bool, theirs: bool) -> i32 {
        let value = announcement.value();
        match self.multiplier(Item::Announced(announcement)) {
            0 if own => value / 2,
            0 if theirs && self.symmetric_bonuses => -value / 2,
            0 => 0,
            multiplier if own => value * multiplier,
            multiplier => -value * multiplier,
        }
    }
}
