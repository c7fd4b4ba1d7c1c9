//! Situations of tršet for two in a few numbers (the tršet thesis, section 4.6).

use vzetek_trset::{Card, CardSet, Rank, Suit};

/// The ranks whose cards are counted.
const RANKS: [Rank; 6] = [Rank::Three, Rank::Two, Rank::As, Rank::Kralj, Rank::Kaval, Rank::Fant];

/// The numbers that describe a set of cards.
pub(super) const COUNTS: usize = 1 + RANKS.len() + Suit::ALL.len();

/// Axes of a situation in which the player leads: the cards in hand and those out of play.
pub(super) const LEADING: usize = 2 * COUNTS;

/// Axes of a situation in which the player follows: those, the suit led, one axis a
/// suit, and the rank led.
pub(super) const FOLLOWING: usize = LEADING + Suit::ALL.len() + 1;

/// The attributes by which situations are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attributes {
    hand: [u8; COUNTS],
    out_of_play: [u8; COUNTS],
    led: Option<Card>,
}

impl Attributes {
    /// Describes the situation of a player with this hand, when these cards have been
    /// taken in tricks and this one lies on the table.
    pub fn new(hand: CardSet, out_of_play: CardSet, led: Option<Card>) -> Self {
        Self { hand: counts(hand), out_of_play: counts(out_of_play), led }
    }

    /// The card on the table, if the player follows.
    pub fn led(&self) -> Option<Card> {
        self.led
    }

    /// The numbers of both sets of cards.
    pub(super) fn leading(&self) -> [u8; LEADING] {
        let mut numbers = self.hand.iter().chain(&self.out_of_play).copied();
        std::array::from_fn(|_| numbers.next().unwrap_or_default())
    }

    /// Those numbers and the card led: 1 on the axis of its suit, and its rank by strength.
    pub(super) fn following(&self, led: Card) -> [u8; FOLLOWING] {
        let mut axes = [0; FOLLOWING];
        axes[..LEADING].copy_from_slice(&self.leading());
        axes[LEADING + led.suit() as usize] = 1;
        axes[FOLLOWING - 1] = led.rank() as u8;
        axes
    }
}

/// Cards, those of each rank that is counted, those of each suit.
fn counts(cards: CardSet) -> [u8; COUNTS] {
    let rank = |rank| cards.iter().filter(|card: &Card| card.rank() == rank).count();
    let suit = |suit: Suit| CardSet::from_bits(cards.bits() & suit.cards().bits()).len();
    let mut numbers =
        std::iter::once(cards.len()).chain(RANKS.map(rank)).chain(Suit::ALL.map(suit));
    std::array::from_fn(|_| numbers.next().unwrap_or_default() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cards: &str) -> CardSet {
        cards.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn cards_are_counted_by_rank_and_suit() {
        let hand = set("C3 S3 C2 DA BK SC BC DJ C7 S4");
        //         cards, threes, twos, aces, kings, kavals, fants, then C, S, B, D
        let counted = [10, 2, 1, 1, 1, 2, 1, 3, 3, 2, 2];
        let gone = set("D3 D2 D4 B6");
        let taken = [4, 1, 1, 0, 0, 0, 0, 0, 0, 1, 3];
        let attributes = Attributes::new(hand, gone, None);
        assert_eq!((attributes.hand, attributes.out_of_play), (counted, taken));
        let axes: Vec<u8> = counted.into_iter().chain(taken).collect();
        assert_eq!(attributes.leading().to_vec(), axes);
    }

    #[test]
    fn who_follows_knows_the_card_led() {
        let led: Card = "BA".parse().unwrap();
        let attributes = Attributes::new(set("B4 D3"), set("B5 B6"), Some(led));
        assert_eq!(attributes.led(), Some(led));
        let axes = attributes.following(led);
        assert_eq!(axes[..LEADING], attributes.leading());
        // No cups, no swords, clubs, no coins; an ace is the eighth by strength.
        assert_eq!(axes[LEADING..], [0, 0, 1, 0, 7]);
    }

    #[test]
    fn nothing_else_is_looked_at() {
        let four = Attributes::new(set("C4 S5"), set("B6"), None);
        assert_eq!(four, Attributes::new(set("C5 S7"), set("B4"), None));
        assert_ne!(four, Attributes::new(set("C4 B5"), set("B6"), None));
    }
}
