//! What a hand is worth in each contract before the talon is known: a linear
//! estimate, learned from deals played by instinct (`examples/tarok_appraisal.rs`).
//!
//! Berač, which is won or lost, has the logarithm of its odds estimated.
//!
//! Used where there is no time to play deals out: for what others might bid,
//! and for what their bids say about their cards.

#[rustfmt::skip]
#[expect(clippy::approx_constant, reason = "a weight that happens to look like one")]
mod weights;

use vzetek_game::Card as _;
use vzetek_tarok::{Card, CardSet, Contract, KINGS, MOND, PAGAT, SKIS, Suit};

use weights::WEIGHTS;

/// How many traits of a hand are looked at.
pub const TRAITS: usize = 22;

/// The contracts that are appraised, in the order of their weights.
pub const APPRAISED: [Contract; 6] = [
    Contract::Klop,
    Contract::Three,
    Contract::Two,
    Contract::One,
    Contract::Solo,
    Contract::Berac,
];

/// The traits of a hand, the first always 1.
pub fn traits(hand: CardSet) -> [f64; TRAITS] {
    let count = |cards: CardSet| (hand & cards).len() as f64;
    let from = |number: u8| {
        let bits = u64::MAX << Card::tarok(number).index();
        CardSet::from_bits(bits) & Suit::Taroks.cards()
    };
    let taroks = count(Suit::Taroks.cards());
    let has = |card: Card| f64::from(u8::from(hand.contains(card)));
    let mut lengths = [0.0; 4];
    let mut short_kings = 0.0;
    let mut high = 0.0;
    let mut risks = [0.0; 5];
    for (suit, risk) in Suit::ALL.iter().zip(&mut risks) {
        let own = hand & suit.cards();
        *risk = excess(own, *suit);
        if *suit == Suit::Taroks {
            continue;
        }
        let king = !own.is_disjoint(KINGS);
        let others = own - KINGS;
        if others.len() < 4 {
            lengths[others.len()] += 1.0;
        }
        short_kings += f64::from(u8::from(king && own.len() <= 2));
        high += own.iter().map(|card| f64::from(card.value()) - 1.0).sum::<f64>();
    }
    let strength: f64 = (hand & Suit::Taroks.cards())
        .iter()
        .map(|card| f64::from(card.index() - PAGAT.index() + 1))
        .sum();
    let risk: f64 = risks[..4].iter().sum();
    let worst = risks.iter().copied().fold(0.0, f64::max);
    [
        1.0,
        taroks,
        (taroks - 7.0).max(0.0),
        (taroks - 9.0).max(0.0),
        strength / 10.0,
        count(from(19)),
        count(from(15)),
        has(SKIS),
        has(MOND),
        has(PAGAT),
        count(KINGS),
        short_kings,
        lengths[0],
        lengths[1],
        lengths[2],
        lengths[3],
        high,
        taroks * count(KINGS) / 10.0,
        risk,
        risks[4],
        worst,
        f64::from(u8::from(risk + risks[4] <= 3.0)),
    ]
}

/// By how much the cards of a suit are too high to be ducked.
fn excess(own: CardSet, suit: Suit) -> f64 {
    let below = |card: Card| suit.cards().iter().filter(|&other| other < card).count();
    let of = |(at, card)| (below(card) as f64 - 2.0 * at as f64).max(0.0);
    own.iter().enumerate().map(of).sum()
}

/// What a hand is worth to its holder in this contract, in points by which the
/// holder's score gets ahead of the others'.
pub fn appraise(contract: Contract, hand: CardSet) -> f64 {
    let traits = traits(hand);
    appraise_traits(contract, &traits)
}

/// The same, for traits that are known.
pub fn appraise_traits(contract: Contract, traits: &[f64; TRAITS]) -> f64 {
    let row = match contract {
        Contract::Klop => 0,
        Contract::OpenBerac => Contract::Berac as usize,
        contract => contract as usize,
    };
    let sum: f64 = WEIGHTS[row].iter().zip(traits).map(|(weight, value)| weight * value).sum();
    match contract {
        // Won or lost: the sum is the logarithm of the odds.
        Contract::Berac => berac(sum, contract),
        // Open cards are harder to duck with, and worth more.
        Contract::OpenBerac => berac(sum - 1.0, contract),
        _ => sum,
    }
}

fn berac(log_odds: f64, contract: Contract) -> f64 {
    f64::from(contract.value()) * (2.0 / (1.0 + (-log_odds).exp()) - 1.0)
}
