//! The figures that tarok's players rest on: cards played a second, and exact
//! endings.
//! `cargo bench -p vzetek-players --bench tarok`

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Seat;
use vzetek_players::tarok::search::{Exact, Objective, Position};
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract};

/// Random cards of the whole pack for everybody; the declarer leads.
fn deal(contract: Contract, cards: usize, rng: &mut impl Rng) -> Position {
    let mut pack: Vec<Card> = CardSet::full().iter().collect();
    for last in (1..pack.len()).rev() {
        pack.swap(last, dice::below(rng, last as u32 + 1) as usize);
    }
    let hand = |seat: usize| -> CardSet {
        pack[seat * cards..(seat + 1) * cards].iter().copied().collect()
    };
    let declarer = Seat::new(0);
    let position = Position::new(contract, declarer, declarer, [hand(0), hand(1), hand(2)]);
    if contract == Contract::Klop { position.with_talon(&pack[48..]) } else { position }
}

fn deals(contract: Contract, cards: usize) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..200).map(|_| deal(contract, cards, &mut rng)).collect()
}

/// Random legal cards to the end of a deal.
fn play_out(mut position: Position, rng: &mut impl Rng) -> Position {
    while !position.is_over() {
        let legal = position.legal();
        let chosen = dice::below(rng, legal.len() as u32) as usize;
        position.play(legal.iter().nth(chosen).expect("a card is legal"));
    }
    position
}

fn plays(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut group = criterion.benchmark_group("random deals, cards played");
    group.throughput(Throughput::Elements(48));
    for contract in [Contract::Solo, Contract::Klop] {
        let deals = deals(contract, 16);
        let mut next = deals.iter().cycle();
        group.bench_function(contract.to_string(), |bencher| {
            bencher.iter(|| {
                let &position = next.next().expect("an endless cycle");
                black_box(play_out(position, &mut rng))
            });
        });
    }
    group.finish();
}

fn endings(criterion: &mut Criterion) {
    for (cards, contract) in [(8, Contract::Solo), (10, Contract::Solo), (8, Contract::Klop)] {
        let deals = deals(contract, cards);
        let mut next = deals.iter().cycle();
        let mut exact = Exact::new();
        criterion.bench_function(&format!("exact, {contract}, {cards} cards each"), |bencher| {
            // With an empty table each; emptying it is not counted.
            bencher.iter_custom(|times| {
                let mut time = Duration::ZERO;
                for _ in 0..times {
                    let position = next.next().expect("an endless cycle");
                    exact.forget();
                    let start = Instant::now();
                    black_box(exact.value(position, Objective::Points));
                    time += start.elapsed();
                }
                time
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
    targets = plays, endings
}
criterion_main!(benches);
