//! Learns to play berač by self-play: an actor and its critic (advantages as
//! generalized by Schulman and others 2016), every deal played several times.
//! Afresh it takes about a quarter of an hour.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::tarok::berac::{Network, Play};

use super::berac_gradient::{Gradient, Notes, fresh};
use super::berac_hands::Hands;

/// The least logarithms of the odds of hands to learn from: hopeless ones too, since not all
/// players bid with care.
const LEAST: [f64; 4] = [-0.7, 0.2, 1.1, 2.0];

/// Deals between two steps of the weights.
const BATCH: u64 = 24;

/// The parameters of the learning.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The number of deals to learn from.
    #[arg(long, default_value_t = 1_000_000)]
    deals: u64,
    /// The number of times each deal is played.
    #[arg(long, default_value_t = 4)]
    games: usize,
    /// The distance by which a step moves a weight at first; it falls to a twentieth.
    #[arg(long, default_value_t = 0.003)]
    step: f32,
    /// The file in which the weights are kept.
    #[arg(long, default_value = "crates/players/src/tarok/berac/weights.bin")]
    file: PathBuf,
    /// Begin with small random weights instead of what was learned before.
    #[arg(long)]
    afresh: bool,
    /// The seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    /// Learns, and writes the weights.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut network =
            if self.afresh { fresh(&mut rng) } else { Network::read(&std::fs::read(&self.file)?)? };
        let mut before = network.clone();
        let mut hands = LEAST.map(|least| Hands::new(least, &mut rng));
        let mut gradient = Gradient::default();
        let start = Instant::now();
        for batch in 0..self.deals / BATCH {
            for number in 0..BATCH {
                let play = hands[number as usize % LEAST.len()].deal(&mut rng);
                for _ in 0..self.games {
                    let mut notes = Notes::default();
                    let is_made = notes.play(&network, play, &mut rng);
                    gradient.add(&network, &notes, is_made);
                }
            }
            let done = (batch + 1) * BATCH;
            let progress = done as f32 / self.deals as f32;
            gradient.step(&mut network, self.step * (1.0 - 0.95 * progress));
            if (done / BATCH).is_multiple_of((self.deals / BATCH).div_ceil(12)) {
                writeln!(
                    out,
                    "{:.0?} {done} deals:{}",
                    start.elapsed(),
                    compare(&network, &before)
                )?;
                before = network.clone();
                std::fs::write(&self.file, network.write())?;
            }
        }
        std::fs::write(&self.file, network.write())?;
        Ok(())
    }
}

/// Returns the shares of berači that are made: by the new weights against the
/// new, by the new against the old, and by the old against the new.
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
