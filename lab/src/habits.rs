//! `vzetek-lab train habits`: how the players of a record are used to play tršet or
//! kifameno for two, by their strength.

mod args;
mod levels;
mod page;
mod ratings;
mod record;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, ensure};
use sha2::{Digest as _, Sha256};
use vzetek_players::trset::opponent_policy::{
    EndingChoice, Habits, OpponentPolicy, Precision, Source,
};
use vzetek_train::trset::habits::{Lesson, learn};
use vzetek_train::trset::precision::fit;

use crate::destination::Destination;
use crate::fingerprint::fingerprint;
use crate::recorded::{self, Reading};
pub use args::{Args, From};
use levels::Matched;
use page::{DECISIONS_EACH, Learned, PEOPLE};
use record::{Choice, Record, Told};

/// The least number of decisions to learn from: with fewer weights mean nothing.
const LEAST: usize = 1_000;

/// The most decisions that levels are asked about.
const ASKED: usize = 4_000;

/// Learns, and writes to `out` how well.
///
/// # Errors
/// If the database cannot be read, holds too few decisions, or a file cannot be
/// written.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let kifameno = args.is_kifameno();
    let Recorded { reading, record, enough, from, told } = Recorded::read(args)?;
    let count = told.iter().filter(|told| !told.is_examined).count();
    ensure!(
        count >= LEAST,
        "{} deals of {} hold {count} decisions of {} to learn from; {LEAST} are needed at least, \
         and some 100,000 to learn well",
        reading.deals,
        args.kind,
        from.words(),
    );
    let deals = reading.deals;
    let source = Source { checksum: reading.checksum(), ..record.source(from, &told) };
    let learned = Learned {
        own: &OpponentPolicy::learned(kifameno)[0],
        all: learned(&told, args, false, source),
        by_strength: learned(&told, args, true, source),
    };
    write_whole(&args.file, &learned.by_strength.write(kifameno))?;
    let asked =
        levels::ask(args, &record, &told, &learned.by_strength, (&record.examined(), ASKED))?;
    let first = first_of(args, &record, &told)?;
    let text = [
        page::head(args, deals, from, args.from.is_none() && !enough, &learned, &first),
        page::before_the_ending(&told, &learned),
        page::endings(&told, &learned),
        page::levels(&asked),
    ]
    .concat();
    write!(out, "{text}")?;
    if let Some(path) = &args.page {
        write_whole(path, text.as_bytes())?;
    }
    Ok(())
}

/// Returns the fingerprint that a page of these arguments has: of what is learned in one round
/// from the first decisions, and of what the levels choose in the first deal that is set apart.
/// It does not depend on the order in which deals were recorded.
///
/// # Errors
/// If the database cannot be read.
pub fn first(args: &Args) -> anyhow::Result<String> {
    let Recorded { record, told, .. } = Recorded::read(args)?;
    first_of(args, &record, &told)
}

fn first_of(args: &Args, record: &Record, told: &[Told]) -> anyhow::Result<String> {
    let args = Args { rounds: 1, ..args.clone() };
    let habits = learned(&told[..told.len().min(LEAST)], &args, true, Source::default());
    let mut hash = Sha256::new_with_prefix(habits.write(args.is_kifameno()));
    let deal = record.examined().into_iter().take(1).collect();
    for (label, parts) in levels::ask(&args, record, told, &habits, (&deal, usize::MAX))? {
        for Matched { count, likeliest, drawn, others, .. } in parts {
            hash.update(format!("{label} {count} {likeliest} {drawn} {others:?}\n"));
        }
    }
    Ok(fingerprint(hash))
}

/// A record, and the decisions to learn from.
struct Recorded {
    reading: Reading,
    record: Record,
    /// True if there are enough people to learn from them alone.
    enough: bool,
    from: From,
    told: Vec<Told>,
}

impl Recorded {
    fn read(args: &Args) -> anyhow::Result<Self> {
        let mut record = Record::new(args.is_kifameno());
        let reading = recorded::read(&args.database, &args.kind, |game| record.add(game))?;
        for broken in &reading.broken {
            eprintln!("left out: {broken}");
        }
        let enough = record.people_with(DECISIONS_EACH) >= PEOPLE;
        let from = args.from.unwrap_or(if enough { From::People } else { From::All });
        let told = record.told(from);
        Ok(Self { reading, record, enough, from, told })
    }
}

/// Writes a file that gets its name when it is complete: a full disk leaves what was there.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut destination = Destination::open(Some(path))?;
    let written = destination.write_all(bytes);
    written.with_context(|| format!("cannot write {}", path.display()))?;
    destination.finish()
}

/// Learns from the choices that are not set apart for the examination.
fn learned(told: &[Told], args: &Args, by_strength: bool, source: Source) -> Habits {
    let taught = || told.iter().filter(|told| !told.is_examined);
    let lesson = |told: &Told| match told.choice {
        Choice::Card(observation) => Some(Lesson { observation, strength: told.strength }),
        Choice::Ending(_) => None,
    };
    let lessons: Vec<Lesson> = taught().filter_map(lesson).collect();
    let ending = |told: &Told| match &told.choice {
        Choice::Ending(ending) => Some((ending.clone(), told.strength)),
        Choice::Card(_) => None,
    };
    let endings: Vec<(EndingChoice, f32)> = taught().filter_map(ending).collect();
    let precision: Precision = fit(&endings, by_strength);
    let habits = learn(&lessons, args.rounds.into(), by_strength, args.seed);
    Habits { precision, source, ..habits }.rounded()
}
