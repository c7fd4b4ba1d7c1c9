//! Hands by relative rank: what is left of a suit closes up, so that positions
//! with the same future look the same.
//!
//! The four low cards of a suit are all worth 1, and so are the taroks II to
//! XX: in these *runs* only the order counts. A card that leaves a run lets the
//! lower ones of it move up by one place. Figures, pagat, mond and škis keep
//! their places, because they differ in value. M. Ginsberg, "Partition search"
//! (1996), and B. Haglund's double-dummy solver (2006 on) count the ranks of
//! bridge cards like this.

use super::bits::{SEATS, bit};

/// The places of cards that differ from each other in rank only.
pub(super) const RUNS: u64 = 0x0f0f_0f0f | 0x7_ffff << 33;

/// The places of cards that keep them.
pub(super) const FIGURES: u64 = 0xf0f0_f0f0 | 1 << 32 | 0b11 << 52;

/// Places of a run whose upper neighbour is in the same run.
const JOINED: u64 = RUNS & RUNS >> 1;

/// For each place of a run the lower places of it.
const BELOW: [u64; 64] = {
    let mut below = [0; 64];
    let mut place = 1;
    while place < 54 {
        if RUNS >> place & 1 == 1 && RUNS >> (place - 1) & 1 == 1 {
            below[place] = below[place - 1] | 1 << (place - 1);
        }
        place += 1;
    }
    below
};

#[inline(always)]
pub(super) fn below(place: u8) -> u64 {
    BELOW[(place & 63) as usize]
}

/// Of cards that do the same, because nobody else has one between them, the
/// highest each.
#[inline(always)]
pub(super) const fn representatives(cards: u64) -> u64 {
    cards & !(cards >> 1 & JOINED)
}

/// Closes the gap that a card leaves.
#[inline(always)]
fn close(cards: u64, place: u8) -> u64 {
    let lower = below(place);
    cards & !(lower | bit(place)) | (cards & lower) << 1
}

/// Undoes [`close`] for a set of places that matter, upper ends of runs: if
/// anything that has moved up matters, so did the card that made room.
#[inline(always)]
fn open(places: u64, place: u8) -> u64 {
    let lower = below(place);
    let moved = (places & lower << 1) >> 1;
    let gap = if moved == 0 { 0 } else { bit(place) };
    places & !(lower | bit(place)) | moved | gap
}

/// Three cards that leave together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaving([u8; SEATS]);

impl Leaving {
    /// Each card by its place before any of them leaves.
    #[inline(always)]
    pub fn new([first, second, third]: [u8; SEATS]) -> Self {
        let moved = |card: u8, gone: u8| card + (below(gone) >> (card & 63) & 1) as u8;
        let second = moved(second, first);
        let third = moved(moved(third, first), second);
        Self([first, second, third])
    }

    /// Hands, after the cards have been taken out, without the gaps.
    #[inline(always)]
    pub fn close(self, hands: [u64; SEATS]) -> [u64; SEATS] {
        hands.map(|hand| self.0.iter().fold(hand, |hand, &place| close(hand, place)))
    }

    /// Where what matters afterwards was before.
    #[inline(always)]
    pub fn open(self, places: u64) -> u64 {
        self.0.iter().rev().fold(places, |places, &place| open(places, place))
    }
}

/// Hands in which the runs have no gaps: packed at their upper ends.
pub(super) fn packed(mut hands: [u64; SEATS]) -> [u64; SEATS] {
    for place in (0..54).filter(|place| RUNS >> place & 1 == 1) {
        // Gaps are closed from below, so that no closed one opens again.
        if hands.iter().all(|hand| hand >> place & 1 == 0) {
            hands = hands.map(|hand| close(hand, place));
        }
    }
    hands
}

/// The cards of a run from the lowest that does the same as `card`, which its
/// owner holds, up to the run's upper end; nothing for a card in no run.
#[inline(always)]
pub(super) fn from_run_of(card: u8, hand: u64) -> u64 {
    let lower = below(card);
    let others = lower & !hand;
    // Everything above the highest place below that somebody else has.
    let start =
        if others == 0 { lower } else { lower & (u64::MAX << (63 - others.leading_zeros()) << 1) };
    let card_up = bit(card) | u64::MAX << (card & 63);
    (start | card_up) & run(card)
}

/// All places of the card's run.
#[inline(always)]
pub(super) fn run(card: u8) -> u64 {
    RUN[(card & 63) as usize]
}

const RUN: [u64; 64] = {
    let mut runs = [0; 64];
    let mut place = 0;
    while place < 54 {
        if RUNS >> place & 1 == 1 {
            runs[place] = if place > 32 { 0x7_ffff << 33 } else { 0xf << (place & !7) };
        }
        place += 1;
    }
    runs
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_close_and_open_again() {
        // Taroks II to V of three players: places 33 to 36.
        let hands = [1 << 33 | 1 << 36, 1 << 34, 1 << 35];
        let leaving = Leaving::new([36, 34, 35]);
        let left = leaving.close([1 << 33, 0, 0]);
        assert_eq!(left, [1 << 36, 0, 0]);
        // If the highest of what is left matters, all that stood above did.
        assert_eq!(leaving.open(1 << 36), 0xf << 33);
        assert_eq!(leaving.open(0), 0);
        assert_eq!(packed(hands), [1 << 48 | 1 << 51, 1 << 49, 1 << 50]);
        // In another order it is the same.
        assert_eq!(Leaving::new([35, 36, 34]).close([1 << 33, 0, 0]), left);
        assert_eq!(Leaving::new([34, 35, 36]).close([1 << 33, 0, 0]), left);
    }

    #[test]
    fn cards_that_do_the_same_are_one() {
        // H4 H3 H2, H1 missing; HJ HC; T1 T2 T3; T20 T21.
        let hand = 0b111 | 0b11 << 4 | 0b111 << 32 | 0b11 << 51;
        let kept = 1 << 2 | 0b11 << 4 | 1 << 32 | 1 << 34 | 0b11 << 51;
        assert_eq!(representatives(hand), kept);
        assert_eq!(from_run_of(2, hand), 0b1111);
        assert_eq!(from_run_of(5, hand), 0);
        assert_eq!(from_run_of(34, hand), run(34));
        assert_eq!(from_run_of(36, 1 << 36), run(36) & u64::MAX << 36);
    }
}
