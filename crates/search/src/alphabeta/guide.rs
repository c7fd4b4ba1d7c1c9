//! Knowledge of a game beside its rules.

use std::hash::Hash;

use crate::table::Replacement;
use crate::{Perfect, Score};

/// Knowledge of a game that makes its search shorter, shallower or narrower.
///
/// Everything here is resolved when the search is compiled: what a guide does
/// not use leaves no trace in the search.
///
/// ```
/// use vzetek_search::Limits;
/// use vzetek_search::alphabeta::{AlphaBeta, Parts};
/// use vzetek_search::games::rooms::{Nearsighted, Room};
///
/// let room = Room::entrance(1, 20);
/// let nodes = |guide| {
///     let mut search = AlphaBeta::guided(guide, Parts::table(12));
///     search.best(&room, 8, &Limits::default()).unwrap();
///     search.nodes()
/// };
/// let exact = nodes(Nearsighted::default());
/// // An equivalence table: each two neighbouring rooms are treated as the same.
/// assert!(nodes(Nearsighted { coarse: true, ..Nearsighted::default() }) < exact);
/// // Selective generation: the last of four doors stays shut.
/// assert!(nodes(Nearsighted { selective: true, ..Nearsighted::default() }) < exact);
/// ```
pub trait Guide<P: Perfect> {
    /// The key of a position in the transposition table.
    type Key: Copy + Eq + Hash;

    /// True if the search stops at a depth and asks [`Guide::evaluate`].
    const HORIZON: bool = false;

    /// True if positions of one key have the same moves and the same value (or, if
    /// [`Guide::is_mirrored`] distinguishes them, the negated one). Then a move from the table is
    /// tried before the others are even listed, and an entry of the whole game keeps a bound on
    /// either side.
    const FAITHFUL: bool = false;

    /// True if positions that are not remembered are played on by
    /// [`Perfect::successors`], without a list to select from or to order.
    const IN_TURN: bool = false;

    /// The number of kinds of moves that the history heuristic distinguishes; with none, neither it
    /// nor the killer heuristic is compiled in.
    const SLOTS: usize = 0;

    /// The key of the position. [`Perfect::key`] makes values exact; a coarser
    /// one makes an *equivalence* transposition table (Luštrek's survey, section
    /// 2.5.1): positions that differ in nothing that seems essential share an
    /// entry, which saves much work and makes some values slightly wrong.
    fn key(&self, position: &P) -> Self::Key;

    /// True if [`Guide::key`] is that of the mirror image, the sides exchanged,
    /// whose value is the negated one: for games in which it does not matter
    /// which side is to move.
    fn is_mirrored(&self, _position: &P) -> bool {
        false
    }

    /// Returns the worth of the future where the search stops: at its horizon, and
    /// where the game is over. Must lie within [`Perfect::future`].
    fn evaluate(&self, _position: &P) -> Score {
        Score::default()
    }

    /// Selective generation: appends the moves worth a look, at least one
    /// unless the game is over (what C. E. Shannon, "Programming a computer for
    /// playing chess", 1950, calls type B). `depth` moves are still to be looked
    /// ahead, this one included.
    fn moves(&self, position: &P, _depth: u8, moves: &mut Vec<P::Move>) {
        position.moves(moves);
    }

    /// The kind of the move, below [`Guide::SLOTS`].
    fn slot(&self, _position: &P, _action: P::Move) -> usize {
        0
    }

    /// True if the position is worth a place in the table, with `depth` moves
    /// still to be looked ahead.
    fn is_worth_remembering(&self, position: &P, _depth: u8) -> bool {
        position.is_worth_remembering()
    }
}

/// The guide that knows nothing: whole games, all moves, exact values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whole;

impl<P: Perfect> Guide<P> for Whole {
    type Key = P::Key;

    fn key(&self, position: &P) -> P::Key {
        position.key()
    }
}

/// The parts of the search that are switched on. Each changes how many
/// positions are visited; none changes a value, but for the table: with a
/// coarse [`Guide::key`], and where it knows a position from a search that
/// looked further ahead, whose value it then gives.
///
/// ```
/// use vzetek_search::Limits;
/// use vzetek_search::alphabeta::{AlphaBeta, Parts};
/// use vzetek_search::games::four::{Cells, Four};
///
/// let nodes = |parts| {
///     let mut search = AlphaBeta::guided(Cells, parts);
///     search.best(&Four::empty(6, 5), 8, &Limits::default()).unwrap();
///     search.nodes()
/// };
/// let plain = nodes(Parts::NONE);
/// assert!(nodes(Parts::table(12)) < plain);
/// assert!(nodes(Parts { killers: true, ..Parts::NONE }) < plain);
/// assert!(nodes(Parts { history: true, ..Parts::NONE }) < plain);
/// assert!(nodes(Parts { minimal_window: true, ..Parts::NONE }) < plain);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// A transposition table with two to the power of this many places.
    pub table: Option<(u32, Replacement)>,
    /// The killer heuristic: what was best in another position as far from the
    /// root is tried first (S. Akl, M. Newborn, "The principal continuation and
    /// the killer heuristic", 1977).
    pub killers: bool,
    /// The history heuristic: kinds of moves that were best often, and far from
    /// the horizon, are tried early (J. Schaeffer, "The history heuristic and
    /// alpha-beta search enhancements in practice", 1989).
    pub history: bool,
    /// Minimal windows for all moves but the first, which only ask whether a
    /// move is better than the best so far: principal variation search
    /// (T. Marsland, M. Campbell, "Parallel search of strongly ordered game
    /// trees", 1982), also called NegaScout (A. Reinefeld, 1983).
    pub minimal_window: bool,
}

impl Parts {
    /// Plain alpha-beta.
    pub const NONE: Self =
        Self { table: None, killers: false, history: false, minimal_window: false };

    /// Nothing but a table, whose newer entries replace the older.
    pub const fn table(bits: u32) -> Self {
        Self { table: Some((bits, Replacement::New)), ..Self::NONE }
    }

    /// True if moves are put in the order of what was learnt elsewhere.
    pub(super) const fn order(&self) -> bool {
        self.killers || self.history
    }

    /// Everything, with a table of two to the power of `bits` places.
    pub const fn all(bits: u32) -> Self {
        Self {
            table: Some((bits, Replacement::Pair)),
            killers: true,
            history: true,
            minimal_window: true,
        }
    }
}
