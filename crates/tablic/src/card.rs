//! The fifty-two cards: what they add up to, what they are worth, notation.

use vzetek_game::card_by_notation;

/// A set of cards.
pub type CardSet = vzetek_game::CardSet<Card>;

/// The four suits. They matter for two cards only, the two of clubs and the
/// ten of diamonds; the order is that of Penzar's tablić, best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// Hearts, `H`.
    Hearts,
    /// Spades, `S`.
    Spades,
    /// Diamonds, `D`.
    Diamonds,
    /// Clubs, `C`.
    Clubs,
}

impl Suit {
    /// The suits in the order of card indices.
    pub const ALL: [Self; 4] = [Self::Hearts, Self::Spades, Self::Diamonds, Self::Clubs];
}

/// The thirteen ranks, low to high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// The ranks in the order of card indices.
    pub const ALL: [Self; 13] = [
        Self::Ace,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
    ];

    /// Returns the value of a card of this rank in sums; an ace counts 1 here,
    /// or [`HIGH_ACE`].
    pub const fn value(self) -> u8 {
        self as u8 + if self as u8 > Self::Ten as u8 { 2 } else { 1 }
    }

    /// Returns the sum of groups that a card of this rank captures.
    ///
    /// For an ace that is 11 alone: a group that adds up to 1 is an ace by
    /// itself, which counts 11 just as well.
    pub const fn target(self) -> u8 {
        if matches!(self, Self::Ace) { HIGH_ACE } else { self.value() }
    }

    /// The four cards of this rank.
    pub const fn cards(self) -> CardSet {
        CardSet::from_bits(0xf << (4 * self as u32))
    }
}

/// The value of an ace in sums unless it counts 1.
pub const HIGH_ACE: u8 = 11;

/// A card, ordered by rank and then by suit.
///
/// ```
/// use vzetek_tablic::{Card, Rank, TWO_OF_CLUBS};
/// let jack: Card = "DJ".parse()?;
/// assert_eq!((jack.rank(), jack.rank().value()), (Rank::Jack, 12));
/// assert_eq!(TWO_OF_CLUBS.to_string(), "C2");
/// # Ok::<(), vzetek_game::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

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
    | 1 << TWO_OF_CLUBS.0;

impl Card {
    /// The card of this suit and rank.
    pub const fn new(suit: Suit, rank: Rank) -> Self {
        Self(4 * rank as u8 + suit as u8)
    }

    /// The card's suit.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }

    /// The card's rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }
}

/// The notation of each card, by [`vzetek_game::Card::index`].
const NOTATION: [&str; 52] = [
    "HA", "SA", "DA", "CA", "H2", "S2", "D2", "C2", "H3", "S3", "D3", "C3", //
    "H4", "S4", "D4", "C4", "H5", "S5", "D5", "C5", "H6", "S6", "D6", "C6", //
    "H7", "S7", "D7", "C7", "H8", "S8", "D8", "C8", "H9", "S9", "D9", "C9", //
    "H10", "S10", "D10", "C10", "HJ", "SJ", "DJ", "CJ", "HQ", "SQ", "DQ", "CQ", //
    "HK", "SK", "DK", "CK",
];

card_by_notation!(
    Card,
    NOTATION,
    "a card such as HA, S10 or DQ: H, S, D or C, then A K Q J 10 9 8 7 6 5 4 3 or 2"
);

/// Returns the points of captured cards: aces, tens, jacks, queens, kings and
/// the two of clubs 1, the ten of diamonds 2, all others nothing.
pub const fn points(cards: CardSet) -> u8 {
    let ones = (cards.bits() & WORTH_A_POINT).count_ones();
    let extra = cards.bits() >> TEN_OF_DIAMONDS.0 & 1;
    (ones + extra as u32) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn every_card_comes_back_from_its_notation() {
        for card in CardSet::full() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(Card::new(card.suit(), card.rank()), card);
        }
        assert_eq!(CardSet::full().len(), 52);
        assert_eq!((TWO_OF_CLUBS.notation(), TEN_OF_DIAMONDS.notation()), ("C2", "D10"));
        assert_eq!(set("H2 DQ C2 S10").list(), "DQ, S10, C2, H2");
    }

    #[test]
    fn what_is_no_card_is_refused_with_an_example() {
        for text in ["", "H", "H1", "H11", "T2", "10S", "S010", "ha", "HA ", "Ž1"] {
            let error = text.parse::<Card>().unwrap_err().to_string();
            assert!(error.contains("such as HA, S10"), "{error}");
        }
    }

    #[test]
    fn cards_count_what_the_rules_say() {
        let values: Vec<_> = Rank::ALL.into_iter().map(Rank::value).collect();
        assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14]);
        assert_eq!((Rank::Ace.target(), Rank::Two.target(), Rank::King.target()), (11, 2, 14));
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
