//! The options of a table that matter to the players of a deal.

use vzetek_search::uct::Outcome;
use vzetek_trset::{DEAL, Options, Variant};

/// The rules of one deal, as compactly as playouts like them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of players: 2, 3 or 4.
    pub seats: u8,
    /// True if the fewest thirds win.
    pub kifameno: bool,
    /// True if each of four players is a side.
    pub alone: bool,
    /// True if taking everything turns the result round (kifameno only).
    pub cappotto: bool,
    /// True if deals add up to a match, so that every point counts and not only
    /// the winner of the deal.
    pub match_play: bool,
}

impl Rules {
    /// The rules of the tršet thesis for two players.
    pub const fn two_players(kifameno: bool) -> Self {
        Self { seats: 2, alone: false, kifameno, cappotto: false, match_play: false }
    }

    /// The rules at a table with these options.
    pub fn of(options: &Options) -> Self {
        Self {
            seats: options.seats() as u8,
            alone: options.alone,
            kifameno: options.variant == Variant::Kifameno,
            cappotto: options.cappotto,
            match_play: options.target.is_some(),
        }
    }

    /// Returns the number of sides: partners share one.
    pub const fn sides(self) -> usize {
        if self.seats == 3 || self.alone { self.seats as usize } else { 2 }
    }

    /// The side of a seat.
    #[inline]
    pub const fn side(self, seat: usize) -> usize {
        if self.seats == 3 || self.alone { seat } else { seat & 1 }
    }

    /// The weight of winning the deal against that of its points (`α` in the
    /// tršet thesis, section 4.2).
    pub const fn win_weight(self) -> f64 {
        if self.match_play { 0.2 } else { 0.9 }
    }

    /// Returns the outcome of these final thirds for a side.
    pub fn outcome(self, thirds: &[u8; 4], side: usize) -> Outcome {
        let sides = &thirds[..self.sides()];
        // Cappotto: the side that took everything has, in effect, taken nothing.
        let merit = |side: usize| match (self.kifameno, self.cappotto && sides.contains(&DEAL)) {
            (false, _) => i32::from(sides[side]),
            (true, false) => -i32::from(sides[side]),
            (true, true) => i32::from(sides[side]) - i32::from(DEAL),
        };
        let own = merit(side);
        let best = (0..sides.len()).map(merit).max().unwrap_or(own);
        let sharing = (0..sides.len()).filter(|&other| merit(other) == best).count();
        let win = if own == best { 1.0 / sharing as f64 } else { 0.0 };
        let points = own + if self.kifameno { i32::from(DEAL) } else { 0 };
        Outcome { win, points: (f64::from(points) / f64::from(DEAL)).clamp(0.0, 1.0) }
    }

    /// Returns the utility of these final thirds for a side, 0 to 1.
    pub fn utility(self, thirds: &[u8; 4], side: usize) -> f64 {
        self.weighed(thirds, side, self.win_weight())
    }

    /// Returns the utility of these final thirds for a side with another weight
    /// of winning.
    pub fn weighed(self, thirds: &[u8; 4], side: usize, win_weight: f64) -> f64 {
        let outcome = self.outcome(thirds, side);
        win_weight * outcome.win + (1.0 - win_weight) * outcome.points
    }

    /// Returns the expected utility for a side that wins with this probability
    /// and has this many thirds. Cappotto is not taken into account.
    pub(super) fn expected(self, win: f64, thirds: f64, win_weight: f64) -> f64 {
        let share = (thirds / f64::from(DEAL)).clamp(0.0, 1.0);
        let points = if self.kifameno { 1.0 - share } else { share };
        win_weight * win + (1.0 - win_weight) * points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winning_follows_the_rules() {
        let trset = Rules::two_players(false);
        assert_eq!(trset.outcome(&[18, 17, 0, 0], 0).win, 1.0);
        assert_eq!(trset.outcome(&[18, 17, 0, 0], 1).win, 0.0);
        let kifameno = Rules::two_players(true);
        assert_eq!(kifameno.outcome(&[18, 17, 0, 0], 1).win, 1.0);
        assert!((kifameno.outcome(&[0, 35, 0, 0], 0).points - 1.0).abs() < 1e-9);
        let three = Rules { seats: 3, ..trset };
        assert_eq!(three.outcome(&[14, 14, 7, 0], 1).win, 0.5);
        let alone = Rules { seats: 4, alone: true, ..kifameno };
        assert_eq!(alone.outcome(&[10, 9, 8, 8], 3).win, 0.5);
        assert_eq!(alone.outcome(&[10, 9, 8, 8], 1).win, 0.0);
        let cappotto = Rules { cappotto: true, ..kifameno };
        assert_eq!(cappotto.outcome(&[0, 35, 0, 0], 1).win, 1.0);
        assert_eq!(cappotto.outcome(&[0, 35, 0, 0], 0).win, 0.0);
    }
}
