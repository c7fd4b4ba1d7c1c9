//! A game in which both sides see everything, as a search wants it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Score;

/// A position of a game for two sides with perfect information and a result
/// that is a sum of gains.
///
/// The sides need not take turns: the winner of a trick leads to the next. Values are *future*
/// gains of the maximiser, so what was gained on the way to a position must not be part of it; that
/// is what lets a transposition table join ways that differ only in the past.
pub trait Perfect: Clone {
    /// A move.
    type Move: Copy + Eq + Debug;
    /// All that the future depends on. Positions with equal keys must have equal
    /// values; equal futures should have equal keys.
    type Key: Copy + Eq + Hash;

    /// The key of this position.
    fn key(&self) -> Self::Key;

    /// True if the maximiser is to move. Of no meaning once the game is over.
    fn maximizing(&self) -> bool;

    /// Appends all legal moves, none when the game is over, the most
    /// promising first: the order decides how much a search can cut.
    fn moves(&self, moves: &mut Vec<Self::Move>);

    /// The position after a legal move, and what the maximiser gains by it.
    fn play(&self, action: Self::Move) -> (Self, Score);

    /// Plays on the spot. Worth writing for positions of more than a few
    /// words: a search then copies them once a move, and not three times.
    fn advance(&mut self, action: Self::Move) -> Score {
        let (next, gain) = self.play(action);
        *self = next;
        gain
    }

    /// The positions after all legal moves, in their order, and what the maximiser
    /// gains by each. Asked only of positions that are not worth remembering, if
    /// [`Guide::IN_TURN`](crate::alphabeta::Guide::IN_TURN) says so; worth
    /// writing where their moves have much of their work in common.
    fn successors(&self) -> impl Iterator<Item = (Self, Score)> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.into_iter().map(|action| self.play(action))
    }

    /// The least and the most the maximiser can still gain. The closer, the
    /// more is cut; wrong bounds make the search wrong.
    fn future(&self) -> (Score, Score) {
        (Score::LOWEST, Score::HIGHEST)
    }

    /// True if the position is worth an entry in the transposition table.
    fn is_worth_remembering(&self) -> bool {
        true
    }
}
