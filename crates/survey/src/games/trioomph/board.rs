//! The board, and which cells lie beside each other.

/// Cells of a row, and rows.
pub const SIDE: usize = 6;

/// Cells of the board.
const CELLS: usize = SIDE * SIDE;

/// The cells to which a piece may step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steps {
    /// To the four cells that share an edge with its own.
    Straight,
    /// To all eight around it.
    Aslant,
}

/// For every cell, the cells that share an edge with it.
const STRAIGHT: [u64; CELLS] = neighbours(false);
/// For every cell, the cells around it.
const ASLANT: [u64; CELLS] = neighbours(true);

const fn neighbours(aslant: bool) -> [u64; CELLS] {
    let mut around = [0; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let rows = (from / SIDE).abs_diff(to / SIDE);
            let columns = (from % SIDE).abs_diff(to % SIDE);
            let is_near = rows + columns == 1 || aslant && rows == 1 && columns == 1;
            if is_near {
                around[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    around
}

impl Steps {
    /// The cells beside a cell, as bits.
    pub(super) fn around(self, cell: u8) -> u64 {
        match self {
            Self::Straight => STRAIGHT[usize::from(cell)],
            Self::Aslant => ASLANT[usize::from(cell)],
        }
    }

    /// Returns the number of steps between two cells of an empty board.
    pub(super) fn distance(self, one: u8, other: u8) -> u8 {
        let side = SIDE as u8;
        let rows = (one / side).abs_diff(other / side);
        let columns = (one % side).abs_diff(other % side);
        match self {
            Self::Straight => rows + columns,
            Self::Aslant => rows.max(columns),
        }
    }
}

/// The cells of a set, lowest first.
pub(super) fn bits(mut cells: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (cells != 0).then(|| cells.trailing_zeros() as u8)?;
        cells &= cells - 1;
        Some(lowest)
    })
}
