//! Trees in which some moves are given, by chance or by a player of whom it is
//! known how they play: against expectiminimax.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::Limits;
use vzetek_search::games::rooms::Room;
use vzetek_search::ismcts::{self, Findings, Parameters};
use vzetek_survey::expectiminimax::{Chance, Mover, expectiminimax};
use vzetek_survey::games::draughty::Draughty;
use vzetek_survey::games::draughty::Windy;
use vzetek_survey::{observers, parallel};

type Rng = Xoshiro256PlusPlus;
type Search = fn(Room, &Limits, Rng) -> Findings<u8>;

/// Each with how many units worse a door may be that it finds in deep trees:
/// workers in one tree get into each other's way, and no two of their searches
/// are the same.
const SEARCHES: [(&str, f64, Search); 4] = [
    ("one tree", 1.0, |room, limits, mut rng| {
        ismcts::search(&mut Windy(room), &parameters(), limits, &mut rng)
    }),
    ("a tree for each side", 1.0, |room, limits, mut rng| {
        observers::search(&mut Windy(room), &parameters(), limits, &mut rng)
    }),
    ("trees side by side", 1.0, |room, limits, rng| {
        parallel::root(workers(room, rng), &parameters(), limits)
    }),
    ("one tree for two workers", 5.0, |room, limits, rng| {
        parallel::tree(workers(room, rng), &parameters(), limits)
    }),
];

fn workers(room: Room, rng: Rng) -> Vec<(Windy, Rng)> {
    let mut second = rng.clone();
    second.jump();
    vec![(Windy(room), rng), (Windy(room), second)]
}

fn parameters() -> Parameters {
    Parameters { exploration: 0.3, ..Parameters::default() }
}

/// Searches so many buildings that begin with a choice. Tells how many there
/// were, and how often the best door was found; fails if one is found that is
/// worse by more than `most`.
fn climb(search: Search, floors: u8, playouts: u64, seeds: u64, most: f64) -> (u32, u32) {
    let (mut games, mut right) = (0, 0);
    for seed in 0..seeds {
        let room = Room::entrance(seed, floors);
        let start = Draughty(room);
        let sign = match start.mover() {
            Mover::Max => 1.0,
            Mover::Min => -1.0,
            Mover::Chance => continue,
        };
        let value = |door| {
            let (next, gain) = start.play(door);
            sign * (gain + expectiminimax(&next))
        };
        let values: Vec<f64> = (0..room.doors()).map(value).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if values.iter().all(|&value| value > best - 0.1) {
            continue;
        }
        let limits = Limits::iterations(playouts);
        let found = search(room, &limits, Rng::seed_from_u64(seed));
        let chosen = found.most_visited().unwrap();
        let missed = best - values[usize::from(chosen.action)];
        assert!(missed <= most, "seed {seed}: {missed} units worse");
        right += u32::from(missed < 0.1);
        games += 1;
    }
    (games, right)
}

#[test]
fn what_chance_does_is_averaged_over() {
    for (name, _, search) in SEARCHES {
        let (games, right) = climb(search, 2, 2_000, 4_600, 3.0);
        println!("{name}: {right} of {games} right");
        assert!(games > 2_000 && right * 100 >= games * 99, "{name}: {right} of {games} right");
    }
}

#[test]
fn in_deep_trees_too() {
    for (name, most, search) in SEARCHES {
        let (games, right) = climb(search, 4, 20_000, 100, most);
        println!("{name}: {right} of {games} right");
        assert!(games > 50 && right * 10 >= games * 9, "{name}: {right} of {games} right");
    }
}
