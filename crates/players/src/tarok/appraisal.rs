//! The value of a hand in each contract before the talon is known: a linear estimate, learned
//! from deals played by the card policy (`vzetek-lab train tarok-appraisal`).
//!
//! Berač, which is won or lost, has the logarithm of its odds estimated, from
//! deals played by players who think (`vzetek-lab train tarok-berac-appraisal`): the card policy
//! catches too few declarers.
//!
//! Used where there is no time to play deals out: for what others might bid,
//! and for what their bids say about their cards.

#[rustfmt::skip]
mod berac_weights;
#[rustfmt::skip]
#[expect(clippy::approx_constant, reason = "a weight that happens to look like one")]
mod weights;

use vzetek_game::Card as _;
use vzetek_tarok::{Card, CardSet, Contract, HAND, KINGS, MOND, PAGAT, SKIS, Suit};

use super::fitness::fitness;
use berac_weights::BERAC;
use weights::WEIGHTS;

/// The number of traits of a hand, berač apart.
pub const TRAITS: usize = 22;

/// The number of traits of a hand for berač.
pub const DUCKING: usize = 9;

/// The value of a klop of four players, whatever the hand.
const KLOP_OF_FOUR: f64 = -8.0;

/// The contracts that are appraised with weights for all traits, in their
/// order.
pub const APPRAISED: [Contract; 5] =
    [Contract::Klop, Contract::Three, Contract::Two, Contract::One, Contract::Solo];

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

/// The traits of a hand that matter for berač, the first always 1: how many
/// taroks, and whether one is alone; over the plain suits how many cards that
/// others may hold lie under the own ones, summed and at worst; plain suits
/// that must be ruffed; the same as for the suits for taroks; cards that lie
/// under all others.
pub fn ducking(hand: CardSet) -> [f64; DUCKING] {
    let taroks = hand & Suit::Taroks.cards();
    let (mut under, mut worst, mut ruffed, mut lowest) = (0, 0, 0, 0);
    for suit in &Suit::ALL[..4] {
        let own = hand & suit.cards();
        under += gaps(own, *suit).sum::<usize>();
        worst += gaps(own, *suit).last().unwrap_or_default();
        lowest += gaps(own, *suit).filter(|&gap| gap == 0).count();
        ruffed += usize::from(own.is_empty() && !taroks.is_empty());
    }
    let under_taroks = gaps(taroks, Suit::Taroks).sum::<usize>();
    let worst_tarok = gaps(taroks, Suit::Taroks).last().unwrap_or_default();
    let alone = usize::from(taroks.len() == 1);
    [1, taroks.len(), alone, under, worst, ruffed, under_taroks, worst_tarok, lowest]
        .map(|count| count as f64)
}

/// Returns, for each card of a suit, lowest first, the number of cards under it
/// that others may hold.
fn gaps(own: CardSet, suit: Suit) -> impl Iterator<Item = usize> {
    let below = move |card: Card| suit.cards().iter().filter(|&other| other < card).count();
    own.iter().enumerate().map(move |(at, card)| below(card) - at)
}

/// Returns the excess by which the cards of a suit are too high to be ducked.
fn excess(own: CardSet, suit: Suit) -> f64 {
    let of = |(at, gap): (usize, usize)| (gap as f64 - at as f64).max(0.0);
    gaps(own, suit).enumerate().map(of).sum()
}

/// Returns the value of a hand to its holder in this contract, in points by
/// which the holder's score gets ahead of the others'. A hand of four players has no
/// more than twelve cards.
pub fn appraise(contract: Contract, hand: CardSet) -> f64 {
    if hand.len() < HAND && !contract.is_berac() {
        return appraise_of_four(contract, hand);
    }
    match contract {
        Contract::Berac => berac(log_odds_of_berac(hand), contract),
        // Open cards are harder to duck with, and worth more.
        Contract::OpenBerac => berac(log_odds_of_berac(hand) - 1.0, contract),
        _ => weighed(&WEIGHTS[contract as usize], &traits(hand)),
    }
}

/// Returns the value of a hand of twelve cards to one of four players: nothing is learned for
/// them, and a point of [`fitness`] is worth about a point.
fn appraise_of_four(contract: Contract, hand: CardSet) -> f64 {
    match contract {
        Contract::Klop => KLOP_OF_FOUR,
        // Hands for these are too rare to be told at a glance.
        Contract::ColourValat | Contract::Valat => f64::NEG_INFINITY,
        _ => f64::from(fitness(contract, hand)),
    }
}

/// Returns the value of a hand to its holder in every contract, by the contract's number.
pub fn appraise_all(hand: CardSet) -> [f64; Contract::ALL.len()] {
    if hand.len() < HAND {
        return Contract::ALL.map(|contract| appraise(contract, hand));
    }
    let traits = traits(hand);
    Contract::ALL.map(|contract| match WEIGHTS.get(contract as usize) {
        Some(weights) => weighed(weights, &traits),
        None if contract.is_berac() => appraise(contract, hand),
        None => f64::NEG_INFINITY,
    })
}

/// The logarithm of a berač's odds.
pub fn log_odds_of_berac(hand: CardSet) -> f64 {
    weighed(&BERAC, &ducking(hand))
}

fn weighed(weights: &[f64], traits: &[f64]) -> f64 {
    weights.iter().zip(traits).map(|(weight, value)| weight * value).sum()
}

fn berac(log_odds: f64, contract: Contract) -> f64 {
    f64::from(contract.value()) * (2.0 / (1.0 + (-log_odds).exp()) - 1.0)
}
