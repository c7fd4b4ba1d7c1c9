//! Iterative deepening and the windows that it asks with, against plain minimax.

use vzetek_search::alphabeta::{AlphaBeta, Parts, WHOLE};
use vzetek_search::games::combinations::{assert_best, every_combination};
use vzetek_search::games::four::{Cells, Four};
use vzetek_search::games::rooms::{Nearsighted, Room};
use vzetek_search::minimax::minimax;
use vzetek_search::{Limits, Score};
use vzetek_survey::aspiration;
use vzetek_survey::deepening::{self, Driver};

#[test]
fn every_driver_finds_the_value_and_a_move_that_reaches_it() {
    let combinations = every_combination();
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 8);
        let guide = Nearsighted { selective: seed % 2 == 0, coarse: false };
        let parts = combinations[(seed as usize * 7) % combinations.len()];
        let mut search = AlphaBeta::guided(guide, parts);
        let none = Limits::default();
        let guess = Score((seed % 13) as i32 - 6);
        let delta = Score(1 + (seed % 4) as i32);
        let found = aspiration::search(&mut search, &room, 4, guess, delta, &none).unwrap();
        assert_best(&room, &guide, 4, found, "aspiration");
        search.forget();
        for driver in [Driver::Full, Driver::Aspiration(delta), Driver::Mtd] {
            let deepened = deepening::search(&mut search, &room, 5, driver, &none);
            assert_eq!(deepened.depth, 5);
            assert_best(&room, &guide, 5, deepened.found, &format!("{driver:?}"));
        }
    }
}

#[test]
fn without_a_horizon_there_is_but_one_depth() {
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 6);
        for driver in [Driver::Full, Driver::Aspiration(Score(2)), Driver::Mtd] {
            let mut whole = AlphaBeta::new(8);
            let deepened = deepening::search(&mut whole, &room, WHOLE, driver, &Limits::default());
            assert_eq!((deepened.found.score, deepened.depth), (minimax(&room), WHOLE));
        }
    }
}

#[test]
fn deepening_keeps_the_last_answer_it_was_sure_of() {
    let room = Room::entrance(4, 12);
    let guide = Nearsighted::default();
    let mut depths = Vec::new();
    for nodes in [1, 10, 100, 1_000, 5_000] {
        let mut search = AlphaBeta::guided(guide, Parts::all(8));
        let limits = Limits::nodes(nodes);
        let deepened = deepening::search(&mut search, &room, 12, Driver::Full, &limits);
        assert!(deepened.nodes <= nodes);
        if deepened.depth > 0 {
            assert_best(&room, &guide, deepened.depth, deepened.found, "cut short");
        }
        depths.push(deepened.depth);
    }
    assert!(depths.is_sorted() && depths[0] == 0 && depths[4] > depths[1], "{depths:?}");
}

#[test]
fn with_all_parts_on_deepening_is_worth_its_repetitions() {
    let openings: Vec<Four> = (0..6).map(|column| Four::empty(6, 5).after(&[column, 2])).collect();
    let straight = openings.iter().map(|position| {
        let mut search = AlphaBeta::guided(Cells, Parts::all(16));
        search.best(position, 11, &Limits::default()).unwrap();
        search.nodes()
    });
    let straight: u64 = straight.sum();
    for driver in [Driver::Full, Driver::Aspiration(Score(1)), Driver::Mtd] {
        let deepened = openings.iter().map(|position| {
            let mut search = AlphaBeta::guided(Cells, Parts::all(16));
            deepening::search(&mut search, position, 11, driver, &Limits::default()).nodes
        });
        let deepened: u64 = deepened.sum();
        assert!(deepened < straight, "{driver:?}: {deepened} against {straight}");
    }
}

/// Positions visited are a checksum of the search: whoever changes them should
/// know why.
#[test]
fn the_positions_visited_are_these() {
    let visited = |parts: Parts| {
        let mut search = AlphaBeta::guided(Cells, parts);
        let deepened =
            deepening::search(&mut search, &Four::empty(6, 5), 9, Driver::Full, &Limits::default());
        deepened.nodes
    };
    let history = Parts { history: true, ..Parts::NONE };
    let killers = Parts { killers: true, ..Parts::NONE };
    let minimal = Parts { minimal_window: true, ..Parts::NONE };
    let nodes = [Parts::NONE, Parts::table(14), killers, history, minimal, Parts::all(14)];
    assert_eq!(nodes.map(visited), [43935, 9625, 26894, 26261, 43221, 9343]);
}
