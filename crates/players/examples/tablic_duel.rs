//! Plays duplicate decks between two players of tablić, each alone against the
//! other in every seat, and prints the share of games that the first wins and
//! its points, with 95% intervals.
//!
//! `cargo run --release -p vzetek-players --example tablic_duel -- minimax greedy --decks 200`

use std::time::{Duration, Instant};

use clap::Parser;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use vzetek_game::sharing::shuffle;
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_players::tablic::{History, Limits, Player, Question, decide};
use vzetek_tablic::{Options, Tablic};

#[derive(Parser)]
struct Args {
    /// The player whose share of games is printed.
    first: Player,
    /// The other player.
    second: Player,
    /// How many decks; each is played once for every way to seat the two.
    #[arg(long, default_value_t = 100)]
    decks: u64,
    /// 2, 3, 4, 6, 8, 12, 16, 24 or 48 players.
    #[arg(long, default_value_t = 2)]
    players: u8,
    /// Worlds a decision of the first player, of minimax own moves ahead; its
    /// own number if absent.
    #[arg(long)]
    iterations: Option<u64>,
    /// The same for the second player.
    #[arg(long)]
    second_iterations: Option<u64>,
    /// Positions a decision of either player, where it searches; without it the
    /// clock ends searches that are too long.
    #[arg(long)]
    nodes: Option<u64>,
    /// The first deck's number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many decks are played at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// What came of a deck.
#[derive(Clone, Copy, Default)]
struct Played {
    /// 1 for a game won by one of the first player's seats, a part for one
    /// shared; by the number of seats it has.
    wins: f64,
    points: f64,
    others: f64,
    /// How long the first and the other player thought, about how many moves.
    thinking: [(Duration, u32, Duration); 2],
}

fn main() {
    let args = Args::parse();
    let options = Options::new(args.players).expect("so many can play");
    let start = Instant::now();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build();
    let results: Vec<Played> = threads.expect("threads").install(|| {
        let decks = (args.seed..args.seed + args.decks).into_par_iter();
        decks.map(|deck| duplicate(&args, &options, deck)).collect()
    });
    let of = |value: fn(&Played) -> f64| interval(results.iter().map(value));
    let (wins, margin) = of(|played| played.wins);
    let (points, _) = of(|played| played.points);
    let (others, _) = of(|played| played.others);
    let (ahead, ahead_margin) = of(|played| played.points - played.others);
    let [own, other] = [0, 1].map(|who: usize| {
        let thinking = results.iter().map(|played| played.thinking[who]);
        let time: Duration = thinking.clone().map(|(time, ..)| time).sum();
        let moves: u32 = thinking.clone().map(|(_, moves, _)| moves).sum();
        let longest = thinking.map(|(.., longest)| longest).max().unwrap_or_default();
        format!("{:.1?} (at most {longest:.0?})", time / moves.max(1))
    });
    println!(
        "{} against {}, {} players: wins {:.1}% ± {:.1} (95%), {points:.2} to {others:.2} points, \
         {ahead:+.2} ± {ahead_margin:.2}; {} decks, {own} and {other} a move, {:.0?}",
        args.first,
        args.second,
        args.players,
        100.0 * wins,
        100.0 * margin,
        results.len(),
        start.elapsed()
    );
}

/// The mean with half the width of its 95% interval.
fn interval(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let square = values.map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, 1.96 * (square / (count - 1.0).max(1.0) / count).sqrt())
}

/// The mean over all seats that the first player can have, alone.
fn duplicate(args: &Args, options: &Options, deck: u64) -> Played {
    let seats = options.seats();
    let mut sum = Played::default();
    for seat in Seat::all(seats) {
        let played = play(args, options, deck, seat);
        sum.wins += played.wins / seats as f64;
        sum.points += played.points / seats as f64;
        sum.others += played.others / seats as f64;
        for (sum, more) in sum.thinking.iter_mut().zip(played.thinking) {
            *sum = (sum.0 + more.0, sum.1 + more.1, sum.2.max(more.2));
        }
    }
    sum
}

fn play(args: &Args, options: &Options, deck: u64, first: Seat) -> Played {
    let seats = options.seats();
    let mut cards = Tablic::pack(options);
    shuffle(&mut cards, &mut Xoshiro256PlusPlus::seed_from_u64(deck));
    let dealer = Seat::new((deck % seats as u64) as u8);
    let mut state = Tablic::deal(options, dealer, &cards).expect("a whole pack");
    let mut history = History::new();
    let mut numbers = Xoshiro256PlusPlus::seed_from_u64(deck ^ 0x5eed);
    let mut played = Played::default();
    while let Some(seat) = state.current_player() {
        let who = usize::from(seat != first);
        let (player, iterations) =
            [(args.first, args.iterations), (args.second, args.second_iterations)][who];
        let own = player.default_limits();
        let time = if args.nodes.is_none() { own.time } else { None };
        let iterations = iterations.or(own.iterations);
        let limits = Limits { iterations, time, nodes: args.nodes, ..Limits::default() };
        let view = state.view(Observer::Seat(seat));
        let question = Question { view: &view, history: &history };
        // Each decision draws its own numbers, whoever thought before.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(numbers.next_u64());
        let began = Instant::now();
        let decision = decide(player, &question, &limits, &mut rng);
        let time = began.elapsed();
        let (total, moves, longest) = &mut played.thinking[who];
        *total += time;
        *moves += 1;
        *longest = time.max(*longest);
        for event in state.apply(decision.action).expect("players play by the rules") {
            history.observe(&event);
        }
    }
    let result = state.result().expect("the deal is over");
    let winners = result.seats.iter().filter(|reckoning| reckoning.won).count() as f64;
    let points: f64 = result.seats.iter().map(|reckoning| f64::from(reckoning.score)).sum();
    played.points = f64::from(result.seats[first].score);
    played.others = (points - played.points) / (seats as f64 - 1.0);
    played.wins = if result.seats[first].won { 1.0 / winners } else { 0.0 };
    played
}
