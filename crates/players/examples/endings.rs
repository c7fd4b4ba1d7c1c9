//! Times the exact solver over fixed random ten-card endings.

use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::trset::Ending;

fn main() {
    let deals: usize = std::env::args().nth(1).map_or(1_000, |n| n.parse().expect("a number"));
    for kifameno in [false, true] {
        for cold in [true, false] {
            measure(deals, kifameno, cold);
        }
    }
}

/// Every ending is timed in three passes, of which the quickest counts: what
/// other programs on the machine take away is no part of the solver.
fn measure(deals: usize, kifameno: bool, cold: bool) {
    let mut times = vec![Duration::MAX; deals];
    let (mut sum, mut nodes) = (0u64, 0);
    for _ in 0..3 {
        (sum, nodes) = (0, 0);
        let mut solver = Ending::new(kifameno);
        for (time, (mine, theirs)) in times.iter_mut().zip(endings(deals)) {
            if cold {
                solver = Ending::new(kifameno);
            }
            let before = solver.nodes();
            let start = Instant::now();
            sum += u64::from(solver.value(mine, theirs, None));
            *time = start.elapsed().min(*time);
            nodes += solver.nodes() - before;
        }
    }
    times.sort();
    let at = |share: f64| times[((deals as f64 * share) as usize).min(deals - 1)];
    println!(
        "{}, {} table: median {:.1?}, 99% {:.1?}, worst {:.1?}, mean {:.1?}; {} nodes an ending; \
         values sum to {sum}",
        if kifameno { "kifameno" } else { "trset" },
        if cold { "empty" } else { "kept" },
        at(0.5),
        at(0.99),
        times[deals - 1],
        times.iter().sum::<Duration>() / deals as u32,
        nodes / deals as u64,
    );
}

/// Endings from full packs: twenty random cards, ten to each player; always the
/// same.
fn endings(deals: usize) -> impl Iterator<Item = (u64, u64)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..deals).map(move |_| {
        let mut pack: [u8; 40] = std::array::from_fn(|card| card as u8);
        let mut hands = [0u64; 2];
        for at in 0..20 {
            let chosen = at + (rng.next_u32() as usize) % (40 - at);
            pack.swap(at, chosen);
            hands[at / 10] |= 1 << pack[at];
        }
        (hands[0], hands[1])
    })
}
