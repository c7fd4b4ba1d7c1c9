//! Playouts a second with one worker and with more.
//! `cargo run --release -p vzetek-survey --example parallel [workers] [rounds]`

use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_search::Limits;
use vzetek_search::games::climb::Open;
use vzetek_search::games::rooms::Room;
use vzetek_search::ismcts::{Findings, Parameters};
use vzetek_survey::parallel;

const TIME: Duration = Duration::from_millis(250);

type Workers = Vec<(Open, Xoshiro256PlusPlus)>;
type Search = fn(Workers, &Parameters, &Limits) -> Findings<u8>;

const SEARCHES: [(&str, Search); 2] =
    [("a tree each", parallel::root), ("one tree", parallel::tree)];

fn main() {
    let mut given = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let most: u64 = given.next().unwrap_or(2);
    let rounds: u64 = given.next().unwrap_or(12);
    let building = Room::entrance(1, 40).with_rooms(1_000);
    // Searches take turns, and the best of some rounds counts, since others
    // may be using the machine.
    let mut rates = vec![[0f64; SEARCHES.len()]; most as usize];
    for _ in 0..rounds {
        for (count, best) in (1..=most).zip(&mut rates) {
            for ((_, search), best) in SEARCHES.iter().zip(best) {
                let worker = |seed| (Open(building), Xoshiro256PlusPlus::seed_from_u64(seed));
                let workers = (0..count).map(worker).collect();
                let start = Instant::now();
                let found = search(workers, &Parameters::default(), &Limits::time(TIME));
                *best = best.max(found.iterations as f64 / start.elapsed().as_secs_f64());
            }
        }
    }
    for (at, (name, _)) in SEARCHES.iter().enumerate() {
        for (count, rate) in (1..).zip(&rates) {
            let times = rate[at] / rates[0][at];
            println!("{name}, {count} workers: {:.0} playouts a second, {times:.2}x", rate[at]);
        }
    }
}
