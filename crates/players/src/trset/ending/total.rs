//! Totals of the suits of a node, added up in one go.

use super::suits::{Shape, Suits};

/// Totals of all four suits of a node.
#[derive(Clone, Copy)]
pub(super) struct Total {
    /// The thirds of all cards.
    pub thirds: u8,
    /// The number of tricks left.
    pub tricks: u8,
    /// The number of tricks that the leader can cash immediately against any play.
    pub sure: u8,
    /// The least thirds that those tricks bring.
    pub sure_thirds: u8,
    /// In kifameno the least that leading a card that must lose gives away; 0
    /// if there is no such card.
    pub given: u8,
    /// True if the other player can follow to some lead.
    pub contact: bool,
    /// True if some suit lets the leader lose the lead.
    pub exit: bool,
}

impl Total {
    #[inline]
    pub fn new<const KIFAMENO: bool>(suits: &Suits, shapes: [Shape; 4]) -> Self {
        let [a, b, c, d] = shapes.map(|shape| suits.word(shape));
        let given = |word: u64| (word >> 40) as u8;
        let sum = (a + b + c + d).to_le_bytes();
        Self {
            thirds: sum[0],
            tricks: sum[1],
            sure: sum[2],
            sure_thirds: sum[3],
            given: if KIFAMENO { given(a).max(given(b)).max(given(c)).max(given(d)) } else { 0 },
            contact: sum[4] > 0,
            exit: sum[6] > 0,
        }
    }
}
