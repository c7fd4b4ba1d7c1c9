//! Arguments of `paper`.

use std::path::PathBuf;

/// The studies to run, and the way to run them.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The study to run; `list` names them all, `all` runs them all.
    #[arg(required_unless_present = "check")]
    pub what: Option<String>,

    /// Write nothing, but say which pages and tables are older than what they measure: play the
    /// first trial of each kind as a page says, and the first deal of each row of the documents'
    /// tables, and compare. All are compared unless one is named: a study, trset-habits,
    /// kifameno-habits, strength, players, benchmarks or notes.
    #[arg(long, conflicts_with_all = ["quick", "fresh", "adopt", "seed", "trials"])]
    pub check: bool,

    /// A minute's version: fewer points and fewer games, so wider intervals.
    #[arg(long)]
    pub quick: bool,

    /// The folder of the page and the plot.
    #[arg(long, default_value = "docs/results")]
    pub out: PathBuf,

    /// The folder in which finished games are kept, so that an interrupted
    /// study goes on where it was.
    #[arg(long, default_value = "target/paper")]
    pub journal: PathBuf,

    /// Play everything anew, whatever has been kept.
    #[arg(long)]
    pub fresh: bool,

    /// Take over what another build of this program has kept. That is right
    /// only if the two would play the same.
    #[arg(long, conflicts_with = "fresh")]
    pub adopt: bool,

    /// The seed; the same one gives the same deals and decisions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// At most so many trials of each kind, to see whether all is well; two
    /// games, where a trial is a deal.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub trials: Option<u64>,

    /// The number of trials that run at a time; as many as there are cores if absent.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// The database whose record is learned from, by the studies that do: sqlite:PATH or
    /// postgres://… It is only read.
    #[arg(long, env = "VZETEK_DATABASE")]
    pub database: Option<String>,
}
