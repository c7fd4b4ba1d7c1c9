//! The points of piles of tarok cards.

use vzetek_cards::tarok::{CardSet, values};

/// Returns the points of a pile: the values less 2 for each three cards, and
/// less 1 for one or two that are left over.
///
/// That is the sum of value − ⅔ a card, rounded to the nearest whole number,
/// so it does not matter in which threes the cards are taken; and two piles
/// that make up the pack together always count 70.
pub const fn points(cards: CardSet) -> u8 {
    let count = cards.len() as u32;
    let left_over = if count.is_multiple_of(3) { 0 } else { 1 };
    (values(cards) - 2 * (count / 3) - left_over) as u8
}

#[cfg(test)]
mod tests {
    use vzetek_cards::tarok::Card;

    use super::*;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn piles_are_counted_as_the_rules_say() {
        for (cards, counted) in [
            ("", 0),
            ("T2", 0),
            ("HK", 4),
            ("H4 H3", 1),
            ("HK DK", 9),
            ("H4 H3 H2", 1),
            ("HK HQ HC", 10),
            ("T1 T21 T22", 13),
            ("HK HQ HC HJ", 11),
            ("HK HQ HC HJ H1", 12),
            ("HK HQ HC HJ H1 H2", 12),
            ("SK SQ SC SJ S10 S9 S8 S7", 13),
        ] {
            assert_eq!(points(set(cards)), counted, "{cards}");
        }
        assert_eq!(points(CardSet::full()), crate::PACK_POINTS);
    }
}
