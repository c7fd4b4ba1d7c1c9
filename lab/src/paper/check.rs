//! `vzetek-lab paper --check`: which pages are older than the program that they measure.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, ensure};

use super::bench::{Bench, NoRecord};
use super::page::Made;
use super::study::Study;
use super::trials::Trials;
use super::{Args, page};
use crate::journal::Counting;
use crate::standard;

/// Plays the first trial of each kind of each study, and says whether it comes out as when the
/// study's page was made.
///
/// # Errors
/// If a page is older than the program or lacks the fingerprint, or cannot be read.
pub fn run(studies: &[Study], args: &Args) -> anyhow::Result<()> {
    let mut older = 0;
    for study in studies {
        let verdict = verdict(study, args)?;
        writeln!(standard::output(), "{}: {}", study.id, verdict.words)?;
        older += usize::from(verdict.is_older);
    }
    let pages = studies.len();
    ensure!(
        older == 0,
        "of {pages} pages {older} may be older than the program; `vzetek-lab paper ID` writes one anew"
    );
    Ok(())
}

struct Verdict {
    words: String,
    is_older: bool,
}

fn verdict(study: &Study, args: &Args) -> anyhow::Result<Verdict> {
    let fine = |words: &str| Verdict { words: words.to_owned(), is_older: false };
    let older = |words: String| Verdict { words, is_older: true };
    let path = args.out.join(format!("{}.md", study.id));
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(fine("not run yet"));
        }
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let Some(made) = page::made(&text) else {
        return Ok(older("does not tell how it was made".to_owned()));
    };
    let Made { quick, seed, fingerprint: Some(fingerprint) } = made else {
        return Ok(older("from before pages told how the first trials came out".to_owned()));
    };
    let as_then = Args { quick, seed, trials: Some(1), ..args.clone() };
    let trials = Trials::open(&args.journal.join("check"), study.id, Counting::Nothing)?;
    let bench = Bench::new(study.id, &as_then, trials);
    match (study.run)(&bench) {
        Err(error) if error.is::<NoRecord>() => return Ok(fine("not compared: no --database")),
        done => done?,
    };
    let now = bench.fingerprint();
    Ok(if now == fingerprint {
        fine("as this program measures")
    } else {
        older(format!(
            "older than the program: its first trials came out as {fingerprint}, now {now}"
        ))
    })
}
