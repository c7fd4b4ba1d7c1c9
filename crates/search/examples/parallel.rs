//! Playouts a second with one worker and with more.
//! `cargo run --release -p vzetek-search --example parallel [workers]`

use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::ismcts::{Findings, Parameters};
use vzetek_search::study::climb::Open;
use vzetek_search::study::rooms::Room;
use vzetek_search::{Limits, parallel};

const TIME: Duration = Duration::from_secs(1);
const ROUNDS: u32 = 3;

type Workers = Vec<(Open, Xoshiro256PlusPlus)>;
type Search = fn(Workers, &Parameters, &Limits) -> Findings<u8>;

fn main() {
    let given = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let most: u64 = given.unwrap_or(2);
    let building = Room::entrance(1, 40).with_rooms(1_000);
    let searches: [(&str, Search); 2] =
        [("a tree each", parallel::root), ("one tree", parallel::tree)];
    for (name, search) in searches {
        let mut alone = 0.0;
        for count in 1..=most {
            // The best of some rounds, since others may be using the machine.
            let round = |_| {
                let worker = |seed| (Open(building), Xoshiro256PlusPlus::seed_from_u64(seed));
                let workers = (0..count).map(worker).collect();
                let start = Instant::now();
                let found = search(workers, &Parameters::default(), &Limits::time(TIME));
                found.iterations as f64 / start.elapsed().as_secs_f64()
            };
            let rate = (0..ROUNDS).map(round).fold(0.0, f64::max);
            if count == 1 {
                alone = rate;
            }
            println!("{name}, {count} workers: {rate:.0} playouts a second, {:.2}x", rate / alone);
        }
    }
}
