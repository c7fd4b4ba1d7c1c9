//! Trioomph: a small board game on which Luštrek's survey compares alpha-beta
//! with proof numbers (section 6.1).
//!
//! The survey says that two players take turns moving a piece by one square;
//! that a triangle takes a square, a square takes a circle, and a circle turns
//! a triangle into a circle; and that a player wins by taking the opponent's
//! square, or both the other pieces. It does not say how large the board is,
//! where the pieces begin, whether steps go aslant, or what a circle does when
//! it has turned a triangle. Chosen here:
//! * six rows of six, each side's triangle, square and circle in the middle of
//!   its edge row, the second player's turned by half a circle;
//! * the circle stays where it was;
//! * [`Steps`]: either reading can be played;
//! * a player who cannot move ends the game, without a winner.
//!
//! Positions can repeat. A search does not notice; the caller has to count.

mod board;
mod lookout;

pub use board::{SIDE, Steps};
pub use lookout::Lookout;

use board::bits;
use vzetek_search::{Perfect, Score};

/// The worth of a win.
pub const WIN: Score = Score(1000);

/// The kind of a piece: each takes the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Takes squares.
    Triangle,
    /// Takes circles. Who loses it has lost.
    Square,
    /// Turns triangles into circles.
    Circle,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Triangle, Self::Square, Self::Circle];

    /// The kind it may move onto.
    pub fn prey(self) -> Self {
        Self::ALL[(self as usize + 1) % 3]
    }
}

/// A step of a piece, or a circle's onto a triangle, which moves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The cell of the piece, row by row from the first player's edge.
    pub from: u8,
    /// A cell beside it.
    pub to: u8,
}

/// A position. The maximiser moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trioomph {
    /// The cells of each side's pieces, by kind.
    pieces: [[u64; 3]; 2],
    to_move: u8,
    steps: Steps,
}

impl Trioomph {
    /// The beginning of a game.
    pub fn start(steps: Steps) -> Self {
        Self::from_rows(["..cst.", "......", "......", "......", "......", ".TSC.."], steps)
    }

    /// A position with the first player to move: the rows from the second
    /// player's edge on, capital letters for the first player's pieces (T, S,
    /// C), small ones for the second's, points for empty cells.
    ///
    /// # Panics
    /// If it is no such picture.
    pub fn from_rows(rows: [&str; SIDE], steps: Steps) -> Self {
        let mut pieces = [[0; 3]; 2];
        for (row, text) in rows.into_iter().rev().enumerate() {
            assert_eq!(text.len(), SIDE, "a row of {SIDE} cells");
            for (column, letter) in text.bytes().enumerate() {
                let side = usize::from(letter.is_ascii_lowercase());
                match letter.to_ascii_uppercase() {
                    b'T' => pieces[side][Kind::Triangle as usize] |= 1 << (SIDE * row + column),
                    b'S' => pieces[side][Kind::Square as usize] |= 1 << (SIDE * row + column),
                    b'C' => pieces[side][Kind::Circle as usize] |= 1 << (SIDE * row + column),
                    other => assert_eq!(other, b'.', "no piece"),
                }
            }
        }
        Self { pieces, to_move: 0, steps }
    }

    /// The position with the other side to move.
    pub fn with_other_to_move(self) -> Self {
        Self { to_move: 1 - self.to_move, ..self }
    }

    /// True if the first player is to move.
    pub fn is_firsts_turn(&self) -> bool {
        self.to_move == 0
    }

    /// Returns the side that has won, the first player's being 0.
    pub fn winner(&self) -> Option<usize> {
        (0..2).find(|side| self.has_lost(1 - side))
    }

    fn has_lost(&self, side: usize) -> bool {
        let [triangles, squares, circles] = self.pieces[side];
        squares == 0 || triangles | circles == 0
    }

    fn cells(&self, side: usize) -> u64 {
        self.pieces[side].iter().fold(0, |cells, kind| cells | kind)
    }
}

impl Perfect for Trioomph {
    type Move = Step;
    type Key = Self;

    fn key(&self) -> Self {
        *self
    }

    fn maximizing(&self) -> bool {
        self.is_firsts_turn()
    }

    /// Steps onto other pieces come first.
    fn moves(&self, moves: &mut Vec<Step>) {
        if self.winner().is_some() {
            return;
        }
        let own = usize::from(self.to_move);
        let empty = !(self.cells(0) | self.cells(1));
        for onto_prey in [true, false] {
            for kind in Kind::ALL {
                let prey = self.pieces[1 - own][kind.prey() as usize];
                let wanted = if onto_prey { prey } else { empty };
                for from in bits(self.pieces[own][kind as usize]) {
                    let targets = bits(self.steps.around(from) & wanted);
                    moves.extend(targets.map(|to| Step { from, to }));
                }
            }
        }
    }

    /// A win gains [`WIN`], and ends the game.
    fn play(&self, step: Step) -> (Self, Score) {
        let mut next = *self;
        let own = usize::from(self.to_move);
        let (from, to) = (1 << step.from, 1 << step.to);
        let is_circle = self.pieces[own][Kind::Circle as usize] & from != 0;
        let [triangles, squares, circles] = &mut next.pieces[1 - own];
        if is_circle && *triangles & to != 0 {
            *triangles ^= to;
            *circles ^= to;
        } else {
            for taken in [triangles, squares, circles] {
                *taken &= !to;
            }
            for kind in &mut next.pieces[own] {
                if *kind & from != 0 {
                    *kind ^= from | to;
                }
            }
        }
        next.to_move = 1 - self.to_move;
        let gain = if !next.has_lost(1 - own) {
            Score(0)
        } else if own == 0 {
            WIN
        } else {
            -WIN
        };
        (next, gain)
    }

    fn future(&self) -> (Score, Score) {
        if self.winner().is_some() { (Score(0), Score(0)) } else { (-WIN, WIN) }
    }
}
