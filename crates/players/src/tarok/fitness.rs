//! The fitness of a hand for a contract, at a glance: no simulation, no search.

use vzetek_game::Card as _;
use vzetek_tarok::{Card, CardSet, Contract, HAND, KINGS, MOND, PAGAT, SKIS, Suit};

use super::appraisal::appraise;

/// Returns the fitness of a hand of sixteen cards, or of twelve of four players, before any
/// talon, for a contract. From 0 on the contract is a sensible choice; the scale is one of
/// the contract.
///
/// Rough on purpose: deals are chosen by it for players to be compared.
pub fn fitness(contract: Contract, hand: CardSet) -> i32 {
    // With fewer cards, and a partner, less will do.
    let fewer = if hand.len() < HAND { 24 } else { 0 };
    match contract {
        Contract::Klop => 0,
        Contract::Berac | Contract::OpenBerac => appraise(contract, hand) as i32,
        Contract::Three => strength(hand) - 60 + fewer,
        Contract::Two => strength(hand) - 66 + fewer,
        Contract::One => strength(hand) - 72 + fewer,
        Contract::Solo => strength(hand) - 80,
        _ => strength(hand) - fit_of_four(contract),
    }
}

/// The strength from which one of four players, with twelve cards, may choose a contract.
fn fit_of_four(contract: Contract) -> i32 {
    match contract {
        Contract::SoloThree => 52,
        Contract::SoloTwo => 55,
        Contract::SoloOne => 60,
        Contract::SoloWithout => 64,
        _ => 90,
    }
}

/// Returns the strength of a hand for taking tricks.
fn strength(hand: CardSet) -> i32 {
    let taroks = hand & Suit::Taroks.cards();
    let high = taroks & CardSet::from_bits(!0 << Card::tarok(15).index());
    let mut sum = 5 * taroks.len() as i32 + 2 * high.len() as i32;
    sum += 5 * (hand & KINGS).len() as i32;
    sum += if hand.contains(SKIS) { 5 } else { 0 } + if hand.contains(MOND) { 4 } else { 0 };
    sum += if hand.contains(PAGAT) { 2 } else { 0 };
    for suit in &Suit::ALL[..4] {
        sum += match ((hand & suit.cards()) - KINGS).len() {
            0 => 6,
            1 => 3,
            _ => 0,
        };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> CardSet {
        text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn low_cards_make_a_berac_and_high_ones_a_solo() {
        let low = set("H4 H3 H1 HC D4 D3 D1 S7 S8 S10 SC C7 C8 C10 T1 T2");
        assert!(fitness(Contract::Berac, low) >= 0);
        assert!(fitness(Contract::Three, low) < 0);
        let high = set("T22 T21 T20 T19 T18 T16 T14 T12 T9 T7 T1 HK HQ DK SK S7");
        assert!(fitness(Contract::Solo, high) >= 0);
        assert!(fitness(Contract::Berac, high) < 0);
    }
}
