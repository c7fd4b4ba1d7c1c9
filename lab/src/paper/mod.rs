//! `vzetek-lab paper`: the experiments of earlier studies, done again.
//!
//! Every table and figure is a [`Study`]. It says what is to be tried out, the [`Bench`] does so on
//! all cores and stores what is finished, and the [`study::Outcome`] becomes a page and a plot that
//! stand beside the study's figures.

mod args;
mod bench;
mod check;
mod dice;
mod documents;
mod lustrek;
mod page;
mod plot;
mod replay;
mod study;
mod trials;
mod trioomph;
mod trset;
mod verdict;

use std::io::Write as _;

use anyhow::Context;

use crate::journal::Counting;
use crate::standard;
pub use args::Args;
use bench::{Bench, NoRecord};
use check::Checked;
use documents::DOCUMENTS;
use study::Study;
use trials::Trials;

/// Every study, in the order of the works they are from.
fn registry() -> Vec<Study> {
    [trset::STUDIES, lustrek::STUDIES, trioomph::STUDIES].concat()
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
        "all" if args.check => {
            let documents = DOCUMENTS.iter().map(Checked::Document);
            let all: Vec<_> = studies.iter().map(Checked::Study).chain(documents).collect();
            return check::run(&all, args);
        }
        id if args.check => {
            let one = match DOCUMENTS.iter().find(|document| document.id == id) {
                Some(document) => Checked::Document(document),
                None => Checked::Study(named(id)?),
            };
            return check::run(&[one], args);
        }
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

/// Runs a study and writes down its result.
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
