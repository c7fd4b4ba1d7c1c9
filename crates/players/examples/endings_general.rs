//! What generality costs: the search library's alpha-beta against the search
//! written for endings of tršet alone, the same algorithm in both, over 1,000
//! random endings of ten cards each.
//! `cargo run --release -p vzetek-players --example endings_general [passes]`
//!
//! `general` or `special` as a second word runs one of them alone, for whoever
//! counts instructions.

mod common;

use std::time::{Duration, Instant};

use common::endings;
use vzetek_players::trset::{Ending, GeneralEnding};

const DEALS: usize = 1_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let passes: u32 = arguments.next().map_or(10, |text| text.parse().expect("a number"));
    let only = arguments.next();
    println!(
        "{:16} {:>13} {:>13} {:>15} {:>15} {:>15} {:>6} {:>6}",
        "general, special",
        "nodes",
        "sum of values",
        "median µs",
        "99% µs",
        "mean µs",
        "median",
        "all"
    );
    for cold in [true, false] {
        measure::<false>(passes, cold, only.as_deref());
        measure::<true>(passes, cold, only.as_deref());
    }
}

/// Solves each ending by one and then by the other, so that what else the
/// machine does hits both, and in the next pass the other way round, since the
/// second finds what it reads in the caches. The quickest pass counts.
fn measure<const KIFAMENO: bool>(passes: u32, cold: bool, only: Option<&str>) {
    let wanted = ["general", "special"].map(|name| only.is_none_or(|only| only == name));
    let mut quickest = [vec![Duration::from_secs(1); DEALS], vec![Duration::from_secs(1); DEALS]];
    let (mut nodes, mut sums) = ([0; 2], [0; 2]);
    for pass in 0..passes {
        (nodes, sums) = ([0; 2], [0; 2]);
        let mut general = GeneralEnding::<KIFAMENO>::new();
        let mut special = Ending::new(KIFAMENO);
        for (deal, (mine, theirs)) in endings(DEALS).enumerate() {
            let order = if pass % 2 == 0 { [0, 1] } else { [1, 0] };
            for which in order.into_iter().filter(|&which| wanted[which]) {
                // Made only now: a new table is in the caches.
                match which {
                    0 if cold => general = GeneralEnding::new(),
                    1 if cold => special = Ending::new(KIFAMENO),
                    _ => {}
                }
                let before = [general.nodes(), special.nodes()];
                let start = Instant::now();
                let value = match which {
                    0 => general.value(mine, theirs),
                    _ => special.value(mine, theirs, None),
                };
                quickest[which][deal] = quickest[which][deal].min(start.elapsed());
                sums[which] += u32::from(value);
                nodes[which] += [general.nodes(), special.nodes()][which] - before[which];
            }
        }
    }
    for (times, wanted) in quickest.iter_mut().zip(wanted) {
        if wanted { times.sort() } else { times.fill(Duration::ZERO) }
    }
    let micros = |time: Duration| time.as_nanos() as f64 / 1e3;
    let at = |share: usize| [0, 1].map(|which| micros(quickest[which][DEALS * share / 100]));
    let total = [0, 1].map(|which| micros(quickest[which].iter().sum::<Duration>()));
    let mean = total.map(|total| total / DEALS as f64);
    let pair = |[one, other]: [f64; 2]| format!("{one:.1} {other:.1}");
    println!(
        "{:16} {:>13} {:>13} {:>15} {:>15} {:>15} {:>6.3} {:>6.3}",
        format!(
            "{}, {}",
            if KIFAMENO { "kifameno" } else { "trset" },
            if cold { "empty" } else { "kept" }
        ),
        format!("{} {}", nodes[0] / DEALS as u64, nodes[1] / DEALS as u64),
        format!("{} {}", sums[0], sums[1]),
        pair(at(50)),
        pair(at(99)),
        pair(mean),
        at(50)[0] / at(50)[1],
        total[0] / total[1],
    );
}
