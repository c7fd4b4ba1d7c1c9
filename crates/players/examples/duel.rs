//! Plays duplicate deals between two players, seats swapped, and prints the
//! win rate of the first with a 95% interval.
//!
//! `cargo run --release -p vzetek-players --example duel -- strong thesis --deals 200`

use std::time::{Duration, Instant};

use clap::Parser;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_players::trset::{Limits, Player, decide};
use vzetek_search::dice;
use vzetek_trset::{Options, Trset, Variant};

#[derive(Parser)]
struct Args {
    /// The player whose win rate is printed.
    first: Player,
    /// The other player.
    second: Player,
    /// How many deals; each is played once for every way to seat them.
    #[arg(long, default_value_t = 100)]
    deals: u64,
    /// Playouts a decision of the first player.
    #[arg(long, default_value_t = 10_000)]
    iterations: u64,
    /// Playouts a decision of the second player, if different.
    #[arg(long)]
    second_iterations: Option<u64>,
    /// Whether to play kifameno.
    #[arg(long)]
    kifameno: bool,
    /// 2, 3 or 4 players.
    #[arg(long, default_value_t = 2)]
    players: u8,
    /// The first deal's number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many deals are played at a time.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

fn main() {
    let args = Args::parse();
    let variant = if args.kifameno { Variant::Kifameno } else { Variant::Trset };
    let options = Options::new(variant, args.players).expect("2, 3 or 4 players");
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.jobs).build().expect("threads");
    let results: Vec<Played> = pool.install(|| {
        (0..args.deals)
            .into_par_iter()
            .map(|deal| duplicate(&args, &options, args.seed + deal))
            .collect()
    });
    let deals = results.len() as f64;
    let wins: Vec<f64> = results.iter().map(|played| played.wins).collect();
    let (mean, margin) = interval(&wins);
    let thirds = results.iter().map(|played| played.thirds).sum::<f64>() / deals;
    let [own, other] = [0, 1].map(|side: usize| {
        let time: Duration = results.iter().map(|played| played.thinking[side].0).sum();
        let decisions: u32 = results.iter().map(|played| played.thinking[side].1).sum();
        1e3 * time.as_secs_f64() / f64::from(decisions.max(1))
    });
    println!(
        "{} against {}, {} players, {variant:?}: wins {:.1}% ± {:.1} (95%), {thirds:.2} thirds a \
         seat, {deals} duplicate deals, {own:.0} and {other:.0} ms a decision, {:.0?}",
        args.first,
        args.second,
        args.players,
        100.0 * mean,
        100.0 * margin,
        start.elapsed()
    );
}

/// The mean with half the width of its 95% interval.
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, 1.96 * (square / (count - 1.0).max(1.0) / count).sqrt())
}

/// What came of a deal for the first player.
#[derive(Clone, Copy, Default)]
struct Played {
    /// 1 for a deal won, a part for one shared.
    wins: f64,
    thirds: f64,
    /// How long the first and the other player thought, about how many cards.
    thinking: [(Duration, u32); 2],
}

/// The mean over all ways to seat the first player: alone among three, with a
/// partner among four.
fn duplicate(args: &Args, options: &Options, seed: u64) -> Played {
    let sides = options.sides();
    let mut sum = Played::default();
    for side in 0..sides {
        let played = play(args, options, seed, side);
        sum.wins += played.wins / sides as f64;
        sum.thirds += played.thirds / sides as f64;
        for (sum, more) in sum.thinking.iter_mut().zip(played.thinking) {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
    }
    sum
}

fn play(args: &Args, options: &Options, seed: u64, side: usize) -> Played {
    let mut shuffle = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut pack = <Trset as Game>::pack(options);
    for last in (1..pack.len()).rev() {
        pack.swap(last, dice::below(&mut shuffle, last as u32 + 1) as usize);
    }
    let dealer = Seat::new((seed % options.seats() as u64) as u8);
    let mut deal = Trset::deal(options, dealer, &pack).expect("a whole pack");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ 0x5eed);
    let mut thinking = [(Duration::ZERO, 0); 2];
    while let Some(seat) = deal.current_player() {
        let view = deal.view(Observer::Seat(seat));
        let first = options.side(seat) == side;
        let (player, iterations) = match first {
            true => (args.first, args.iterations),
            false => (args.second, args.second_iterations.unwrap_or(args.iterations)),
        };
        let limits = Limits::iterations(iterations);
        let began = Instant::now();
        let decision = decide(player, &view, &deal.legal_actions(), &limits, &mut rng);
        let (time, decisions) = &mut thinking[usize::from(!first)];
        *time += began.elapsed();
        *decisions += 1;
        deal.apply(decision.action).expect("players play by the rules");
    }
    let result = deal.result().expect("the deal is over");
    let winners: Vec<usize> = Seat::all(options.seats())
        .filter(|&seat| result.seats[seat].won)
        .map(|seat| options.side(seat))
        .collect();
    let mut sides = winners.clone();
    sides.sort_unstable();
    sides.dedup();
    let wins = if sides.contains(&side) { 1.0 / sides.len() as f64 } else { 0.0 };
    let own = Seat::all(options.seats()).find(|&seat| options.side(seat) == side);
    let thirds = own.map_or(0.0, |seat| f64::from(result.seats[seat].side_thirds));
    Played { wins, thirds, thinking }
}
