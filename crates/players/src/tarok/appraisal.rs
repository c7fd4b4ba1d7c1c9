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
#[rustfmt::skip]
mod weights_four;

use vzetek_game::Card as _;
use vzetek_tarok::{Card, CardSet, Contract, HAND, KINGS, MOND, PAGAT, SKIS, Suit};

pub use berac_weights::DUCKING;
use berac_weights::{BERAC, BERAC_OF_FOUR};
pub use weights::TRAITS;
use weights::WEIGHTS;
use weights_four::{PASSING_OF_FOUR, WEIGHTS_OF_FOUR};

/// The contracts of three players that are appraised with weights for all traits, in
/// their order.
pub const APPRAISED: [Contract; 5] =
    [Contract::Klop, Contract::Three, Contract::Two, Contract::One, Contract::Solo];

/// The contracts of four players that are appraised with weights for all traits, in
/// their order.
pub const APPRAISED_OF_FOUR: [Contract; 8] = [
    Contract::Klop,
    Contract::Three,
    Contract::Two,
    Contract::One,
    Contract::SoloThree,
    Contract::SoloTwo,
    Contract::SoloOne,
    Contract::SoloWithout,
];

/// The numbers of taroks from which each further one counts again: with sixteen cards, and with the
/// twelve of four players.
const MANY_TAROKS: [[f64; 2]; 2] = [[7.0, 9.0], [5.0, 7.0]];

/// The traits of a hand, the first always 1.
pub fn traits(hand: CardSet) -> [f64; TRAITS] {
    let count = |cards: CardSet| (hand & cards).len() as f64;
    let from = |number: u8| {
        let bits = u64::MAX << Card::tarok(number).index();
        CardSet::from_bits(bits) & Suit::Taroks.cards()
    };
    let taroks = count(Suit::Taroks.cards());
    let [many, most] = MANY_TAROKS[usize::from(is_of_four(hand))];
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
        (taroks - many).max(0.0),
        (taroks - most).max(0.0),
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
    let lower = |card: Card| CardSet::from_bits((1 << card.index()) - 1);
    own.iter().enumerate().map(move |(at, card)| (suit.cards() & lower(card)).len() - at)
}

/// Returns the excess by which the cards of a suit are too high to be ducked.
fn excess(own: CardSet, suit: Suit) -> f64 {
    let of = |(at, gap): (usize, usize)| (gap as f64 - at as f64).max(0.0);
    gaps(own, suit).enumerate().map(of).sum()
}

/// Returns true for a hand of one of four players, who hold twelve cards and not sixteen.
fn is_of_four(hand: CardSet) -> bool {
    hand.len() < HAND
}

/// Returns the value of a hand to its holder in this contract, in points by
/// which the holder's score gets ahead of the others'. A hand of four players has no
/// more than twelve cards.
pub fn appraise(contract: Contract, hand: CardSet) -> f64 {
    if contract.is_berac() {
        return berac(hand, contract);
    }
    weights(contract, is_of_four(hand))
        .map_or(f64::NEG_INFINITY, |weights| weighed(weights, &traits(hand)))
}

/// Returns the value of a hand to its holder in every contract, by the contract's number.
pub fn appraise_all(hand: CardSet) -> [f64; Contract::ALL.len()] {
    let (traits, is_of_four) = (traits(hand), is_of_four(hand));
    Contract::ALL.map(|contract| match weights(contract, is_of_four) {
        Some(weights) => weighed(weights, &traits),
        None if contract.is_berac() => berac(hand, contract),
        None => f64::NEG_INFINITY,
    })
}

/// Returns the value of a hand to a holder who passes and lets others play. Of three players it is
/// about zero for any hand.
pub fn appraise_passing(hand: CardSet) -> f64 {
    if is_of_four(hand) { weighed(&PASSING_OF_FOUR, &traits(hand)) } else { 0.0 }
}

/// The weights for a contract; none for a berač, and for contracts whose hands are too rare to be
/// appraised at a glance.
fn weights(contract: Contract, is_of_four: bool) -> Option<&'static [f64; TRAITS]> {
    let of = |appraised: &[Contract]| appraised.iter().position(|&other| other == contract);
    if is_of_four {
        of(&APPRAISED_OF_FOUR).map(|at| &WEIGHTS_OF_FOUR[at])
    } else {
        of(&APPRAISED).map(|at| &WEIGHTS[at])
    }
}

/// The logarithm of a berač's odds.
pub fn log_odds_of_berac(hand: CardSet) -> f64 {
    weighed(if is_of_four(hand) { &BERAC_OF_FOUR } else { &BERAC }, &ducking(hand))
}

fn weighed(weights: &[f64], traits: &[f64]) -> f64 {
    weights.iter().zip(traits).map(|(weight, value)| weight * value).sum()
}

fn berac(hand: CardSet, contract: Contract) -> f64 {
    // Open cards are harder to duck with.
    let open = if contract == Contract::OpenBerac { 1.0 } else { 0.0 };
    let log_odds = log_odds_of_berac(hand) - open;
    f64::from(contract.value()) * (2.0 / (1.0 + (-log_odds).exp()) - 1.0)
}
