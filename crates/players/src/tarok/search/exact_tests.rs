//! Exact search against brute force that knows nothing but the rules.

use std::collections::BTreeSet;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Card as _, Seat};
use vzetek_search::alphabeta::{AlphaBeta, Parts, Whole};
use vzetek_search::{Perfect, Score, dice};
use vzetek_tarok::{Announcement, Card, CardSet, Contract};

use super::{Exact, Position, Terms, random};

/// The ordinary contracts.
const ORDINARY: [Contract; 4] = [Contract::Three, Contract::Two, Contract::One, Contract::Solo];

/// The score as the search tells it: a mond that a defender loses counts for the
/// declarer.
fn score(end: &Position) -> i32 {
    let lost = end.mond_payer().is_some_and(|payer| payer != end.declarer());
    end.scores()[usize::from(end.declarer)] + if lost { 21 } else { 0 }
}

/// The score when everybody plays best for or against the declarer.
fn brute(position: &Position) -> i32 {
    if position.is_over() {
        return score(position);
    }
    let scores = random::indices(position.legal()).into_iter().map(|card| {
        let mut next = *position;
        next.put(card);
        brute(&next)
    });
    let best = if position.turn == position.declarer { scores.max() } else { scores.min() };
    best.expect("some card is legal")
}

/// Compares a position and what follows each card with brute force.
fn check(position: &Position, exact: &mut Exact) -> i32 {
    let expected = brute(position);
    assert_eq!(exact.score_within(position, u64::MAX), Some(expected), "{position:?}");
    for (card, value) in exact.card_scores_within(position, u64::MAX).unwrap() {
        let mut next = *position;
        next.put(card.index());
        assert_eq!(value, brute(&next), "{card} {position:?}");
    }
    expected
}

/// Things announced and raised, and an option that changes scores.
fn terms(number: usize, rng: &mut impl Rng) -> Terms {
    let mut terms = Terms::default();
    terms.symmetric_bonuses = number.is_multiple_of(3);
    for announcement in Announcement::OF_THREE {
        if dice::below(rng, 3) == 0 {
            terms = terms.announce(announcement);
            if dice::below(rng, 3) == 0 {
                let left = Seat::new(1);
                terms = terms.raised(left, vzetek_tarok::Item::Announced(announcement));
            }
        }
    }
    if dice::below(rng, 4) == 0 {
        terms = terms.raised(Seat::new(2), vzetek_tarok::Item::Game);
    }
    terms
}

#[test]
fn exact_search_finds_what_brute_force_finds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut exact = Exact::new();
    let mut values = BTreeSet::new();
    for number in 0..2_000 {
        let contract = ORDINARY[number % 4];
        let cards = 1 + dice::below(&mut rng, 4) as usize;
        let mut position = random::position(contract, cards, &mut rng);
        position.terms = terms(number, &mut rng);
        values.insert((contract, check(&position, &mut exact)));
    }
    for contract in ORDINARY {
        let some = values.iter().filter(|value| value.0 == contract).count();
        assert!(some >= 2, "{contract}: {values:?}");
    }
}

/// These cards dealt at random; anybody declares, anybody leads.
fn deal(contract: Contract, cards: &mut [u8], rng: &mut impl Rng) -> Position {
    shuffle(cards, rng);
    let each = cards.len() / 3;
    let hands = [0, 1, 2].map(|seat| -> CardSet {
        cards[seat * each..][..each].iter().map(|&card| Card::from_index(card)).collect()
    });
    let [declarer, leader] = [0, 1].map(|_| Seat::new(dice::below(rng, 3) as u8));
    Position::new(contract, declarer, leader, hands)
}

/// Endings full of taroks, where equal cards and ranks matter most; and all of
/// the trula in play.
#[test]
fn exact_search_knows_taroks() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut exact = Exact::new();
    for number in 0..1_500 {
        let contract = ORDINARY[number % 4];
        let mut pack: Vec<u8> = (24..54).collect();
        shuffle(&mut pack, &mut rng);
        // Pagat, mond and škis go first.
        pack.sort_by_key(|&card| ![32, 52, 53].contains(&card));
        let size = 2 + dice::below(&mut rng, 3) as usize;
        let position = deal(contract, &mut pack[..3 * size], &mut rng);
        check(&position, &mut exact);
    }
}

/// The deal of a position for the general search of `vzetek-search`, which
/// knows no ranks, and tells no two cards for the same.
#[derive(Clone)]
struct General(Position);

impl Perfect for General {
    type Move = u8;
    type Key = ();

    fn key(&self) {}

    fn maximizing(&self) -> bool {
        self.0.turn == self.0.declarer
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        if !self.0.is_over() {
            moves.extend(random::indices(self.0.legal()));
        }
    }

    fn play(&self, card: u8) -> (Self, Score) {
        let mut next = self.0;
        next.put(card);
        (Self(next), Score(if next.is_over() { score(&next) } else { 0 }))
    }
}

/// With more cards, what is remembered for other positions matters, and so
/// does that one search keeps it for the next.
#[test]
fn what_is_remembered_holds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut exact = Exact::new();
    let mut general = AlphaBeta::guided(Whole, Parts::NONE);
    let mut values = BTreeSet::new();
    for _ in 0..60 {
        let position = random::position(Contract::Solo, 5, &mut rng);
        let expected = general.value(&General(position)).0;
        assert_eq!(exact.score_within(&position, u64::MAX), Some(expected), "{position:?}");
        values.insert(expected);
    }
    assert!(values.len() > 20, "{values:?}");
}

#[test]
fn a_search_beyond_its_limit_gives_up_and_does_no_harm() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    let position = random::position(Contract::Solo, 7, &mut rng);
    let mut exact = Exact::new();
    assert_eq!(exact.score_within(&position, 20), None);
    let score = exact.score_within(&position, u64::MAX);
    assert_eq!(score, Exact::new().score_within(&position, u64::MAX));
    assert_eq!(exact.score_within(&position, 1_000_000), score);
}
