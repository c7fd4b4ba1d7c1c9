//! The search of Luštrek (2002). `cargo bench -p vzetek-baselines --bench tarok`

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::tarok::selective::Selective;
use vzetek_game::Seat;
use vzetek_players::tarok::search::{Position, random};
use vzetek_tarok::Contract;

/// A deal of three, the declarer leading.
fn deal(rng: &mut Xoshiro256PlusPlus) -> Position {
    let pack = random::pack(rng);
    let hand = |seat: usize| pack[16 * seat..][..16].iter().copied().collect();
    let declarer = Seat::new(0);
    Position::new(Contract::Three, declarer, declarer, [hand(0), hand(1), hand(2)])
}

fn first_card(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let deals: Vec<Position> = (0..200).map(|_| deal(&mut rng)).collect();
    let mut search = Selective::default();
    for (name, depth) in [("simulated", 3), ("played", 9)] {
        let mut next = deals.iter().cycle();
        criterion.bench_function(&format!("the study's first card, {name}"), |bencher| {
            bencher.iter(|| {
                let position = next.next().expect("an endless cycle");
                black_box(search.best(position, depth))
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(30);
    targets = first_card
}
criterion_main!(benches);
