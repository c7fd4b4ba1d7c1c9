//! Partition search against plain minimax and a plain transposition table.

use vzetek_search::alphabeta::{AlphaBeta, OutOfBudget};
use vzetek_search::minimax::minimax;
use vzetek_search::{Bound, Limits, Perfect, Score, Window};
use vzetek_survey::games::formula::Formula;
use vzetek_survey::partition::{Partition, Partitions};

#[test]
fn values_are_those_of_minimax() {
    for seed in 0..2_000 {
        let formula = Formula::new(seed, 4 + (seed % 6) as u8);
        let mut search = Partitions::default();
        let (score, set) = search.search(&formula, Window::FULL, &Limits::default()).unwrap();
        assert_eq!(score, minimax(&formula), "seed {seed}");
        assert!(formula.is_in(&set));
    }
}

#[test]
fn windows_are_answered_truly_with_one_table_for_all() {
    let mut bounds = [0; 3];
    for seed in 0..2_000 {
        let formula = Formula::new(seed, 8);
        let value = minimax(&formula);
        let mut search = Partitions::default();
        for alpha in -4..4 {
            let window = Window { alpha: Score(alpha), beta: Score(alpha + 1 + (seed % 3) as i32) };
            let (answer, _) = search.search(&formula, window, &Limits::default()).unwrap();
            match window.bound_of(answer) {
                Bound::Exact => assert_eq!(answer, value, "seed {seed}"),
                Bound::Lower => assert!(value >= answer, "seed {seed}"),
                Bound::Upper => assert!(value <= answer, "seed {seed}"),
            }
            bounds[window.bound_of(answer) as usize] += 1;
        }
    }
    assert!(bounds.iter().all(|&count| count > 500), "{bounds:?}");
}

/// A statement about a set is true of each of its positions.
#[test]
fn all_positions_of_a_set_have_its_value() {
    let mut shared = 0;
    for seed in 0..2_000 {
        let root = Formula::new(seed, 8);
        let mut level = vec![root];
        for _ in 0..4 {
            let successors = |position: &Formula| [false, true].map(|value| position.play(value).0);
            level = level.iter().flat_map(successors).collect();
        }
        for position in &level {
            let mut search = Partitions::default();
            let (score, set) = search.search(position, Window::FULL, &Limits::default()).unwrap();
            let members: Vec<_> = level.iter().filter(|other| other.is_in(&set)).collect();
            assert_eq!(members.len() as u64, set.count());
            assert!(members.iter().all(|member| minimax(*member) == score), "seed {seed}");
            shared += usize::from(members.len() > 1);
        }
    }
    assert!(shared > 13_000, "{shared}");
}

#[test]
fn sets_save_more_than_a_table_of_positions() {
    let [mut partitions, mut alphabeta] = [0; 2];
    for seed in 0..20 {
        let formula = Formula::new(seed, 14);
        let mut search = Partitions::default();
        search.search(&formula, Window::FULL, &Limits::default()).unwrap();
        partitions += search.nodes();
        let mut search = AlphaBeta::new(15);
        search.value(&formula);
        alphabeta += search.nodes();
    }
    assert!(partitions * 4 < alphabeta, "{partitions} of {alphabeta}");
    let cut = Partitions::default().search(&Formula::new(1, 14), Window::FULL, &Limits::nodes(9));
    assert_eq!(cut, Err(OutOfBudget));
}
