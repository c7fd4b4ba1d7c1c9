//! Four in a row on a small board: a real game, whose moves are good or bad in
//! many positions alike.
//!
//! Its bit board is that of J. Tromp's "Fhourstones" (1992): a column takes its
//! height and one bit more, so that rows do not run on into the next column.

use crate::alphabeta::Guide;
use crate::{Perfect, Score};

/// A position; the maximiser moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Four {
    /// The stones of the maximiser and of the minimiser.
    stones: [u64; 2],
    width: u8,
    height: u8,
    over: bool,
}

impl Four {
    /// An empty board.
    ///
    /// # Panics
    /// If it has more than 62 cells and borders.
    pub fn empty(width: u8, height: u8) -> Self {
        assert!(u32::from(width) * (u32::from(height) + 1) <= 62, "the board is too large");
        Self { stones: [0; 2], width, height, over: false }
    }

    /// The position after stones in these columns, from the left and from 0.
    pub fn after(self, columns: &[u8]) -> Self {
        columns.iter().fold(self, |position, &column| position.play(column).0)
    }

    fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Returns the number of stones.
    pub fn count(&self) -> u32 {
        self.all().count_ones()
    }

    fn side(&self) -> usize {
        (self.count() % 2) as usize
    }

    fn bottom(&self, column: u8) -> u64 {
        1 << (column * (self.height + 1))
    }

    /// The cell that the next stone in a column takes.
    fn cell(&self, column: u8) -> u64 {
        let bottom = self.bottom(column);
        let full = (bottom << self.height) - bottom;
        (self.all() & full) + bottom
    }

    fn has_room(&self, column: u8) -> bool {
        self.all() & self.bottom(column) << (self.height - 1) == 0
    }

    fn has_row(&self, stones: u64) -> bool {
        let up = u32::from(self.height);
        [1, up, up + 1, up + 2].iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl Perfect for Four {
    type Move = u8;
    type Key = [u64; 2];

    fn key(&self) -> [u64; 2] {
        self.stones
    }

    fn maximizing(&self) -> bool {
        self.side() == 0
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        if !self.over {
            moves.extend((0..self.width).filter(|&column| self.has_room(column)));
        }
    }

    /// A row of four gains 1, and ends the game.
    fn play(&self, column: u8) -> (Self, Score) {
        let mut next = *self;
        let side = self.side();
        next.stones[side] |= self.cell(column);
        next.over = next.has_row(next.stones[side]);
        let gain = if side == 0 { 1 } else { -1 };
        (next, Score(if next.over { gain } else { 0 }))
    }

    fn future(&self) -> (Score, Score) {
        if self.over { (Score(0), Score(0)) } else { (Score(-1), Score(1)) }
    }
}

/// A guide that distinguishes moves by cell and side, and looks some moves ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cells;

impl Guide<Four> for Cells {
    type Key = [u64; 2];
    const HORIZON: bool = true;
    const SLOTS: usize = 128;

    fn key(&self, position: &Four) -> [u64; 2] {
        position.stones
    }

    fn slot(&self, position: &Four, column: u8) -> usize {
        position.side() * 64 + position.cell(column).trailing_zeros() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_in_all_directions_end_the_game_and_do_not_wrap() {
        let play = |columns: &[u8]| {
            let (last, before) = columns.split_last().expect("some move");
            Four::empty(5, 4).after(before).play(*last)
        };
        let upright = play(&[0, 1, 0, 1, 0, 1, 0]);
        let flat = play(&[0, 0, 1, 1, 2, 2, 3]);
        let rising = play(&[0, 1, 1, 2, 2, 3, 2, 3, 3, 0, 3]);
        let falling = play(&[4, 3, 3, 2, 2, 1, 2, 1, 1, 4, 1]);
        for (position, gain) in [upright, flat, rising, falling] {
            assert!(position.over);
            assert_eq!(gain, Score(1));
        }
        let second = play(&[4, 0, 1, 0, 1, 0, 1, 0]);
        assert_eq!(second.1, Score(-1));
        // Two on top of a column and two at the bottom of the next are no row.
        assert_eq!(play(&[1, 0, 1, 0, 2, 0, 0]).1, Score(0));
        let full = Four::empty(5, 4).after(&[0, 0, 0, 0]);
        let mut moves = Vec::new();
        full.moves(&mut moves);
        assert_eq!(moves, [1, 2, 3, 4]);
    }
}
