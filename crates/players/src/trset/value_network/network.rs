//! The network: one layer that all suits share, summed over them, and another.

use std::sync::OnceLock;

use super::afterstate::{Afterstate, GLOBALS, Outlook};
use crate::network::{Layout, WeightsError, Width, add_rows, dot, positive};

/// Units of the layer that suits share.
pub const UNITS: usize = 64;
/// The number of input rows of a suit: by owner, strength and place.
pub const ROWS: usize = 60;
/// Units of the second layer.
pub const HIDDEN: usize = 32;
/// The number of inputs of the second layer: the units, the globals, and a one.
pub const INPUTS: usize = UNITS + GLOBALS + 1;

/// The learned weights.
pub(super) static TRSET: &[u8] = include_bytes!("trset.bin");
pub(super) static KIFAMENO: &[u8] = include_bytes!("kifameno.bin");

/// Activities of the first layer.
pub type Units = [f32; UNITS];

/// All the weights.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By row, and last the bias of every suit.
    pub suits: [Units; ROWS + 1],
    /// By input.
    pub hidden: [[f32; HIDDEN]; INPUTS],
    /// By output: winning, share.
    pub out: [[f32; HIDDEN]; 2],
    /// The bias of the outputs.
    pub bias: [f32; 2],
}

impl Weights {
    /// The number of weights.
    pub const COUNT: usize = (ROWS + 1) * UNITS + INPUTS * HIDDEN + 2 * HIDDEN + 2;

    /// Returns weights of zero: nothing is learned.
    pub fn zero() -> Box<Self> {
        Box::new(Self {
            suits: [[0.0; UNITS]; ROWS + 1],
            hidden: [[0.0; HIDDEN]; INPUTS],
            out: [[0.0; HIDDEN]; 2],
            bias: [0.0; 2],
        })
    }

    /// The weights in the order of the file.
    pub fn all(&self) -> impl Iterator<Item = &f32> {
        let Self { suits, hidden, out, bias } = self;
        let layers = [suits.as_flattened(), hidden.as_flattened(), out.as_flattened(), bias];
        layers.into_iter().flatten()
    }

    /// The weights in the order of the file, to be changed.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let Self { suits, hidden, out, bias } = self;
        let (suits, hidden) = (suits.as_flattened_mut(), hidden.as_flattened_mut());
        [suits, hidden, out.as_flattened_mut(), bias].into_iter().flatten()
    }
}

/// The learned weights.
#[derive(Clone, Debug)]
pub struct Network {
    /// The weights.
    pub weights: Box<Weights>,
}

impl Network {
    /// Returns the network learned by self-play of tršet or kifameno, read only once.
    pub fn shared(kifameno: bool) -> &'static Self {
        static SHARED: [OnceLock<Network>; 2] = [OnceLock::new(), OnceLock::new()];
        let file = if kifameno { KIFAMENO } else { TRSET };
        SHARED[usize::from(kifameno)]
            .get_or_init(|| Self::read(kifameno, file).expect("the program's own weights"))
    }

    /// Returns the layout of a file of weights.
    const fn layout(kifameno: bool) -> Layout {
        Layout {
            name: if kifameno { "kifameno-value-network" } else { "trset-value-network" },
            version: 1,
            weights: Weights::COUNT,
            width: Width::Word,
            parts: 1024.0,
        }
    }

    /// Reads the network of a game from a file.
    ///
    /// # Errors
    /// If the file holds anything else.
    pub fn read(kifameno: bool, file: &[u8]) -> Result<Self, WeightsError> {
        let numbers = Self::layout(kifameno).read(file)?;
        let mut weights = Weights::zero();
        weights.all_mut().zip(numbers).for_each(|(weight, number)| *weight = number);
        Ok(Self { weights })
    }

    /// Makes the file of a game's network.
    pub fn write(&self, kifameno: bool) -> Vec<u8> {
        Self::layout(kifameno).write(self.weights.all())
    }

    /// The network as it is read back from a file.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        let layout = Self::layout(false);
        self.weights.all_mut().for_each(|weight| *weight = layout.rounded(*weight));
        self
    }

    /// Returns the expectation of the player who leads next.
    #[inline]
    pub fn outlook(&self, afterstate: &Afterstate) -> Outlook {
        let mut total = [0.0; UNITS];
        for suit in 0..4 {
            let units = self.suit(&afterstate.rows(suit));
            total.iter_mut().zip(&units).for_each(|(total, unit)| *total += unit.max(0.0));
        }
        self.conclude(&self.second(&total, &afterstate.globals()))
    }

    /// The first layer for one suit, before the negative is cut off.
    #[inline]
    pub fn suit(&self, rows: &[u8]) -> Units {
        let mut units = self.weights.suits[ROWS];
        add_rows(&mut units, &self.weights.suits, rows.iter().map(|&row| usize::from(row)));
        units
    }

    /// The second layer, before the negative is cut off.
    #[inline]
    pub fn second(&self, total: &Units, globals: &[f32; GLOBALS]) -> [f32; HIDDEN] {
        let rows = &self.weights.hidden;
        let mut hidden = rows[INPUTS - 1];
        for (input, weights) in total.iter().chain(globals).zip(rows) {
            hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
        }
        hidden
    }

    /// The outputs.
    #[inline]
    pub fn conclude(&self, hidden: &[f32; HIDDEN]) -> Outlook {
        let Weights { out, bias, .. } = &*self.weights;
        let output = |at: usize| {
            let told = dot(&positive(hidden), &out[at]);
            1.0 / (1.0 + (-bias[at] - told).exp())
        };
        Outlook { win: output(0), share: output(1) }
    }
}
