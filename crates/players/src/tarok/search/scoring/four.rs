//! The scores of four players, where they differ from those of three.

use vzetek_game::Seat;
use vzetek_tarok::{Announcement, HALF_POINTS, Item, Side, to_nearest_five};

use super::super::bits::bit;
use super::super::kernel::NO_SEAT;
use super::{KLOP, Position};

impl<const N: usize> Position<N> {
    /// Returns true if the called king was played to the last trick of a deal that is over.
    pub(super) fn has_called_in_last_trick(&self) -> bool {
        self.is_over() && self.table.iter().any(|&card| bit(card) & self.called != 0)
    }

    /// The result of the declarer's side.
    pub(super) fn result_of_four(&self) -> i32 {
        let times = self.terms.multiplier(Item::Game);
        if !self.contract.is_ordinary() {
            return times * self.flat_game();
        }
        let announced = |what| self.terms.is_announced(what);
        if announced(Announcement::Valat) {
            return self.announced(Announcement::Valat);
        }
        for (own, sign) in [(true, 1), (false, -1)] {
            if self.has_made(Announcement::Valat, own) {
                return sign * times * Announcement::Valat.value() / 2;
            }
        }
        let beyond = i32::from(self.points(self.declarer())) - i32::from(HALF_POINTS);
        let value = if beyond > 0 { self.contract.value() } else { -self.contract.value() };
        let items = Announcement::ALL.into_iter().filter(|&what| what != Announcement::Valat);
        let items = items.map(|what| match announced(what) {
            true => self.announced(what),
            false => self.silent(what),
        });
        times * (value + self.rounded(beyond)) + items.sum::<i32>()
    }

    /// A defender who raised what the declarer's side has made pays what the raising has added.
    pub(super) fn charge_defenders(&self, scores: &mut [i32; N]) {
        let mut charge = |item: Item, points: i32| {
            let added = points * (self.terms.multiplier(item) - 1);
            for (seat, score) in scores.iter_mut().enumerate() {
                let seat = Seat::new(seat as u8);
                if added > 0 && !self.is_declarers(seat) && self.terms.has_raised(seat, item) {
                    *score -= added;
                }
            }
        };
        if !self.contract.is_ordinary() {
            return charge(Item::Game, self.flat_game());
        }
        let announced = |what| self.terms.is_announced(what);
        if !announced(Announcement::Valat) && self.has_made(Announcement::Valat, true) {
            return charge(Item::Game, Announcement::Valat.value() / 2);
        }
        if !announced(Announcement::Valat) && self.has_made(Announcement::Valat, false) {
            return;
        }
        let beyond = i32::from(self.points(self.declarer())) - i32::from(HALF_POINTS);
        if beyond > 0 {
            charge(Item::Game, self.contract.value() + self.rounded(beyond));
        }
        for what in Announcement::ALL {
            let item = Item::Announced(what);
            let own = self.terms.side(item) == Side::Declarer;
            if announced(what) && own && self.has_made(what, true) {
                charge(item, what.value());
            }
        }
    }

    /// The points of an announcement.
    fn announced(&self, what: Announcement) -> i32 {
        let own = self.terms.side(Item::Announced(what)) == Side::Declarer;
        let points = what.value() * self.terms.multiplier(Item::Announced(what));
        if self.has_made(what, own) == own { points } else { -points }
    }

    /// The points of what was not announced: either side may have made it, or lost an
    /// ultimo in the last trick.
    fn silent(&self, what: Announcement) -> i32 {
        let points = what.value() / 2;
        if self.has_made(what, true) {
            return points;
        }
        match what {
            _ if self.has_made(what, false) => -points,
            Announcement::KingUltimo if self.has_called_in_last_trick() => -points,
            Announcement::PagatUltimo if self.is_over() && self.pagat_fell != NO_SEAT => {
                let own = self.is_declarers(Seat::new(self.pagat_fell));
                if own { -points } else { points }
            }
            _ => 0,
        }
    }

    /// Points as the table rounds them.
    fn rounded(&self, points: i32) -> i32 {
        if self.terms.round_to_five { to_nearest_five(points) } else { points }
    }

    /// Klop: the empty and the full alone, if there are any.
    pub(super) fn klop_of_four(&self) -> [i32; N] {
        let points: [u8; N] = std::array::from_fn(|seat| self.points(Seat::new(seat as u8)));
        let alone = |seat: usize| self.tricks[seat] == 0 || points[seat] >= HALF_POINTS;
        let any = (0..N).any(alone);
        std::array::from_fn(|seat| match points[seat] {
            _ if self.tricks[seat] == 0 => KLOP,
            points if points >= HALF_POINTS => -KLOP,
            _ if any => 0,
            points => -self.rounded(points.into()),
        })
    }
}
