//! Many observers: moves made face down.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::Limits;
use vzetek_search::games::climb::Open;
use vzetek_search::games::climbing::{HIGH, LOW, parameters};
use vzetek_search::games::rooms::Room;
use vzetek_search::ismcts::{self, Parameters};
use vzetek_survey::games::coin::{Hand, STOP};
use vzetek_survey::observers;

#[test]
fn a_move_made_face_down_does_not_give_itself_away() {
    let limits = Limits::iterations(20_000);
    for seed in 0..10 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let parameters = Parameters::default();
        // One tree for all: the coin is thought to be seen, so better stop.
        let one = ismcts::search(&mut Hand, &parameters, &limits, &mut rng);
        assert_eq!(one.most_visited().unwrap().action, STOP);
        let many = observers::search(&mut Hand, &parameters, &limits, &mut rng);
        let best = many.most_visited().unwrap();
        assert_ne!(best.action, STOP);
        assert!((0.3..0.6).contains(&best.mean), "{many:?}");
        // Neither hand can be preferred for long.
        let visits = |hand| many.moves.iter().find(|found| found.action == hand).unwrap().visits;
        let hands = [0, 1].map(visits);
        assert!(hands.iter().all(|&visits| visits > 4_000), "{many:?}");
    }
}

#[test]
fn where_all_is_seen_it_finds_the_minimax_move() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    LOW.check(|room, limits| observers::search(&mut Open(room), &parameters(), limits, &mut rng));
}

#[test]
fn where_all_is_seen_it_finds_the_minimax_move_far_ahead() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    HIGH.check(|room, limits| observers::search(&mut Open(room), &parameters(), limits, &mut rng));
}

#[test]
fn trees_that_may_not_grow_still_answer() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let room = (0..).map(|seed| Room::entrance(seed, 6)).find(|room| room.doors() == 4).unwrap();
    let parameters = Parameters { nodes: 9, ..Parameters::default() };
    let limits = Limits::iterations(300);
    let found = observers::search(&mut Open(room), &parameters, &limits, &mut rng);
    assert_eq!(found.moves.len(), 4);
}
