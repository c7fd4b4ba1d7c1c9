//! The figures that players of tablić rest on: all captures from large tables,
//! and random games. `cargo bench -p vzetek-tablic`

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_game::Game;
use vzetek_tablic::{Card, CardSet, Finder, Tablic, is_capture, richest};

mod common;

fn positions(size: usize) -> Vec<(Card, CardSet)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..2_000).map(|_| common::position(size, &mut rng)).collect()
}

/// Measures the captures of a random card over so many cards on the table.
fn captures(criterion: &mut Criterion) {
    let mut finder = Finder::new();
    for size in [5, 10, 15, 20] {
        let positions = positions(size);
        let mut group = criterion.benchmark_group("captures");
        let mut next = positions.iter().cycle();
        group.bench_function(BenchmarkId::new("all", size), |bencher| {
            bencher.iter(|| {
                let &(card, table) = next.next().expect("an endless cycle");
                finder.find(card, table).iter().fold(0, |all, taken| all ^ taken.bits())
            });
        });
        group.bench_function(BenchmarkId::new("richest", size), |bencher| {
            bencher.iter(|| {
                let &(card, table) = next.next().expect("an endless cycle");
                black_box(richest(finder.find(card, table)))
            });
        });
        let taken: Vec<(Card, CardSet)> = positions
            .iter()
            .filter_map(|&(card, table)| Some((card, finder.find(card, table).iter().last()?)))
            .collect();
        let mut next = taken.iter().cycle();
        group.bench_function(BenchmarkId::new("is one legal", size), |bencher| {
            bencher.iter(|| {
                let &(card, taken) = next.next().expect("an endless cycle");
                black_box(is_capture(card, taken))
            });
        });
        group.finish();
    }
}

fn games(criterion: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut finder = Finder::new();
    let mut group = criterion.benchmark_group("random games");
    for players in [2, 4, 12] {
        let deals: Vec<Tablic> = (0..200).map(|_| common::deal(players, &mut rng)).collect();
        let mut next = deals.iter().cycle();
        group.bench_function(BenchmarkId::new("players", players), |bencher| {
            bencher.iter(|| {
                let mut state = next.next().expect("an endless cycle").clone();
                black_box(common::play_out(&mut state, &mut finder, &mut rng))
            });
        });
    }
    let deals: Vec<Tablic> = (0..200).map(|_| common::deal(2, &mut rng)).collect();
    let mut next = deals.iter().cycle();
    group.bench_function("legal actions of a first turn", |bencher| {
        bencher.iter(|| black_box(next.next().expect("an endless cycle").legal_actions()));
    });
    group.finish();
}

criterion_group!(benches, captures, games);
criterion_main!(benches);
