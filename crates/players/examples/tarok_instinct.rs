//! Learns the weights of tarok's instinct by self-play: REINFORCE (Williams
//! 1992), every deal played several times by the same weights, each game
//! compared with the mean of the others of its deal.
//!
//! `cargo run --release -p vzetek-players --example tarok_instinct -- --deals 2000000`
//! writes the file that the crate is built with. The roles learn apart, so
//! `--contracts klop` and the like may be learned one after the other.

use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Card as _, Seat};
use vzetek_players::tarok::instinct::{Instinct, Learner};
use vzetek_players::tarok::{Beginning, fitness};
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract, Options, PAGAT, SEATS, TALON, Tarok};

#[derive(Parser)]
struct Args {
    /// How many deals to learn from.
    #[arg(long, default_value_t = 1_000_000)]
    deals: u64,
    /// How often each deal is played.
    #[arg(long, default_value_t = 4)]
    games: usize,
    /// The contracts to learn.
    #[arg(long, value_delimiter = ',', default_value = "klop,three,two,one,solo,berac")]
    contracts: Vec<Contract>,
    /// How far a single game moves a weight at first; it falls to a tenth.
    #[arg(long, default_value_t = 0.03)]
    step: f32,
    /// Where the weights are kept.
    #[arg(long, default_value = "crates/players/src/tarok/instinct/weights.bin")]
    file: PathBuf,
    /// Begin with equal chances instead of what was learned before.
    #[arg(long)]
    afresh: bool,
    /// The first deal's number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> std::io::Result<()> {
    let args = Args::parse();
    let mut instinct =
        if args.afresh { Instinct::blank() } else { Instinct::read(&std::fs::read(&args.file)?) };
    let before = instinct.clone();
    let options = Options::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let start = Instant::now();
    for deal in 0..args.deals {
        let beginning = draw(&args.contracts, &mut rng);
        let game = beginning.start(&options);
        let mut learners: Vec<[Learner; SEATS]> = Vec::with_capacity(args.games);
        let mut rewards: Vec<[f32; SEATS]> = Vec::with_capacity(args.games);
        for _ in 0..args.games {
            let (mut game, mut learner) = (game, <[Learner; SEATS]>::default());
            while !game.is_over() {
                let (situation, legal) = (game.situation(), game.position.legal());
                let chances = instinct.chances(&situation, legal);
                let card = chances.draw(&mut rng);
                if legal.len() > 1 {
                    learner[game.seat().index()].note(&situation, legal, &chances, card);
                }
                game.play(card);
            }
            rewards.push(utilities(game.position.scores(), beginning.contract));
            learners.push(learner);
        }
        let progress = deal as f32 / args.deals as f32;
        let step = args.step * (1.0 - 0.9 * progress);
        for game in 0..args.games {
            for seat in 0..SEATS {
                let others: f32 =
                    (0..args.games).filter(|&g| g != game).map(|g| rewards[g][seat]).sum();
                let advantage = rewards[game][seat] - others / (args.games - 1) as f32;
                learners[game][seat].reward(&mut instinct, step * advantage);
            }
        }
        if (deal + 1).is_multiple_of(args.deals.div_ceil(10)) {
            let gains: Vec<String> = args
                .contracts
                .iter()
                .map(|&contract| format!("{contract} {}", compare(contract, &instinct, &before)))
                .collect();
            println!("{:.0?} {} deals: {}", start.elapsed(), deal + 1, gains.join(", "));
            std::fs::write(&args.file, instinct.to_bytes())?;
        }
    }
    Ok(())
}

/// A deal and a contract that somebody might play with it.
fn draw(contracts: &[Contract], rng: &mut impl Rng) -> Beginning {
    let contract = contracts[dice::below(rng, contracts.len() as u32) as usize];
    loop {
        let mut cards = <Tarok as vzetek_game::Game>::pack(&Options::default());
        vzetek_game::sharing::shuffle(&mut cards, rng);
        if contract.is_berac() {
            // Hands for berač are rare: the first is made of low cards mostly.
            let slack = 1.0 + 5.0 * dice::unit(rng);
            let height = |card: &Card| match card.is_tarok() {
                true => f64::from(card.index() - PAGAT.index()) / 2.0,
                false => f64::from(card.index() & 7),
            };
            cards.sort_by_cached_key(|card| {
                (100.0 * (height(card) + slack * dice::unit(rng))) as i64
            });
            vzetek_game::sharing::shuffle(&mut cards[16..], rng);
        }
        let hands: [CardSet; SEATS] =
            std::array::from_fn(|seat| cards[16 * seat..][..16].iter().copied().collect());
        let talon: [_; TALON] = std::array::from_fn(|at| cards[48 + at]);
        let declarer = Seat::all(SEATS)
            .max_by_key(|seat| fitness(contract, hands[seat.index()]))
            .expect("three seats");
        // Some room for contracts that are hardly worth it.
        let least = -(dice::below(rng, 12) as i32);
        let forehand = Seat::new(dice::below(rng, SEATS as u32) as u8);
        if contract.is_berac() || fitness(contract, hands[declarer.index()]) >= least {
            return Beginning { hands, talon, forehand, contract, declarer };
        }
    }
}

/// What a game is worth to each seat against the others, about 1 at most.
fn utilities(scores: [i32; SEATS], contract: Contract) -> [f32; SEATS] {
    let total: i32 = scores.iter().sum();
    let scale = if contract == Contract::Klop { 40.0 } else { 100.0 };
    scores.map(|score| ((3 * score - total) as f32 / 2.0 / scale).clamp(-2.0, 2.0))
}

/// By how many points the new weights do better than the old ones, in each
/// seat against two of the others.
fn compare(contract: Contract, new: &Instinct, old: &Instinct) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0xc0_ffee);
    let (mut values, mut made) = (Vec::new(), 0);
    for _ in 0..1_000 {
        let beginning = draw(&[contract], &mut rng);
        let start = beginning.start(&Options::default());
        let mut sum = 0.0;
        for seating in 0..6u32 {
            let is_new = |seat: usize| (seating % 3 == seat as u32) == (seating < 3);
            let mut game = start;
            while !game.is_over() {
                let instinct = if is_new(game.seat().index()) { new } else { old };
                let card = game.draw(instinct, &mut rng);
                game.play(card);
            }
            let scores = game.position.scores();
            made += usize::from(scores[beginning.declarer.index()] > 0);
            let mean = |of: bool| {
                let own = || (0..SEATS).filter(|&seat| is_new(seat) == of);
                own().map(|seat| f64::from(scores[seat])).sum::<f64>() / own().count() as f64
            };
            sum += (mean(true) - mean(false)) / 6.0;
        }
        values.push(sum);
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    format!("{mean:+.2} ± {:.2} ({made} made)", 1.96 * (square / count / count).sqrt())
}
