//! Prints how many captures tables of different size allow, how long it takes
//! to find them all, and how long a random game takes.
//! `cargo run --release -p vzetek-tablic --example figures`

use std::hint::black_box;
use std::time::Instant;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use vzetek_tablic::{Card, CardSet, Finder};

#[path = "../benches/common/mod.rs"]
mod common;

const POSITIONS: usize = 20_000;
const GAMES: u32 = 20_000;

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut finder = Finder::new();
    println!("cards on the table: captures of a random card, on average and at most; time");
    for size in [5, 10, 15, 20, 24] {
        let positions: Vec<(Card, CardSet)> =
            (0..POSITIONS).map(|_| common::position(size, &mut rng)).collect();
        let counts = positions.iter().map(|&(card, table)| finder.find(card, table).len());
        let counts: Vec<u64> = counts.collect();
        let cut = positions
            .iter()
            .filter(|&&(card, table)| !finder.find(card, table).is_complete())
            .count();
        let start = Instant::now();
        for &(card, table) in &positions {
            black_box(finder.find(card, table).iter().fold(0, |all, taken| all ^ taken.bits()));
        }
        let micros = start.elapsed().as_secs_f64() * 1e6 / POSITIONS as f64;
        let average = counts.iter().sum::<u64>() as f64 / POSITIONS as f64;
        let most = counts.iter().max().copied().unwrap_or_default();
        println!("{size:4}: {average:8.1} {most:8}  {micros:8.2} µs, {cut} cut off");
    }
    for players in [2, 3, 4, 6, 12] {
        let start = Instant::now();
        let mut moves = 0;
        for _ in 0..GAMES {
            moves += common::play_out(&mut common::deal(players, &mut rng), &mut finder, &mut rng);
        }
        let micros = start.elapsed().as_secs_f64() * 1e6 / f64::from(GAMES);
        let moves = moves / GAMES;
        println!("a random game of {players}, dealing included: {micros:.1} µs, {moves} moves");
    }
}
