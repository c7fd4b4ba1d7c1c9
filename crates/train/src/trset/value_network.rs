//! Learns what two-player deals of tršet or kifameno are worth while cards are
//! still to be drawn, by self-play.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_players::trset::value_network::Network;

use super::selfplay::{Lesson, Teacher};
use super::value_gradient::{Gradient, fresh};

/// Games between two steps of the weights.
const BATCH: u64 = 32;

/// The parameters of the learning.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Learn kifameno instead of tršet.
    #[arg(long)]
    kifameno: bool,
    /// The number of games to learn from.
    #[arg(long, default_value_t = 400_000)]
    games: u64,
    /// The distance by which a step moves a weight at first; it falls to a fiftieth.
    #[arg(long, default_value_t = 0.003)]
    step: f32,
    /// The file in which the weights are kept; in the crate if not told.
    #[arg(long)]
    file: Option<PathBuf>,
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
        let name = if self.kifameno { "kifameno" } else { "trset" };
        let own = || format!("crates/players/src/trset/value_network/{name}.bin").into();
        let file = self.file.clone().unwrap_or_else(own);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut network = if self.afresh {
            fresh(&mut rng)
        } else {
            Network::read(self.kifameno, &std::fs::read(&file)?)?
        };
        let mut teacher = Teacher::new(self.kifameno);
        let mut gradient = Gradient::default();
        let start = Instant::now();
        let batches = self.games.div_ceil(BATCH);
        for batch in 0..batches {
            for _ in 0..BATCH {
                for lesson in teacher.play(&network, &mut rng) {
                    gradient.add(&network, &lesson);
                }
            }
            let progress = batch as f32 / batches as f32;
            gradient.step(&mut network, self.step * 0.02f32.powf(progress));
            if (batch + 1).is_multiple_of(batches.div_ceil(12)) || batch + 1 == batches {
                std::fs::write(&file, network.write(self.kifameno))?;
                let games = (batch + 1) * BATCH;
                writeln!(out, "{:.0?} {games} games", start.elapsed())?;
            }
        }
        writeln!(out, "{}", examine(&network, self.kifameno))?;
        Ok(())
    }
}

/// Returns the mean log loss, by tricks played, of the network and of playouts
/// in telling who wins games that the network was not taught by.
fn examine(network: &Network, kifameno: bool) -> String {
    /// Playouts for each position.
    const PLAYOUTS: u32 = 30;
    let network = &network.clone().rounded();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0xc0_ffee);
    let mut teacher = Teacher::new(kifameno);
    let (mut losses, games) = ([[0.0; 2]; 10], 2_000);
    for _ in 0..games {
        for (Lesson { afterstate, outlook }, losses) in
            teacher.examine(network, &mut rng).into_iter().zip(&mut losses)
        {
            let played_out = teacher.play_out(&afterstate, PLAYOUTS, &mut rng);
            // As if one more playout had gone either way.
            let playouts = PLAYOUTS as f32;
            let played_out = (played_out * playouts + 0.5) / (playouts + 1.0);
            for (loss, chance) in
                losses.iter_mut().zip([network.outlook(&afterstate).win, played_out])
            {
                let told = if outlook.win > 0.5 { chance } else { 1.0 - chance };
                *loss -= f64::from(told.max(1e-6).ln()) / f64::from(games);
            }
        }
    }
    let columns = losses.map(|[network, playouts]| format!("{network:.3}/{playouts:.3}"));
    format!("log loss network/playouts {}", columns.join(" "))
}
