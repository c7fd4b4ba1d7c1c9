//! Proof-number search against plain minimax.

use vzetek_search::games::four::Four;
use vzetek_search::games::rooms::Room;
use vzetek_search::games::tree::{Place, Tree};
use vzetek_search::minimax::minimax;
use vzetek_search::{Limits, Perfect, Score};
use vzetek_survey::proof::{self, Verdict};

#[test]
fn goals_are_proved_up_to_the_value_and_disproved_beyond() {
    let mut moves = 0;
    for seed in 0..2_000 {
        let room = Room::entrance(seed, 5);
        let value = minimax(&room);
        for distance in [-2, -1, 0, 1, 2] {
            let goal = value + Score(distance);
            let found = proof::search(&room, goal, &Limits::default());
            let proved = value >= goal;
            let expected = if proved { Verdict::Proved } else { Verdict::Disproved };
            assert_eq!(found.verdict, expected, "seed {seed}, {distance}");
            // A side that has what it wants knows the move to it.
            if proved == room.maximizing() {
                let (next, gain) = room.play(found.best.unwrap());
                assert_eq!(gain + minimax(&next) >= goal, proved, "seed {seed}, {distance}");
                moves += 1;
            }
        }
    }
    assert!(moves > 4_000, "{moves}");
}

#[test]
fn a_search_cut_short_knows_nothing_and_still_moves() {
    let room = (0..).map(|seed| Room::entrance(seed, 10)).find(|room| room.doors() == 4).unwrap();
    let found = proof::search(&room, minimax(&room), &Limits::nodes(20));
    assert_eq!(found.verdict, Verdict::Unknown);
    assert!(found.best.is_some() && found.nodes < 30);
}

/// Forced lines are followed to their end, however wide the tree is beside
/// them: three stones in a row that cannot be stopped.
#[test]
fn a_win_in_sight_is_found_at_once() {
    let open = Four::empty(7, 6).after(&[2, 2, 3, 3]);
    let found = proof::search(&open, Score(1), &Limits::nodes(3_000));
    assert_eq!(found.verdict, Verdict::Proved);
    assert!([1, 4].contains(&found.best.unwrap()), "{found:?}");
    // On a board of four by four nobody wins.
    let small = Four::empty(4, 4);
    assert_eq!(proof::search(&small, Score(1), &Limits::default()).verdict, Verdict::Disproved);
    assert_eq!(proof::search(&small, Score(0), &Limits::default()).verdict, Verdict::Proved);
}

/// One who has lost makes the move with the most to refute.
#[test]
fn the_longest_resistance_when_all_is_lost() {
    let lost = || Tree::Leaf(0);
    let deep = Tree::Min(vec![Tree::Max(vec![lost(), lost()]), Tree::Max(vec![lost(), lost()])]);
    let tree = Tree::Max(vec![Tree::Min(vec![lost()]), deep, lost()]);
    let found = proof::search(&Place(&tree), Score(1), &Limits::default());
    assert_eq!((found.verdict, found.best), (Verdict::Disproved, Some(1)));
}
