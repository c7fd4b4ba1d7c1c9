//! Learns to play berač by self-play: an actor and its critic (advantages as
//! generalized by Schulman and others 2016), every deal played several times.
//!
//! `cargo run --release -p vzetek-players --example tarok_berac_play -- --afresh`
//! writes the file that the crate is built with, in about a quarter of an
//! hour.

mod berac_hands;

use std::path::PathBuf;
use std::time::Instant;

use berac_hands::Hands;
use clap::Parser;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::tarok::berac::{Gradient, Network, Notes, Play};

/// Hands to learn from are walked to with at least these logarithms of their
/// odds: hopeless ones too, since not everybody bids with care.
const LEAST: [f64; 4] = [-0.7, 0.2, 1.1, 2.0];

/// Deals between two steps of the weights.
const BATCH: u64 = 24;

#[derive(Parser)]
struct Args {
    /// How many deals to learn from.
    #[arg(long, default_value_t = 1_000_000)]
    deals: u64,
    /// How often each deal is played.
    #[arg(long, default_value_t = 4)]
    games: usize,
    /// How far a step moves a weight at first; it falls to a twentieth.
    #[arg(long, default_value_t = 0.003)]
    step: f32,
    /// Where the weights are kept.
    #[arg(long, default_value = "crates/players/src/tarok/berac/weights.bin")]
    file: PathBuf,
    /// Begin with small random weights instead of what was learned before.
    #[arg(long)]
    afresh: bool,
    /// Where the random numbers start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> std::io::Result<()> {
    let args = Args::parse();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut network = if args.afresh {
        Network::fresh(&mut rng)
    } else {
        Network::read(&std::fs::read(&args.file)?)
    };
    let mut before = network.clone();
    let mut hands = LEAST.map(|least| Hands::new(least, &mut rng));
    let mut gradient = Gradient::default();
    let start = Instant::now();
    for batch in 0..args.deals / BATCH {
        for number in 0..BATCH {
            let play = hands[number as usize % LEAST.len()].deal(&mut rng);
            for _ in 0..args.games {
                let mut notes = Notes::default();
                let is_made = notes.play(&network, play, &mut rng);
                gradient.add(&network, &notes, is_made);
            }
        }
        let done = (batch + 1) * BATCH;
        let progress = done as f32 / args.deals as f32;
        gradient.step(&mut network, args.step * (1.0 - 0.95 * progress));
        if (done / BATCH).is_multiple_of((args.deals / BATCH).div_ceil(12)) {
            println!("{:.0?} {done} deals:{}", start.elapsed(), compare(&network, &before));
            before = network.clone();
            std::fs::write(&args.file, network.to_bytes())?;
        }
    }
    std::fs::write(&args.file, network.to_bytes())
}

/// How many berači are made: by the new weights against the new, by the new
/// against the old, and by the old against the new.
fn compare(new: &Network, old: &Network) -> String {
    let mut text = String::new();
    for least in LEAST {
        let made = [(new, new), (new, old), (old, new)].map(|(declarer, defenders)| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(0xc0_ffee);
            let mut hands = Hands::new(least, &mut rng);
            let made = (0..2_000).filter(|_| {
                let play = hands.deal(&mut rng);
                is_made(play, declarer, defenders, &mut rng)
            });
            made.count() as f64 / 20.0
        });
        text += &format!("  {least}: {made:.1?} %");
    }
    text
}

fn is_made(mut play: Play, declarer: &Network, defenders: &Network, rng: &mut impl Rng) -> bool {
    while !play.is_over() {
        let declares = play.position.to_play() == play.position.declarer();
        let card = play.draw(if declares { declarer } else { defenders }, rng);
        play.play(card);
    }
    play.is_made()
}
