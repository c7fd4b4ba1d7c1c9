//! Many observers: moves made face down.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::ismcts::{self, Parameters};
use vzetek_search::minimax::minimax;
use vzetek_search::observers;
use vzetek_search::study::climb::Open;
use vzetek_search::study::coin::{Hand, STOP};
use vzetek_search::study::rooms::Room;
use vzetek_search::{Limits, Perfect, Score};

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
    let (mut games, mut right) = (0, 0);
    for seed in 0..3_200 {
        let room = Room::entrance(seed, 2);
        let value = |door| {
            let (next, gain) = room.play(door);
            gain + minimax(&next)
        };
        let values: Vec<Score> = (0..room.doors()).map(value).collect();
        let best = minimax(&room);
        if values.iter().all(|&value| value == best) {
            continue;
        }
        let parameters = Parameters { exploration: 0.3, ..Parameters::default() };
        let limits = Limits::iterations(2_500);
        let found = observers::search(&mut Open(room), &parameters, &limits, &mut rng);
        let chosen = found.most_visited().unwrap();
        let missed = (values[usize::from(chosen.action)] - best).0.abs();
        assert!(missed <= 2, "seed {seed}: {missed} units worse");
        right += u32::from(missed == 0);
        let visits: u64 = found.moves.iter().map(|found| u64::from(found.visits)).sum();
        assert_eq!((visits, found.iterations), (2_500, 2_500));
        games += 1;
    }
    assert!(games > 2_000, "only {games} games");
    assert!(right * 100 >= games * 99, "{right} of {games} right");
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
