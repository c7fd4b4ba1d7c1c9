//! Bit arithmetic on the forty cards: index = 10 · suit + strength.

use vzetek_game::Card as _;
use vzetek_trset::{Card, CardSet};

/// The ten cards of each suit.
pub(super) const SUIT: [u64; 4] = [0x3ff, 0x3ff << 10, 0x3ff << 20, 0x3ff << 30];

/// The suit of each card.
pub(super) const SUIT_OF: [u8; 40] = {
    let mut suits = [0; 40];
    let mut card = 0;
    while card < 40 {
        suits[card] = (card / 10) as u8;
        card += 1;
    }
    suits
};

/// The thirds of each card.
pub(super) const THIRDS: [u8; 40] = {
    let mut thirds = [0; 40];
    let mut card = 0;
    while card < 40 {
        thirds[card] = [0, 0, 0, 0, 1, 1, 1, 3, 1, 1][card % 10];
        card += 1;
    }
    thirds
};

/// The cards of a set, by rising index.
#[derive(Clone, Copy)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let card = (self.0 != 0).then(|| self.0.trailing_zeros() as u8)?;
        self.0 &= self.0 - 1;
        Some(card)
    }
}

/// The card with this index.
pub(super) fn card(index: u8) -> Card {
    Card::from_index(index)
}

/// The index of a card.
pub(super) fn index(card: Card) -> u8 {
    card.index()
}

/// The thirds of a set of cards.
pub(super) fn thirds(cards: u64) -> u8 {
    vzetek_trset::thirds(CardSet::from_bits(cards))
}

/// Returns only the lowest of equivalent cards.
///
/// Two cards of a hand are equivalent if they are of one suit, worth the same,
/// and every card between them is held or gone.
pub fn representatives(playable: u64, others: u64) -> u64 {
    let mut kept = 0;
    let mut last: Option<u8> = None;
    for card in Bits(playable) {
        let same = last.is_some_and(|last| {
            let between = (1u64 << card) - (1u64 << last);
            SUIT_OF[usize::from(last)] == SUIT_OF[usize::from(card)]
                && THIRDS[usize::from(last)] == THIRDS[usize::from(card)]
                && others & between == 0
        });
        if !same {
            kept |= 1 << card;
        }
        last = Some(card);
    }
    kept
}

/// Returns the card of the [`representatives`] that stands for this card of the player.
pub(super) fn representative(representatives: u64, card: u8) -> u8 {
    let up_to = representatives & ((2 << card) - 1);
    63 - up_to.leading_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cards: &str) -> u64 {
        cards.split_whitespace().map(|c| c.parse::<Card>().unwrap()).collect::<CardSet>().bits()
    }

    #[test]
    fn tables_agree_with_the_rules() {
        for card in CardSet::full() {
            let at = usize::from(index(card));
            assert_eq!(THIRDS[at], vzetek_trset::thirds(CardSet::single(card)));
            assert_eq!(Card::from_index(at as u8).suit() as u8, SUIT_OF[at]);
            assert!(SUIT[usize::from(SUIT_OF[at])] >> at & 1 == 1);
        }
    }

    #[test]
    fn equal_neighbours_are_joined_and_others_are_not() {
        assert_eq!(representatives(set("C7 C6 C4"), set("C5")), set("C6 C4"));
        assert_eq!(representatives(set("C7 C6 C4"), 0), set("C4"));
        assert_eq!(representatives(set("CJ C7"), 0), set("CJ C7"), "worth differently");
        assert_eq!(representatives(set("C3 C2 CA CK"), 0), set("C2 CA CK"));
        assert_eq!(representatives(set("S4 C3"), 0), set("S4 C3"), "two suits");
    }

    #[test]
    fn a_card_is_represented_by_one_that_comes_to_the_same() {
        let hand = set("C7 C6 C4 CK B4 B5");
        let kept = representatives(hand, set("C5"));
        assert_eq!(kept, set("C6 C4 CK B4"));
        let stands_for = |card| 1 << representative(kept, set(card).trailing_zeros() as u8);
        assert_eq!(["C7", "C6", "C4", "CK"].map(stands_for), ["C6", "C6", "C4", "CK"].map(set));
        assert_eq!(["B4", "B5"].map(stands_for), [set("B4"); 2]);
    }
}
