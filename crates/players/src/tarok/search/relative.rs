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
pub(super) const RUNS: u64 = 0x0f0f_0f0f | TAROK_RUN;

/// The places of the taroks II to XX.
const TAROK_RUN: u64 = 0x7_ffff << 33;

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
fn below(place: u8) -> u64 {
    BELOW[(place & 63) as usize]
}

/// Of cards that do the same, because no other player has one between them, the highest each.
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
        // If the highest of what is left matters, so did the card above it.
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
    }
}
