//! Several players, each for himself: max^n.
//!
//! Each player takes the outcome that is best for himself. Source: C. A.
//! Luckhardt, K. B. Irani, "An algorithmic solution of n-person games", 1986. If
//! what the players get has a common sum, some moves need not be looked at:
//! shallow pruning (R. E. Korf, "Multi-player alpha-beta pruning", 1991).
//!
//! ```
//! use vzetek_search::games::rooms::{MOST, Room, Shared};
//! use vzetek_search::{Limits, maxn};
//!
//! // Three players gather what lies on five flights of stairs.
//! let start = Shared::<3>::new(Room::entrance(1, 5));
//! let found = maxn::search(&start, &Limits::default()).unwrap();
//! assert_eq!(found.outcome.iter().sum::<i32>(), 5 * MOST);
//! ```

use crate::alphabeta::OutOfBudget;
use crate::{Budget, Limits};

/// A position of a game for several players who see everything.
pub trait Several {
    /// A move; small and plain.
    type Move: Copy;

    /// The result of the whole game for all players.
    type Outcome: Copy;

    /// Returns the player to move. Of no meaning once the game is over.
    fn player(&self) -> usize;

    /// Appends all legal moves, none when the game is over, the most promising
    /// first.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, action: Self::Move) -> Self;

    /// The outcome of a game that is over.
    fn outcome(&self) -> Self::Outcome;

    /// Returns the merit of an outcome for a player, the more the better.
    fn merit(&self, outcome: &Self::Outcome, player: usize) -> f64;

    /// The merit with which the player to move leaves `rival` at most `merit`, regardless of the
    /// others. `None` where there is no such bound; nothing is pruned there.
    fn enough(&self, _rival: usize, _merit: f64) -> Option<f64> {
        None
    }
}

/// The findings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M, O> {
    /// The result of the game for all players.
    pub outcome: O,
    /// The move of the player to move, `None` if the game is over.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

/// The best move and its outcome. Of moves that are equally good for the player
/// to move the first is taken; what the others get may depend on that.
///
/// # Errors
/// [`OutOfBudget`] if a limit was reached before the answer was certain.
pub fn search<P: Several>(
    position: &P,
    limits: &Limits,
) -> Result<Found<P::Move, P::Outcome>, OutOfBudget> {
    let mut search = Search { nodes: 0, budget: limits.start(), moves: Vec::new() };
    let (outcome, best) = search.visit(position, None).ok_or(OutOfBudget)?;
    Ok(Found { outcome, best, nodes: search.nodes })
}

struct Search<M> {
    nodes: u64,
    budget: Budget,
    /// Move lists of the positions above, one after the other.
    moves: Vec<M>,
}

impl<M: Copy> Search<M> {
    /// The outcome of a position and its move; `None` if a limit was reached. Once
    /// its player has at least `enough`, the player above will not come here, so the
    /// rest does not matter.
    fn visit<P: Several<Move = M>>(
        &mut self,
        position: &P,
        enough: Option<f64>,
    ) -> Option<(P::Outcome, Option<M>)> {
        self.nodes += 1;
        if self.budget.nodes_spent(self.nodes) {
            return None;
        }
        let player = position.player();
        let start = self.moves.len();
        position.moves(&mut self.moves);
        let mut best: Option<(f64, P::Outcome, M)> = None;
        for at in start..self.moves.len() {
            let action = self.moves[at];
            let next = position.play(action);
            let below = match best {
                Some((merit, ..)) if next.player() != player => next.enough(player, merit),
                _ => None,
            };
            let (outcome, _) = self.visit(&next, below)?;
            let merit = position.merit(&outcome, player);
            if best.is_none_or(|(greatest, ..)| merit > greatest) {
                best = Some((merit, outcome, action));
                if enough.is_some_and(|enough| merit >= enough) {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        Some(match best {
            Some((_, outcome, action)) => (outcome, Some(action)),
            None => (position.outcome(), None),
        })
    }
}
