//! Totals of the suits of a node, added up in one go.

use super::runs::{LEADER, Run, Runs, cashable, given, has_exit};
use super::suits::{Shape, Suits};

/// Totals of all four suits of a node.
#[derive(Clone, Copy)]
pub(super) struct Total {
    /// The thirds of all cards.
    pub thirds: u8,
    /// The number of tricks left.
    pub tricks: u8,
    /// The number of tricks that the leader can cash at once, come what may.
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

/// One suit's part of a [`Total`], a byte each from the lowest: thirds, the
/// leader's cards, sure tricks, sure thirds, whether both hold cards, thirds
/// given, whether the leader has an exit. Words of four suits can be added up:
/// no byte can overflow.
pub(super) fn word(runs: &Runs) -> u64 {
    let (sure, sure_thirds) = cashable(runs);
    let count = |leads: bool| -> u8 {
        runs.iter().filter(|run| (run.owner == LEADER) == leads).map(Run::len).sum()
    };
    let contact = u8::from(count(true) > 0 && count(false) > 0);
    let thirds = runs.iter().map(Run::thirds).sum();
    let exit = u8::from(has_exit(runs));
    let bytes = [thirds, count(true), sure, sure_thirds, contact, given(runs), exit, 0];
    u64::from_le_bytes(bytes)
}
