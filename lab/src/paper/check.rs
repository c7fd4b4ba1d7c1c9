//! `vzetek-lab paper --check`: which pages and tables are older than the program that they measure.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, ensure};

use super::bench::{Bench, NoRecord};
use super::documents::{self, Document};
use super::page::Made;
use super::study::Study;
use super::trials::Trials;
use super::verdict::Verdict;
use super::{Args, page};
use crate::journal::Counting;
use crate::standard;

/// A page or document that is compared with the program.
pub enum Checked<'a> {
    Study(&'a Study),
    Document(&'a Document),
}

/// Plays the first trial of each kind of each study and the first deal of each table's row, and
/// says whether they come out as when the figures were made.
///
/// # Errors
/// If figures are older than the program or lack the fingerprint, or a file cannot be read.
pub fn run(checked: &[Checked<'_>], args: &Args) -> anyhow::Result<()> {
    let (mut all, mut older) = (0, 0);
    for one in checked {
        let verdicts = match one {
            Checked::Study(study) => vec![verdict(study, args)?],
            Checked::Document(document) => {
                documents::check(document, &args.out, args.database.as_deref())?
            }
        };
        for Verdict { name, words, is_older } in verdicts {
            writeln!(standard::output(), "{name}: {words}")?;
            all += 1;
            older += usize::from(is_older);
        }
    }
    ensure!(
        older == 0,
        "of {all} pages and tables {older} may be older than the program; `vzetek-lab paper ID` \
         writes a study's page anew, and the others name their commands"
    );
    Ok(())
}

fn verdict(study: &Study, args: &Args) -> anyhow::Result<Verdict> {
    let path = args.out.join(format!("{}.md", study.id));
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Verdict::fine(study.id, "not run yet"));
        }
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let Some(made) = page::made(&text) else {
        return Ok(Verdict::older(study.id, "does not tell how it was made"));
    };
    let Made { quick, seed, fingerprint: Some(fingerprint) } = made else {
        let words = "from before pages told how the first trials came out";
        return Ok(Verdict::older(study.id, words));
    };
    let as_then = Args { quick, seed, trials: Some(1), ..args.clone() };
    let trials = Trials::open(&args.journal.join("check"), study.id, Counting::Nothing)?;
    let bench = Bench::new(study.id, &as_then, trials);
    match (study.run)(&bench) {
        Err(error) if error.is::<NoRecord>() => {
            return Ok(Verdict::fine(study.id, "not compared: no --database"));
        }
        done => done?,
    };
    Ok(Verdict::compared(study.id, &fingerprint, &bench.fingerprint()))
}
