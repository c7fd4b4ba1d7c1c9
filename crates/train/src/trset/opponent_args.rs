//! The parameters of learning opponents' policies.

use std::path::PathBuf;

use vzetek_baselines::trset::Spec;

/// The parameters of the learning.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Learn kifameno instead of tršet.
    #[arg(long)]
    pub kifameno: bool,
    /// One player.
    #[arg(long, default_value = "thesis:iterations=10000")]
    pub first: Spec,
    /// The other: without policies of its own, so that the same is learned again.
    #[arg(long, default_value = "strong:iterations=1000,infers=no,by-policy=0")]
    pub second: Spec,
    /// The number of games they play.
    #[arg(long, default_value_t = 9_000)]
    pub games: u64,
    /// The number of games played at a time.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// The number of times all games are gone through.
    #[arg(long, default_value_t = 10)]
    pub(super) rounds: usize,
    /// The file in which the cards played are kept, one game a line. Games that
    /// are there are not played again.
    #[arg(long)]
    pub record: Option<PathBuf>,
    /// The file in which the weights are kept; in the crate if not told.
    #[arg(long)]
    pub(super) file: Option<PathBuf>,
    /// The seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}
