//! Searches of positions in which nothing is hidden.

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_baselines::tarok::selective::Selective;
use vzetek_game::Seat;
use vzetek_game::sharing::shuffle;
use vzetek_players::tarok::search::{Exact, Position};
use vzetek_players::trset::Ending;
use vzetek_search::alphabeta::{AlphaBeta, Parts};
use vzetek_search::games::four::{Cells, Four};
use vzetek_search::{Limits, Score, dice};
use vzetek_survey::deepening::{self, Driver};
use vzetek_survey::proof;
use vzetek_tarok::{Card, CardSet, Contract};

use super::work::Work;

/// Four in a row, nine moves ahead, after every pair of first moves.
pub(super) fn alpha_beta() -> Work {
    let mut work = Work::NONE;
    for opening in (0..6).flat_map(|first| (0..6).map(move |second| [first, second])) {
        let position = Four::empty(6, 5).after(&opening);
        let mut search = AlphaBeta::guided(Cells, Parts::all(16));
        let none = Limits::default();
        let found = deepening::search(&mut search, &position, 9, Driver::Full, &none);
        work.nodes += found.nodes;
        work.find(found.nodes);
    }
    work
}

/// Searches for a win of the first player at four in a row, on small boards.
pub(super) fn proof_numbers() -> Work {
    let mut work = Work::NONE;
    let limits = Limits::nodes(200_000);
    for (width, height, opening) in [(4, 4, &[][..]), (5, 4, &[]), (7, 6, &[2, 2, 3, 3])] {
        let position = Four::empty(width, height).after(opening);
        let found = proof::search(&position, Score(1), &limits);
        work.nodes += found.nodes;
        work.find(found.nodes);
        work.find(found.verdict as u64);
    }
    work
}

/// Random endings of ten cards each, with a table that is retained.
pub(super) fn endings(kifameno: bool) -> Work {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut solver = Ending::new(kifameno);
    let mut work = Work::NONE;
    for _ in 0..400 {
        let mut pack: [u8; 40] = std::array::from_fn(|card| card as u8);
        shuffle(&mut pack, &mut rng);
        let hand = |cards: &[u8]| cards.iter().fold(0u64, |hand, card| hand | 1 << card);
        let value = solver.value(hand(&pack[..10]), hand(&pack[10..20]), None);
        work.find(value.into());
    }
    work.nodes = solver.nodes();
    work
}

/// Random cards for three.
fn tarok(contract: Contract, cards: usize, rng: &mut impl Rng) -> Position {
    let mut pack: Vec<Card> = CardSet::full().iter().collect();
    shuffle(&mut pack, rng);
    let hand = |seat: usize| pack[seat * cards..][..cards].iter().copied().collect();
    let leader = Seat::new(dice::below(rng, 3) as u8);
    let position = Position::new(contract, Seat::new(0), leader, [hand(0), hand(1), hand(2)]);
    match contract {
        Contract::Klop => position.with_talon(&pack[48..48 + cards.min(6)]),
        _ => position,
    }
}

/// Random endings, solved for the score.
pub(super) fn tarok_endings() -> Work {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut exact = Exact::new();
    let mut work = Work::NONE;
    for cards in [6, 8] {
        for _ in 0..50 {
            exact.forget();
            let position = tarok(Contract::Solo, cards, &mut rng);
            let score = exact.score_within(&position, 100_000);
            work.find(score.map_or(u64::MAX, |score| score as u64));
        }
    }
    work.nodes = exact.nodes();
    work
}

/// Luštrek's search for the first card of a game, as deep as it plays.
pub(super) fn tarok_study() -> Work {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut search = Selective::default();
    let mut work = Work::NONE;
    for contract in [Contract::Three, Contract::Klop, Contract::Berac] {
        for _ in 0..15 {
            let position = tarok(contract, 16, &mut rng);
            let (card, value) = search.best(&position, Selective::playing_depth(&position));
            work.find(u64::from(vzetek_game::Card::index(card)));
            work.find(value as u64);
        }
    }
    work.nodes = search.take_nodes();
    work
}
