//! Learns the policies of two players of tršet or kifameno while there is a stock: the evidence of
//! their cards about the rest of their hands. Nearly all of the time goes into the games that are
//! learned from, half an hour of one core.

use std::io::Write;
use std::time::Instant;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::trset::opponent_policy::{Observation, OpponentPolicy};

use super::games::{Observations, games};
pub use super::opponent_args::Args;
use super::policy_gradient::{Gradient, fresh};

/// Observations between two steps of the weights.
const BATCH: usize = 64;

/// One game in `EXAMINED` is kept to see how well policies predict the cards played.
const EXAMINED: usize = 8;

impl Args {
    /// Learns, and writes the weights.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let start = Instant::now();
        let games = games(self)?;
        writeln!(out, "{:.0?} {} games", start.elapsed(), games.len())?;
        let (examined, taught): (Vec<_>, Vec<_>) =
            games.iter().enumerate().partition(|(number, _)| number % EXAMINED == 0);
        let select = |games: &[(usize, &Observations)], who: &[usize]| -> Vec<Observation> {
            games
                .iter()
                .flat_map(|(_, game)| who.iter().flat_map(|&who| game[who].clone()))
                .collect()
        };
        let mut policies = Vec::new();
        for (name, who) in [("both", &[0, 1][..]), ("first", &[0]), ("second", &[1])] {
            let policy = learn(self, select(&taught, who)).rounded();
            let [first, second] = [0, 1].map(|who| loss(&policy, &select(&examined, &[who])));
            writeln!(out, "{:.0?} {name}: log loss {first:.3} {second:.3}", start.elapsed())?;
            policies.push(policy);
        }
        let name = if self.kifameno { "kifameno" } else { "trset" };
        let own = || format!("crates/players/src/trset/opponent_policy/{name}.bin").into();
        let policies = policies.try_into().expect("three were learned");
        let file = OpponentPolicy::write(self.kifameno, &policies);
        std::fs::write(self.file.clone().unwrap_or_else(own), file)?;
        Ok(())
    }
}

/// Returns the policy learned from the observations, the same every time.
fn learn(args: &Args, mut observations: Vec<Observation>) -> OpponentPolicy {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut policy = fresh(&mut rng);
    let mut gradient = Gradient::default();
    for round in 0..args.rounds {
        vzetek_game::sharing::shuffle(&mut observations, &mut rng);
        let rate = 0.004 * (1.0 - round as f32 / args.rounds as f32) + 0.000_2;
        for batch in observations.chunks(BATCH) {
            batch.iter().for_each(|observation| gradient.add(&policy, observation));
            gradient.step(&mut policy, rate);
        }
    }
    policy
}

/// The mean log loss of what was played.
fn loss(policy: &OpponentPolicy, observations: &[Observation]) -> f64 {
    let loss: f64 =
        observations.iter().map(|observation| -f64::from(policy.chance(observation).ln())).sum();
    loss / observations.len() as f64
}
