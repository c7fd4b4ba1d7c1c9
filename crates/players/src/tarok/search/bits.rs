//! Cards as bits: what searches know of the fifty-four by index alone.
//!
//! The order is that of [`vzetek_tarok::Card`]: four suits of eight, low to
//! high, then the taroks, so that of two taroks, or two cards of one suit, the
//! higher index is the higher card.

use vzetek_tarok::{KINGS, MOND, PAGAT, SKIS, TRULA};

/// The number of players.
pub const SEATS: usize = 3;

/// The index of the lowest tarok.
pub const FIRST_TAROK: u8 = 32;

/// All taroks.
pub const TAROKS: u64 = 0x3f_ffff << FIRST_TAROK;

/// The whole pack.
pub const PACK: u64 = (1 << 54) - 1;

/// Pagat, mond and škis.
pub const TRULA_BITS: u64 = TRULA.bits();

/// The four kings.
pub const KING_BITS: u64 = KINGS.bits();

/// The pagat alone.
pub const PAGAT_BIT: u64 = 1 << PAGAT_INDEX;

/// The mond alone.
pub const MOND_BIT: u64 = 1 << MOND_INDEX;

/// The škis alone.
pub const SKIS_BIT: u64 = 1 << SKIS_INDEX;

/// The index of the pagat.
pub const PAGAT_INDEX: u8 = FIRST_TAROK;

/// The index of the mond.
pub const MOND_INDEX: u8 = FIRST_TAROK + 20;

/// The index of the škis.
pub const SKIS_INDEX: u8 = FIRST_TAROK + 21;

const _: () = {
    assert!(PAGAT_BIT | MOND_BIT | SKIS_BIT == TRULA_BITS);
    assert!(PAGAT.value() == 5 && MOND.value() == 5 && SKIS.value() == 5);
};

/// The value of each card before counting takes its share: 1 to 5. As long as a
/// word so that any six bits may index it.
pub const VALUES: [u8; 64] = {
    let mut values = [1; 64];
    let mut suit = 0;
    while suit < 4 {
        let mut rank = 4;
        while rank < 8 {
            values[8 * suit + rank] = rank as u8 - 2;
            rank += 1;
        }
        suit += 1;
    }
    values[PAGAT_INDEX as usize] = 5;
    values[MOND_INDEX as usize] = 5;
    values[SKIS_INDEX as usize] = 5;
    values
};

/// For each card all of its suit.
pub const SUITS: [u64; 64] = {
    let mut suits = [TAROKS; 64];
    let mut card = 0;
    while card < FIRST_TAROK as usize {
        suits[card] = 0xff << (card & !7);
        card += 1;
    }
    suits
};

/// Returns the value of a card.
#[inline(always)]
pub const fn value(card: u8) -> u32 {
    VALUES[(card & 63) as usize] as u32
}

/// All cards of the card's suit.
#[inline(always)]
pub const fn suit(card: u8) -> u64 {
    SUITS[(card & 63) as usize]
}

/// The bit of a card.
#[inline(always)]
pub const fn bit(card: u8) -> u64 {
    1 << (card & 63)
}

/// The lowest card of a set that is not empty.
#[inline(always)]
pub const fn lowest(cards: u64) -> u8 {
    cards.trailing_zeros() as u8
}

/// The highest card of a set that is not empty.
#[inline(always)]
pub const fn highest(cards: u64) -> u8 {
    63 - cards.leading_zeros() as u8
}

/// Returns true if `card` takes a trick from `best`, which holds it so far; the
/// trula's own rule apart.
#[inline(always)]
pub const fn beats(card: u8, best: u8) -> bool {
    card > best && (card >= FIRST_TAROK || card >> 3 == best >> 3)
}

/// The cards that take a trick from `best`, the trula's own rule apart.
#[inline(always)]
pub const fn beating(best: u8) -> u64 {
    let above = (u64::MAX << (best & 63) << 1) & suit(best);
    if best >= FIRST_TAROK { above } else { above | TAROKS }
}

/// The sum of the values of a set.
pub fn values(cards: u64) -> u32 {
    Bits(cards).map(value).sum()
}

/// The cards of a set by rising index.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let card = lowest(self.0);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vzetek_game::Card as _;
    use vzetek_tarok::{Card, CardSet};

    #[test]
    fn tables_say_what_the_cards_say() {
        for card in CardSet::full() {
            let index = card.index();
            assert_eq!(value(index), u32::from(card.value()), "{card}");
            assert_eq!(suit(index), card.suit().cards().bits(), "{card}");
            for other in CardSet::full() {
                let taken = other.above().contains(card) || card.is_tarok() && !other.is_tarok();
                assert_eq!(beats(index, other.index()), taken, "{card} on {other}");
                assert_eq!(beating(other.index()) >> index & 1 == 1, taken, "{card} on {other}");
            }
        }
        assert_eq!(PACK, CardSet::full().bits());
        assert_eq!(values(PACK), 106);
        assert_eq!(Card::from_index(FIRST_TAROK), PAGAT);
    }
}
