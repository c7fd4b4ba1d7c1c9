//! A deal with all hands open.

use vzetek_tablic::{Action, CardSet};

use super::board::{Board, Undo};

/// A deal with all hands open; what is still in the deck stays hidden.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) board: Board,
    pub(super) hands: Vec<CardSet>,
}

impl World {
    /// Returns the number of cards in hands.
    pub(super) fn left(&self) -> usize {
        self.hands.iter().map(|hand| hand.len()).sum()
    }

    /// Makes a legal move of the seat to play.
    pub(super) fn play(&mut self, action: Action) -> Undo {
        self.hands[self.board.to_play].remove(action.card);
        self.board.play(action)
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self, undo: Undo, action: Action) {
        self.board.undo(undo);
        self.hands[self.board.to_play].insert(action.card);
    }
}
