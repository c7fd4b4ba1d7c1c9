//! `vzetek-lab paper`: the experiments of earlier studies, done again.
//!
//! Every table and figure is a [`Study`]. It says what is to be tried out,
//! the [`Bench`] does so on all cores and keeps what is finished, and from the
//! [`Outcome`] come a page and a plot that stand beside the study's figures.

mod bench;
mod check;
mod dice;
mod lustrek;
mod page;
mod plot;
mod study;
mod trials;
mod trioomph;
mod trset;

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context;

use crate::journal::Counting;
use crate::standard;
use bench::{Bench, NoRecord};
use study::Study;
use trials::Trials;

/// Every study, in the order of the works they are from.
fn registry() -> Vec<Study> {
    [trset::STUDIES, lustrek::STUDIES, trioomph::STUDIES].concat()
}

/// The studies to run, and the way to run them.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The study to run; `list` names them all, `all` runs them all.
    #[arg(required_unless_present = "check")]
    pub what: Option<String>,

    /// Write nothing, but say which pages are older than what they measure: play the first
    /// trial of each kind as a page says, and compare. Of all pages unless one is named.
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

/// Lists the studies, runs one or all, or compares their pages with the program.
///
/// # Errors
/// If there is no such study, its files cannot be read or written, or a page is older than the
/// program.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let studies = registry();
    let what = args.what.as_deref().unwrap_or("all").to_lowercase();
    let named = |id: &str| {
        let study = studies.iter().find(|study| study.id == id);
        study.with_context(|| format!("there is no study {id:?}; there are:\n{}", list(&studies)))
    };
    match what.as_str() {
        "list" => {
            write!(standard::output(), "{}", list(&studies))?;
            return Ok(());
        }
        "all" if args.check => return check::run(&studies, args),
        id if args.check => return check::run(&[*named(id)?], args),
        "all" => studies.iter().try_for_each(|study| match carry_out(study, args) {
            Err(error) if error.is::<NoRecord>() => {
                eprintln!("{} is left out: {error}", study.id);
                Ok(())
            }
            done => done,
        })?,
        id => carry_out(named(id)?, args)?,
    }
    page::write_index(&studies, &args.out)
}

/// One line a study.
fn list(studies: &[Study]) -> String {
    let widest = studies.iter().map(|study| study.id.len()).max().unwrap_or_default();
    studies
        .iter()
        .map(|study| format!("{:widest$}  {} ({})\n", study.id, study.title, study.source))
        .collect()
}

/// Runs a study and writes down what came of it.
fn carry_out(study: &Study, args: &Args) -> anyhow::Result<()> {
    let counting = match args {
        Args { fresh: true, .. } => Counting::Nothing,
        Args { adopt: true, .. } => Counting::AnyBuild,
        _ => Counting::SameBuild,
    };
    let trials = Trials::open(&args.journal, study.id, counting)?;
    let bench = Bench::new(study.id, args, trials);
    let outcome = (study.run)(&bench)?;
    let written = page::write(study, &outcome, &bench, &args.out)?;
    writeln!(standard::output(), "{}: {}\n  {}", study.id, outcome.summary, written.display())?;
    Ok(())
}
