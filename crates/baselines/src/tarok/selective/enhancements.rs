//! The parts of the search that can be left out.

use vzetek_search::alphabeta::Parts;
use vzetek_search::table::Replacement;

use crate::tarok::constants::play;

/// Luštrek's four enhancements of alpha-beta, each of which can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enhancements {
    /// Positions reached again are not searched again (R. D. Greenblatt and
    /// others, 1967), and positions that differ in trifles count as one
    /// (equations 5 and 6).
    pub table: bool,
    /// Cards that caused cuts before come first (equation 7; J. Schaeffer,
    /// "The history heuristic", 1983).
    pub history: bool,
    /// All cards but the first need only be shown to be no better (J. Pearl's
    /// SCOUT, 1980; section 3.1.5).
    pub minimal_window: bool,
    /// Last cards of a trick that are hardly worth playing are left out (tables 5, 6).
    pub selection: bool,
}

impl Enhancements {
    /// All four, as Luštrek's program plays.
    pub const ALL: Self =
        Self { table: true, history: true, minimal_window: true, selection: true };
    /// Plain alpha-beta.
    pub const NONE: Self =
        Self { table: false, history: false, minimal_window: false, selection: false };

    /// Returns the parts of the general search; the choice of cards is the
    /// guide's business.
    pub const fn parts(self) -> Parts {
        let table = if self.table { Some((play::TABLE_BITS, Replacement::New)) } else { None };
        let Self { history, minimal_window, .. } = self;
        Parts { table, killers: false, history, minimal_window }
    }
}
