//! Alpha-beta against plain minimax.

use vzetek_search::alphabeta::{AlphaBeta, OutOfBudget, Parts, Whole};
use vzetek_search::games::rooms::Room;
use vzetek_search::minimax::minimax;
use vzetek_search::{Bound, Limits, Perfect, Score, Window};

#[test]
fn values_are_those_of_minimax() {
    let mut values = std::collections::HashSet::new();
    for seed in 0..2_000 {
        let start = Room::entrance(seed, 8);
        let expected = minimax(&start);
        assert_eq!(AlphaBeta::guided(Whole, Parts::NONE).value(&start), expected, "seed {seed}");
        // Tables from hopelessly small to sufficient.
        for bits in [0, 3, 12] {
            assert_eq!(AlphaBeta::new(bits).value(&start), expected, "seed {seed}, {bits} bits");
        }
        values.insert(expected);
    }
    assert!(values.len() > 10, "the games are all alike: {values:?}");
}

#[test]
fn every_window_is_answered_truly() {
    let mut bounds = [0; 3];
    for seed in 0..2_000 {
        let start = Room::entrance(seed, 5);
        let value = minimax(&start);
        // One table for all windows: old bounds must not do harm.
        let mut search = AlphaBeta::new(10);
        for alpha in -9..9 {
            for width in [1, 4] {
                let window = Window { alpha: Score(alpha), beta: Score(alpha + width) };
                let answer = search.search(&start, window, &Limits::default()).unwrap();
                match window.bound_of(answer) {
                    Bound::Exact => assert_eq!(answer, value),
                    Bound::Lower => assert!(value >= answer, "{value:?} {answer:?} {window:?}"),
                    Bound::Upper => assert!(value <= answer, "{value:?} {answer:?} {window:?}"),
                }
                bounds[window.bound_of(answer) as usize] += 1;
            }
        }
    }
    assert!(bounds.iter().all(|&count| count > 3_000), "{bounds:?}");
}

#[test]
fn each_move_has_its_value() {
    for seed in 0..2_000 {
        let start = Room::entrance(seed, 7);
        let mut moves = Vec::new();
        start.moves(&mut moves);
        let values = AlphaBeta::new(8).move_values(&start, &Limits::default()).unwrap();
        assert_eq!(values.len(), moves.len());
        for (action, value) in values {
            let (next, gain) = start.play(action);
            assert_eq!(value, gain + minimax(&next), "seed {seed}, move {action}");
        }
    }
}

#[test]
fn the_table_and_the_cuts_save_work() {
    let (mut plain, mut cut) = (0, 0);
    for seed in 0..40 {
        let start = Room::entrance(seed, 10);
        let mut search = AlphaBeta::guided(Whole, Parts::NONE);
        search.value(&start);
        plain += search.nodes();
        let mut search = AlphaBeta::new(12);
        search.value(&start);
        cut += search.nodes();
    }
    assert!(cut * 4 < plain, "{cut} of {plain} nodes");
}

#[test]
fn a_search_that_is_cut_short_says_so() {
    let start = Room::entrance(3, 10);
    let mut search = AlphaBeta::new(12);
    let result = search.search(&start, Window::FULL, &Limits::nodes(20));
    assert_eq!(result, Err(OutOfBudget));
    // The values that it left in the table must still be true.
    assert_eq!(search.value(&start), minimax(&start));
}
