//! The Italian cards in tršet: strength, thirds, and the notation of the thesis.

use vzetek_cards::italian::{Card, CardSet, Rank, Suit};
use vzetek_game::NotationError;

/// Returns the strength of a rank, from 0 for the four to 9 for the three.
///
/// The order of the pack's indices is the same within a suit: the searches and the networks of
/// players read strength from the bits of a [`CardSet`].
pub const fn strength(rank: Rank) -> u8 {
    match rank {
        Rank::Four => 0,
        Rank::Five => 1,
        Rank::Six => 2,
        Rank::Seven => 3,
        Rank::Fant => 4,
        Rank::Kaval => 5,
        Rank::Kralj => 6,
        Rank::As => 7,
        Rank::Two => 8,
        Rank::Three => 9,
    }
}

/// True if `card` is of the suit of `other` and stronger.
pub fn beats(card: Card, other: Card) -> bool {
    card.suit() == other.suit() && strength(card.rank()) > strength(other.rank())
}

/// Returns the value of the cards together, in thirds of a point.
pub const fn thirds(cards: CardSet) -> u8 {
    const ACES: u64 = Rank::As.cards().bits();
    const FIGURES: u64 = Rank::Fant.cards().bits()
        | Rank::Kaval.cards().bits()
        | Rank::Kralj.cards().bits()
        | Rank::Two.cards().bits()
        | Rank::Three.cards().bits();
    let bits = cards.bits();
    (3 * (bits & ACES).count_ones() + (bits & FIGURES).count_ones()) as u8
}

/// The letter of a suit in the tršet thesis, where cups are `K` (kupe).
const fn thesis_letter(suit: Suit) -> char {
    match suit {
        Suit::Coppe => 'K',
        other => other.letter(),
    }
}

const fn thesis_word(rank: Rank) -> &'static str {
    ["4", "5", "6", "7", "FANT", "KAVAL", "KRALJ", "AS", "2", "3"][strength(rank) as usize]
}

/// Returns the notation of the tršet thesis, such as `K KAVAL` (section 4.4).
pub fn to_thesis_notation(card: Card) -> String {
    format!("{} {}", thesis_letter(card.suit()), thesis_word(card.rank()))
}

/// Reads the notation of the tršet thesis.
///
/// # Errors
/// [`NotationError`] says what would have been right.
pub fn from_thesis_notation(text: &str) -> Result<Card, NotationError> {
    let wrong = || {
        NotationError::new(
            text,
            "a card such as \"K KAVAL\": K, S, B or D, a space, \
             then 3 2 AS KRALJ KAVAL FANT 7 6 5 or 4",
        )
    };
    let (letter, word) = text.split_once(' ').ok_or_else(wrong)?;
    let suit = Suit::ALL
        .into_iter()
        .find(|&suit| letter.chars().eq([thesis_letter(suit)]))
        .ok_or_else(wrong)?;
    let rank = Rank::ALL.into_iter().find(|&rank| thesis_word(rank) == word).ok_or_else(wrong)?;
    Ok(Card::new(suit, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_comes_back_from_its_thesis_notation() {
        for card in CardSet::full() {
            assert_eq!(from_thesis_notation(&to_thesis_notation(card)), Ok(card));
        }
        assert_eq!(to_thesis_notation("CC".parse().unwrap()), "K KAVAL");
        for text in ["", "K", "K  3", "KK 3", "K as", "C 3", "K 3 "] {
            assert!(from_thesis_notation(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_pack_is_worth_32_thirds() {
        assert_eq!(thirds(CardSet::full()), 32);
        for card in CardSet::full() {
            let expected = match card.rank() {
                Rank::As => 3,
                Rank::Three | Rank::Two | Rank::Kralj | Rank::Kaval | Rank::Fant => 1,
                Rank::Four | Rank::Five | Rank::Six | Rank::Seven => 0,
            };
            assert_eq!(thirds(CardSet::single(card)), expected, "{card}");
        }
    }

    #[test]
    fn strength_is_the_order_of_the_rules_and_of_indices() {
        let mut ranks = Rank::ALL;
        ranks.sort_by_key(|&rank| strength(rank));
        let falling: String = ranks.iter().rev().map(|rank| rank.symbol()).collect();
        assert_eq!(falling, "32AKCJ7654");
        for (card, other) in
            CardSet::full().iter().flat_map(|a| CardSet::full().iter().map(move |b| (a, b)))
        {
            assert_eq!(beats(card, other), card.suit() == other.suit() && card > other);
        }
    }
}
