//! Several players, each for himself: max^n.
//!
//! A value is a tuple with a number for every player, and whoever moves takes
//! the one that is best for himself. Source: C. A. Luckhardt, K. B. Irani, "An
//! algorithmic solution of n-person games", 1986. If the numbers have a common
//! sum, some moves need not be looked at: shallow pruning (R. E. Korf,
//! "Multi-player alpha-beta pruning", 1991).
//!
//! ```
//! use vzetek_search::games::rooms::{MOST, Room, Shared};
//! use vzetek_search::{Limits, maxn};
//!
//! // Three players gather what lies on five flights of stairs.
//! let found = maxn::search(&Shared::<3>(Room::entrance(1, 5)), &Limits::default()).unwrap();
//! assert_eq!(found.gains.iter().sum::<i32>(), 5 * MOST);
//! ```

use std::fmt::Debug;

use crate::alphabeta::OutOfBudget;
use crate::{Budget, Limits};

/// What each of `N` players gains.
pub type Gains<const N: usize> = [i32; N];

/// A position of a game for `N` players who see everything.
pub trait Several<const N: usize>: Clone {
    /// A move.
    type Move: Copy + Eq + Debug;

    /// Whose move it is. Of no meaning once the game is over.
    fn player(&self) -> usize;

    /// Appends all legal moves, none when the game is over, the most promising
    /// first.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// The position after a legal move, and what everybody gains by it.
    fn play(&self, action: Self::Move) -> (Self, Gains<N>);

    /// The most that all players together can still gain, if none can lose
    /// anything from here on. `None` where that is not so; nothing is pruned
    /// there.
    fn most(&self) -> Option<i32> {
        None
    }
}

/// What a search found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M, const N: usize> {
    /// What everybody still gains.
    pub gains: Gains<N>,
    /// The move of the player to move, `None` if the game is over.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

/// The best move and its value. Of moves that are equally good for the player
/// to move the first is taken; what the others gain may depend on that.
///
/// # Errors
/// [`OutOfBudget`] if a limit was reached before the answer was certain.
pub fn search<P: Several<N>, const N: usize>(
    position: &P,
    limits: &Limits,
) -> Result<Found<P::Move, N>, OutOfBudget> {
    let mut search = Search { nodes: 0, budget: limits.start() };
    let (gains, best) = search.visit(position, None);
    if search.budget.is_spent() {
        return Err(OutOfBudget);
    }
    Ok(Found { gains, best, nodes: search.nodes })
}

struct Search {
    nodes: u64,
    budget: Budget,
}

impl Search {
    /// The value of a position. Once its player has at least `enough`, the
    /// player above will not come here, so the rest does not matter.
    fn visit<P: Several<N>, const N: usize>(
        &mut self,
        position: &P,
        enough: Option<i32>,
    ) -> (Gains<N>, Option<P::Move>) {
        self.nodes += 1;
        let mut best: (Gains<N>, Option<P::Move>) = ([0; N], None);
        if self.budget.nodes_spent(self.nodes) {
            return best;
        }
        let player = position.player();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for action in moves {
            let (next, gains) = position.play(action);
            // Once the next player has all of the sum but what this one has
            // elsewhere, this one cannot do better here.
            let enough_below = match (best.1, next.most()) {
                (Some(_), Some(most)) if next.player() != player => {
                    Some(most - (best.0[player] - gains[player]))
                }
                _ => None,
            };
            let (future, _) = self.visit(&next, enough_below);
            let value = std::array::from_fn(|index| gains[index] + future[index]);
            if best.1.is_none() || value[player] > best.0[player] {
                best = (value, Some(action));
            }
            if self.budget.is_spent() || enough.is_some_and(|enough| best.0[player] >= enough) {
                break;
            }
        }
        best
    }
}
