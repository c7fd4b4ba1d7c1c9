//! `vzetek-lab train habits`: how the players of a record are used to play tršet or
//! kifameno for two, by their strength.

mod levels;
mod page;
mod ratings;
mod record;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use clap::ValueEnum;
use vzetek_players::trset::opponent_policy::{
    EndingChoice, Habits, OpponentPolicy, Precision, Source,
};
use vzetek_train::trset::habits::{Lesson, learn};
use vzetek_train::trset::precision::fit;

use crate::destination::Destination;
use crate::numbers::thousands;
use crate::recorded;
use record::{Choice, Record, Told};

/// The least number of decisions to learn from: with fewer weights mean nothing.
const LEAST: usize = 1_000;

/// The people who make a record one of people, if each has made so many decisions.
/// Twenty are enough that no one of them is a tenth of it, unless they play far more than
/// the others, and that their ratings spread; with 200 decisions, some ten deals, a player's own
/// rating is told from the average. Together that is 4,000 decisions, from which a policy
/// is learned that tells cards apart.
const PEOPLE: usize = 20;
const DECISIONS_EACH: usize = 200;

/// Arguments of `train habits`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The database: sqlite:PATH or postgres://… It is only read.
    #[arg(long, env = "VZETEK_DATABASE")]
    pub database: String,

    /// Tršet or kifameno, for two.
    #[arg(long, default_value = "trset-2", value_parser = ["trset-2", "kifameno-2"])]
    pub kind: String,

    /// Those to learn from; if absent people, once there are 20 of them with 200
    /// decisions each, and until then all.
    #[arg(long, value_enum)]
    pub from: Option<From>,

    /// The file of the habits, for `--habits` of match and of vzetek-bot.
    #[arg(long)]
    pub file: PathBuf,

    /// Write what came of it to this page, in Markdown.
    #[arg(long)]
    pub page: Option<PathBuf>,

    /// The number of times all deals are gone through.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// The seed of the learning.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Those of a record's players from whom habits are learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// Guests and registered people.
    People,
    /// Bots.
    Levels,
    /// Everybody.
    All,
}

impl From {
    /// Returns true if the player, a person or not, is one of them.
    pub const fn includes(self, is_person: bool) -> bool {
        match self {
            Self::People => is_person,
            Self::Levels => !is_person,
            Self::All => true,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::People => "people alone",
            Self::Levels => "bots alone",
            Self::All => "everybody in the record",
        }
    }
}

/// Learns, and tells how well on `out`.
///
/// # Errors
/// If the database cannot be read, holds too few decisions, or a file cannot be
/// written.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let kifameno = args.kind == "kifameno-2";
    let mut record = Record::new(kifameno);
    let reading = recorded::read(&args.database, &args.kind, |game| record.add(game))?;
    for broken in &reading.broken {
        eprintln!("left out: {broken}");
    }
    let enough = record.people_with(DECISIONS_EACH) >= PEOPLE;
    let from = args.from.unwrap_or(if enough { From::People } else { From::All });
    let told = record.told(from);
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
    let asked = levels::ask(args, &record, &told, &learned.by_strength)?;
    let text = [
        page::head(args, deals, from, args.from.is_none() && !enough, &learned),
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

/// Writes a file that gets its name when it is complete: a full disk leaves what was there.
fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut destination = Destination::open(Some(path))?;
    let written = destination.write_all(bytes);
    written.with_context(|| format!("cannot write {}", path.display()))?;
    destination.finish()
}

/// All that is compared.
struct Learned<'a> {
    own: &'a OpponentPolicy,
    all: Habits,
    by_strength: Habits,
}

/// Learns from what was told and is not kept apart.
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

/// A share in hundredths.
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// The number of decisions that a sum is over.
fn counted(count: f64) -> String {
    thousands(count)
}
