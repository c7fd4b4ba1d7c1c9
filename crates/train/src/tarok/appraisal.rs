//! Learns what a hand is worth in each contract: plays random hands out by the
//! card policy and fits a line through what came of them (least squares).

use std::io::Write;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Seat;
use vzetek_players::tarok::Beginning;
use vzetek_players::tarok::appraisal::{APPRAISED, TRAITS, traits};
use vzetek_players::tarok::card_policy::CardPolicy;
use vzetek_tarok::{CardSet, Contract, Options, SEATS, TALON, Tarok};

use crate::linear::solve;

/// The number of deals to play.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The number of deals played in each contract.
    #[arg(long, default_value_t = 300_000)]
    deals: usize,
}

impl Args {
    /// Plays, and prints `crates/players/src/tarok/appraisal/weights.rs`.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let policy = CardPolicy::shared(SEATS);
        let options = Options::default();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        writeln!(out, "//! Learned weights, as `vzetek-lab train tarok-appraisal` prints them.\n")?;
        writeln!(out, "use super::TRAITS;\n\n/// By contract, then by trait.")?;
        writeln!(out, "pub(super) const WEIGHTS: [[f64; TRAITS]; 5] = [")?;
        for contract in APPRAISED {
            let mut squares = [[0.0; TRAITS]; TRAITS];
            let mut products = [0.0; TRAITS];
            let (mut sum, mut square, mut explained, mut count) = (0.0, 0.0, 0.0, 0.0);
            let mut all = Vec::new();
            for deal in 0..self.deals {
                let mut cards = <Tarok as vzetek_game::Game>::pack(&options);
                vzetek_game::sharing::shuffle(&mut cards, &mut rng);
                let hands: [CardSet; SEATS] =
                    std::array::from_fn(|seat| cards[16 * seat..][..16].iter().copied().collect());
                let talon: [_; TALON] = std::array::from_fn(|at| cards[48 + at]);
                let declarer = Seat::new((deal % SEATS) as u8);
                let forehand = Seat::new((deal / SEATS % SEATS) as u8);
                let beginning = Beginning { hands, talon, forehand, contract, declarer };
                let played = beginning.start(&options).play_out(policy, &mut rng);
                let scores = played.scores();
                let total: i32 = scores.iter().sum();
                let value = f64::from(3 * scores[declarer.index()] - total) / 2.0;
                // Hopeless hands are never played; the line is to fit the others.
                let value = value.max(-120.0);
                let traits = traits(hands[declarer.index()]);
                for (row, &x) in traits.iter().enumerate() {
                    products[row] += x * value;
                    for (column, &y) in traits.iter().enumerate() {
                        squares[row][column] += x * y;
                    }
                }
                all.push((traits, value));
            }
            let weights = solve(squares, products);
            for (traits, value) in &all {
                let guess: f64 = weights.iter().zip(traits).map(|(w, x)| w * x).sum();
                (sum, square, count) = (sum + value, square + value * value, count + 1.0);
                explained += (value - guess).powi(2);
            }
            let variance = square / count - (sum / count).powi(2);
            let share = 1.0 - explained / count / variance;
            let name = if contract == Contract::Klop { "klop" } else { contract.notation() };
            let numbers: Vec<String> = weights.iter().map(|w| format!("{w:.3}")).collect();
            writeln!(
                out,
                "    // {name}: mean {:.1}, explains {:.0}%.",
                sum / count,
                100.0 * share
            )?;
            writeln!(out, "    [{}],", numbers.join(", "))?;
        }
        writeln!(out, "];")?;
        Ok(())
    }
}
