//! Exact search against brute force that knows nothing but the rules.

use std::collections::BTreeSet;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Card as _, Seat};
use vzetek_search::alphabeta::AlphaBeta;
use vzetek_search::{Perfect, Score, dice};
use vzetek_tarok::{Announcement, Card, CardSet, Contract};

use super::{Exact, Objective, Position, Terms, random};

/// Everybody plays best for or against `soloist`, who wants much of `merit`.
fn brute(position: &Position, soloist: u8, merit: &impl Fn(&Position) -> i32) -> i32 {
    if position.is_over() {
        return merit(position);
    }
    let values = random::indices(position.legal()).into_iter().map(|card| {
        let mut next = *position;
        next.put(card);
        brute(&next, soloist, merit)
    });
    let best = if position.turn == soloist { values.max() } else { values.min() };
    best.expect("some card is legal")
}

/// What the objective makes of a finished deal, as something that the soloist
/// wants much of.
fn merit(position: &Position, soloist: u8, objective: Objective) -> i32 {
    let pile = position.piles[usize::from(soloist)];
    match (position.contract, objective) {
        (Contract::Klop, Objective::Score) => position.scores()[usize::from(soloist)],
        (_, Objective::Score) => {
            let lost = position.mond_payer().is_some_and(|payer| payer != position.declarer());
            position.scores()[usize::from(soloist)] + if lost { 21 } else { 0 }
        }
        (Contract::Klop, Objective::Points) => {
            2 * pile.count_ones() as i32 - 3 * super::bits::values(pile) as i32
        }
        (Contract::Klop, Objective::Won) => i32::from(position.points(Seat::new(soloist)) < 35),
        (contract, Objective::Points) if contract.is_berac() => {
            -i32::from(position.tricks[usize::from(soloist)] > 0)
        }
        (contract, Objective::Won) if contract.is_berac() => {
            i32::from(position.tricks[usize::from(soloist)] == 0)
        }
        (_, Objective::Points) => i32::from(position.points(position.declarer())),
        (_, Objective::Won) => i32::from(position.points(position.declarer()) > 35),
    }
}

fn check(position: &Position, exact: &mut Exact, objective: Objective) -> i32 {
    let klop = position.contract == Contract::Klop;
    let soloist = if klop { position.turn } else { position.declarer };
    let sign =
        if !position.contract.is_ordinary() && objective == Objective::Points { -1 } else { 1 };
    let merit = |end: &Position| merit(end, soloist, objective);
    let expected = sign * brute(position, soloist, &merit);
    assert_eq!(exact.value(position, objective), expected, "{objective:?} {position:?}");
    for (card, value) in exact.move_values(position, objective) {
        let mut next = *position;
        next.put(card.index());
        let expected = sign * brute(&next, soloist, &merit);
        assert_eq!(value, expected, "{card} {objective:?} {position:?}");
    }
    expected
}

/// Things announced and raised, and an option that changes scores.
fn terms(number: usize, rng: &mut impl Rng) -> Terms {
    let mut terms = Terms::default();
    terms.symmetric_bonuses = number.is_multiple_of(3);
    for announcement in Announcement::ALL {
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
    for number in 0..3_500 {
        let contract = Contract::ALL[number % 7];
        let cards = 1 + dice::below(&mut rng, 4) as usize;
        let mut position = random::position(contract, cards, &mut rng);
        position.terms = terms(number, &mut rng);
        for objective in [Objective::Points, Objective::Won, Objective::Score] {
            values.insert((contract, objective as u8, check(&position, &mut exact, objective)));
        }
    }
    for contract in Contract::ALL {
        let some =
            |objective| values.iter().filter(|v| v.0 == contract && v.1 == objective).count();
        assert!(some(0) >= 2 && some(1) == 2 && some(2) >= 2, "{contract}: {values:?}");
    }
}

fn shuffle(cards: &mut [u8], rng: &mut impl Rng) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, dice::below(rng, last as u32 + 1) as usize);
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
        let contract = Contract::ALL[number % 7];
        let mut pack: Vec<u8> = (24..54).collect();
        shuffle(&mut pack, &mut rng);
        // Pagat, mond and škis go first.
        pack.sort_by_key(|&card| ![32, 52, 53].contains(&card));
        let size = 2 + dice::below(&mut rng, 3) as usize;
        let position = deal(contract, &mut pack[..3 * size], &mut rng);
        for objective in [Objective::Points, Objective::Score] {
            check(&position, &mut exact, objective);
        }
    }
}

/// The same deal for the general search of `vzetek-search`, which knows no
/// ranks, no sure tricks, and tells no two cards for the same.
#[derive(Clone)]
struct General(Position);

impl Perfect for General {
    type Move = u8;
    type Key = ([u64; 3], [u8; 3], u8);

    fn key(&self) -> Self::Key {
        let mut table = [99; 3];
        let lying = usize::from(self.0.on_table);
        table[..lying].copy_from_slice(&self.0.table[..lying]);
        (self.0.hands, table, self.0.turn)
    }

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
        let [before, after] = [&self.0, &next].map(|p| i32::from(p.points(p.declarer())));
        (Self(next), Score(after - before))
    }
}

/// With more cards, what is remembered for other positions matters, and so
/// does that one search keeps it for the next.
#[test]
fn what_is_remembered_holds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut exact = Exact::new();
    let mut general = AlphaBeta::new(18);
    let mut values = BTreeSet::new();
    for _ in 0..60 {
        let position = random::position(Contract::Solo, 6, &mut rng);
        let now = i32::from(position.points(position.declarer()));
        let expected = now + general.value(&General(position)).0;
        assert_eq!(exact.value(&position, Objective::Points), expected, "{position:?}");
        values.insert(expected);
    }
    assert!(values.len() > 20, "{values:?}");
}

/// One search that keeps what it remembers from ending to ending of the same
/// figures: the same ranks come back with other values.
#[test]
fn ranks_with_other_values_are_told_apart() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut values = BTreeSet::new();
    for contract in [Contract::Solo, Contract::Klop] {
        let mut exact = Exact::new();
        for _ in 0..400 {
            // Eight cards of two suits without their lowest, four high taroks.
            let mut pack: Vec<u8> = (1..16).filter(|card| card & 7 > 0).chain(40..54).collect();
            shuffle(&mut pack[..14], &mut rng);
            shuffle(&mut pack[14..], &mut rng);
            let position = deal(contract, &mut pack[6..18], &mut rng);
            values.insert((contract, check(&position, &mut exact, Objective::Points)));
        }
    }
    assert!(values.len() > 30, "{values:?}");
}

#[test]
fn a_search_beyond_its_limit_gives_up_and_does_no_harm() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    for contract in [Contract::Solo, Contract::Klop] {
        let position = random::position(contract, 7, &mut rng);
        for objective in [Objective::Points, Objective::Score] {
            let mut exact = Exact::new();
            assert_eq!(exact.value_within(&position, objective, 20), None, "{contract}");
            let value = exact.value(&position, objective);
            assert_eq!(value, Exact::new().value(&position, objective), "{contract}");
            assert_eq!(exact.value_within(&position, objective, 1_000_000), Some(value));
        }
    }
}
