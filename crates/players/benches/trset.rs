//! The figures that everything else rests on: exact endings, random playouts
//! and the network. `cargo bench -p vzetek-players`

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Card, Game, HiddenInformation, Observer, Seat};
use vzetek_players::trset::value_network::{Afterstate, Network};
use vzetek_players::trset::{Ending, Playouts, Rules, Situation, World, random};
use vzetek_trset::{DEAL, Options, Trset, Variant};

fn shuffled(rng: &mut impl Rng) -> Vec<u8> {
    let mut pack: Vec<u8> = (0..40).collect();
    shuffle(&mut pack, rng);
    pack
}

fn endings(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let hand = |cards: &[u8]| cards.iter().fold(0u64, |hand, card| hand | 1 << card);
    let deals: Vec<(u64, u64)> = (0..1_000)
        .map(|_| {
            let pack = shuffled(&mut rng);
            (hand(&pack[..10]), hand(&pack[10..20]))
        })
        .collect();
    for (name, kifameno) in [("trset", false), ("kifameno", true)] {
        let mut solver = Ending::new(kifameno);
        let mut next = deals.iter().cycle();
        criterion.bench_function(&format!("ten-card ending, {name}"), |bencher| {
            bencher.iter(|| {
                let &(mine, theirs) = next.next().expect("an endless cycle");
                black_box(solver.value(mine, theirs, None))
            });
        });
    }
}

fn playouts(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let options = Options::new(Variant::Trset, 2).expect("two players");
    let pack: Vec<_> = shuffled(&mut rng).into_iter().map(vzetek_trset::Card::from_index).collect();
    let deal = Trset::deal(&options, Seat::new(0), &pack).expect("a whole pack");
    let seat = deal.current_player().expect("a new deal");
    let situation = Situation::from_view(&deal.view(Observer::Seat(seat)));
    let kernel = Playouts::new(&situation).expect("two players");
    let card = deal.legal_cards().first().expect("a hand").index();
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(1));
    group.bench_function("from the first move", |bencher| {
        bencher.iter(|| black_box(kernel.run(card, &mut rng)));
    });
    group.finish();
}

fn network(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let network = Network::shared(false);
    let afterstates = (0..1_000).map(|number| {
        let mut world = World::shuffled(Rules::two_players(false), &mut rng);
        for _ in 0..2 * (number % 10) + 1 {
            world.play(random(world.playable(), &mut rng));
        }
        Afterstate::after(&world, random(world.playable(), &mut rng), DEAL).0
    });
    let afterstates: Vec<Afterstate> = afterstates.collect();
    let mut next = afterstates.iter().cycle();
    criterion.bench_function("network", |bencher| {
        bencher.iter(|| {
            let afterstate = next.next().expect("an endless cycle");
            black_box(network.outlook(afterstate))
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(30);
    targets = endings, playouts, network
}
criterion_main!(benches);
