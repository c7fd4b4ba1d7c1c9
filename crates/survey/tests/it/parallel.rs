//! Searches on several threads.

use std::time::Duration;

use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::games::climb::Open;
use vzetek_search::games::climbing::{Climbs, HIGH, LOW, parameters};
use vzetek_search::games::rooms::Room;
use vzetek_search::ismcts::{self, Findings, Parameters};
use vzetek_search::uct::{self, FinalChoice, Outcome, Trial};
use vzetek_search::{Limits, StopFlag, dice};
use vzetek_survey::parallel;

fn workers<T: Copy>(count: u64, task: T) -> Vec<(T, Xoshiro256PlusPlus)> {
    (0..count).map(|number| (task, Xoshiro256PlusPlus::seed_from_u64(number))).collect()
}

type Search = fn(u64, Room, &Limits) -> Findings<u8>;

const SEARCHES: [Search; 2] = [
    |count, room, limits| parallel::root(workers(count, Open(room)), &parameters(), limits),
    |count, room, limits| parallel::tree(workers(count, Open(room)), &parameters(), limits),
];

#[test]
fn together_they_find_the_minimax_move() {
    // A number of playouts that does not divide evenly among three.
    let climbs = Climbs { playouts: 3_001, ..LOW };
    for search in SEARCHES {
        climbs.check(|room, limits| search(3, room, limits));
    }
}

#[test]
fn together_they_find_the_minimax_move_far_ahead() {
    // Workers in one tree get into each other's way, the more the less of the
    // machine they have, and no two of their searches are the same.
    let disturbed = Climbs { right: 90, missed: 6, ..HIGH };
    for (search, climbs) in SEARCHES.into_iter().zip([HIGH, disturbed]) {
        climbs.check(|room, limits| search(3, room, limits));
    }
}

#[test]
fn trees_side_by_side_are_reproducible() {
    let room = Room::entrance(5, 8);
    let search = || SEARCHES[0](4, room, &Limits::iterations(5_000));
    assert_eq!(search(), search());
    // One worker is a plain search.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let limits = Limits::iterations(2_000);
    let plain = ismcts::search(&mut Open(room), &parameters(), &limits, &mut rng);
    assert_eq!(SEARCHES[0](1, room, &limits), plain);
}

#[test]
fn what_trees_side_by_side_found_is_added_up() {
    let room = (0..).map(|seed| Room::entrance(seed, 6)).find(|room| room.doors() == 4).unwrap();
    let all = SEARCHES[0](2, room, &Limits::iterations(1_001));
    let one = |(number, count): (usize, u64)| {
        let (mut task, mut rng) = workers(2, Open(room)).swap_remove(number);
        ismcts::search(&mut task, &parameters(), &Limits::iterations(count), &mut rng)
    };
    let parts = [(0, 501), (1, 500)].map(one);
    for found in &all.moves {
        let of = |part: &Findings<u8>| {
            let known = part.moves.iter().find(|known| known.action == found.action).unwrap();
            (known.visits, known.mean * known.visits as f32)
        };
        let [(one, first), (other, second)] = [of(&parts[0]), of(&parts[1])];
        assert_eq!(found.visits, one + other);
        assert!((found.mean - (first + second) / found.visits as f32).abs() < 1e-5, "{found:?}");
    }
}

#[test]
fn all_stop_when_one_is_told_to() {
    let room = Room::entrance(5, 8);
    let stop = StopFlag::new();
    stop.raise();
    let time = Some(Duration::from_secs(60));
    let limits = Limits { time, stop: Some(stop), ..Limits::default() };
    for search in SEARCHES {
        let found = search(3, room, &limits);
        assert_eq!(found.iterations, 3, "each one once");
    }
}

#[test]
fn a_shared_tree_that_is_full_still_answers() {
    let room = (0..).map(|seed| Room::entrance(seed, 6)).find(|room| room.doors() == 4).unwrap();
    for nodes in [4, 8, 5_000] {
        let parameters = Parameters { nodes, ..parameters() };
        let limits = Limits::iterations(20_000);
        let found = parallel::tree(workers(4, Open(room)), &parameters, &limits);
        assert_eq!(found.iterations, 20_000);
        assert!(nodes < 5_000 || found.moves.len() == 4);
    }
}

/// A choice among ten with noise; the last is best.
#[derive(Clone, Copy)]
struct Bandit;

impl Trial for Bandit {
    fn moves(&self) -> usize {
        10
    }

    fn playout(&mut self, chosen: usize, rng: &mut impl Rng) -> Outcome {
        let points = chosen as f64 / 20.0 + dice::unit(rng) / 2.0;
        Outcome { win: f64::from(u8::from(points > 0.5)), points }
    }
}

#[test]
fn arms_are_added_up() {
    let parameters =
        uct::Parameters { final_choice: FinalChoice::MostVisits, ..uct::Parameters::default() };
    let search = || parallel::arms(workers(3, Bandit), &parameters, &Limits::iterations(9_000));
    let found = search();
    assert_eq!(found, search());
    assert_eq!((found.chosen, found.iterations), (9, 9_000));
    assert_eq!(found.arms.iter().map(|arm| arm.visits).sum::<u64>(), 9_000);
    assert!(found.arms.iter().all(|arm| arm.visits >= 3), "each worker tries each move");
    assert!((found.arms[9].mean_points() - 0.7).abs() < 0.05);
}

/// A building of one floor, with some noise on what its doors gain.
#[derive(Clone, Copy)]
struct Floor(Room);

impl Trial for Floor {
    fn moves(&self) -> usize {
        self.0.doors().into()
    }

    fn playout(&mut self, chosen: usize, rng: &mut impl Rng) -> Outcome {
        let gain = f64::from(self.0.gain(chosen as u8));
        let points = 0.9 * (gain + 30.0) / 60.0 + 0.1 * dice::unit(rng);
        Outcome { win: f64::from(u8::from(points > 0.5)), points }
    }
}

#[test]
fn arms_find_the_best_door() {
    let parameters = uct::Parameters { final_choice: FinalChoice::BestMean, ..Default::default() };
    let mut choices = 0;
    for seed in 0..3_200 {
        let room = Room::entrance(seed, 1);
        let gains: Vec<i32> = (0..room.doors()).map(|door| room.gain(door)).collect();
        let found = parallel::arms(workers(3, Floor(room)), &parameters, &Limits::iterations(600));
        let best = *gains.iter().max().unwrap();
        let missed = best - gains[found.chosen];
        assert!(missed <= 1, "seed {seed}: {missed} units worse");
        choices += u32::from(gains.iter().any(|&gain| gain < best - 1));
    }
    assert!(choices > 1_500, "{choices}");
}
