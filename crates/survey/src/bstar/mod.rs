//! B*: not how good each move is, only which one is best.
//!
//! Every position has a realistic value, an optimistic and a pessimistic one. The search goes where
//! it is likeliest to separate the moves: it *selects* a move by believing the side to move, and
//! then *verifies* it by believing the other side; if that refutes the move, it selects again.
//!
//! Source: H. J. Berliner, "The B* tree search algorithm: a best-first proof procedure", 1979; H.
//! J. Berliner, C. McConnell, "B* probability based search", 1995; Luštrek's survey, algorithm 2
//! and tables 1 to 4. Where its text and its tables differ, this follows the tables.
//!
//! ```
//! use vzetek_search::alphabeta::AlphaBeta;
//! use vzetek_survey::bstar::{self, Goal, Judge};
//! use vzetek_search::games::rooms::Room;
//! use vzetek_search::{Limits, Perfect, Score};
//!
//! /// Bounds on what is left, and a guess halfway between.
//! struct Bounds;
//!
//! impl Judge<Room> for Bounds {
//!     fn realistic(&mut self, _: &Room) -> Score {
//!         Score(0)
//!     }
//!
//!     fn optimistic(&mut self, room: &Room, maximizer: bool) -> Score {
//!         let (least, most) = room.future();
//!         if maximizer { most } else { least }
//!     }
//! }
//!
//! let (room, none) = (Room::entrance(1, 5), Limits::default());
//! let best = bstar::search(&room, &mut Bounds, Goal::Proved, &none).best.unwrap();
//! let values = AlphaBeta::new(10).move_values(&room, &none).unwrap();
//! assert!(values.contains(&(best, AlphaBeta::new(10).value(&room))));
//! ```

mod judge;
#[cfg(test)]
mod tests;
mod tree;
mod values;

pub use judge::{Goal, Judge};
use tree::{Phase, Step, Tree};
use vzetek_search::{Limits, Perfect, Score};

/// The findings of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    /// The best move; `None` if the game is over.
    pub best: Option<M>,
    /// The realistic value of the position to the maximiser.
    pub realistic: Score,
    /// True if the goal was reached before a limit was.
    pub is_certain: bool,
    /// Positions of the tree.
    pub nodes: u64,
}

/// Finds the best move.
pub fn search<P: Perfect, J: Judge<P>>(
    position: &P,
    judge: &mut J,
    goal: Goal,
    limits: &Limits,
) -> Found<P::Move> {
    let mut tree = Tree::new(position, judge, goal);
    let mut budget = limits.start();
    tree.begin(Phase::Selection);
    let is_certain = loop {
        if !tree.has_choice() {
            break true;
        }
        if budget.nodes_spent(tree.len() as u64) || budget.is_late() {
            break false;
        }
        match (tree.step(), tree.phase) {
            (Step::Expanded, _) => (),
            (Step::Done, Phase::Selection) => tree.begin(Phase::Verification),
            (Step::Done, Phase::Verification) => break true,
            (Step::Refuted, _) => tree.begin(Phase::Selection),
        }
    };
    let best = tree.answer();
    Found {
        best: best.and_then(|best| tree.action(best)),
        realistic: best.map_or_else(Score::default, |best| tree.realistic(best)),
        is_certain,
        nodes: tree.len() as u64,
    }
}
