//! Sums and points of the French cards in tablić.

use vzetek_cards::capture::{Sums, target as sum_target};
use vzetek_cards::french::{Card, CardSet, Rank, Suit};

/// The values of the cards in sums.
#[derive(Clone, Copy, Debug, Default)]
pub struct Values;

impl Sums for Values {
    type Card = Card;
    const VALUES: &'static [u8] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14];
    const HIGH: Option<u8> = Some(HIGH_ACE);
}

/// The value of an ace in sums unless it counts 1.
pub const HIGH_ACE: u8 = 11;

/// Returns the value of a card of this rank in sums; an ace counts 1 here, or [`HIGH_ACE`].
pub const fn value(rank: Rank) -> u8 {
    Values::VALUES[rank as usize]
}

/// Returns the sum of groups that a card of this rank captures.
///
/// For an ace that is 11 alone: a group that adds up to 1 is an ace by
/// itself, which counts 11 just as well.
pub const fn target(rank: Rank) -> u8 {
    sum_target::<Values>(rank as usize)
}

/// The only two that is worth a point.
pub const TWO_OF_CLUBS: Card = Card::new(Suit::Clubs, Rank::Two);

/// The only card that is worth two points.
pub const TEN_OF_DIAMONDS: Card = Card::new(Suit::Diamonds, Rank::Ten);

/// The cards that are worth a point, the ten of diamonds among them.
const WORTH_A_POINT: u64 = Rank::Ace.cards().bits()
    | Rank::Ten.cards().bits()
    | Rank::Jack.cards().bits()
    | Rank::Queen.cards().bits()
    | Rank::King.cards().bits()
    | Suit::Clubs.cards().bits() & Rank::Two.cards().bits();

/// The cards that are worth a point more.
const WORTH_ANOTHER: u64 = Suit::Diamonds.cards().bits() & Rank::Ten.cards().bits();

/// Returns the points of captured cards: aces, tens, jacks, queens, kings and
/// the two of clubs 1, the ten of diamonds 2, all others nothing.
pub const fn points(cards: CardSet) -> u8 {
    let ones = (cards.bits() & WORTH_A_POINT).count_ones();
    let extra = (cards.bits() & WORTH_ANOTHER != 0) as u32;
    (ones + extra) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn the_two_that_differ_from_their_rank_are_those_of_the_rules() {
        assert_eq!((TWO_OF_CLUBS.notation(), TEN_OF_DIAMONDS.notation()), ("C2", "D10"));
    }

    #[test]
    fn cards_count_what_the_rules_say() {
        assert_eq!(Rank::ALL.map(value), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14]);
        assert_eq!((target(Rank::Ace), target(Rank::Two), target(Rank::King)), (11, 2, 14));
    }

    #[test]
    fn cards_are_worth_what_the_rules_say() {
        for (cards, worth) in [
            ("", 0),
            ("C2", 1),
            ("H2 S2 D2", 0),
            ("D10", 2),
            ("H10 S10 C10", 3),
            ("HA SJ DQ CK", 4),
            ("H3 S4 D5 C6 H7 S8 D9", 0),
        ] {
            assert_eq!(points(set(cards)), worth, "{cards}");
        }
        assert_eq!(points(CardSet::full()), crate::PACK_POINTS);
    }
}
