//! Measurements by their command lines, as documents name them.

use anyhow::Context as _;
use clap::Parser;

use super::bench::NoRecord;
use crate::{bench, duel, habits, probe};

/// A command whose first outcome is soon found again.
#[derive(Parser)]
#[command(name = "vzetek-lab")]
enum Measurement {
    Match(Box<duel::Args>),
    Probe(probe::Args),
    Bench,
    #[command(subcommand)]
    Train(Training),
}

#[derive(clap::Subcommand)]
enum Training {
    Habits(habits::Args),
}

/// Returns the fingerprint of a command's first outcome; `None` if a clock may decide it.
///
/// # Errors
/// [`NoRecord`] if the command reads a record and no database is given, or if the command cannot
/// be carried out.
pub fn first(command: &str, database: Option<&str>) -> anyhow::Result<Option<String>> {
    let mut words: Vec<&str> = command.split_whitespace().collect();
    if words.get(1) == Some(&"train") {
        words.extend(["--file", "not-written", "--database", database.ok_or(NoRecord)?]);
    }
    let measurement = Measurement::try_parse_from(words)
        .with_context(|| format!("`{command}` is no measurement that can be done again"))?;
    match measurement {
        Measurement::Match(args) => duel::first(&args),
        Measurement::Probe(args) => probe::first(&args),
        Measurement::Bench => bench::checksum().map(Some),
        Measurement::Train(Training::Habits(args)) => habits::first(&args).map(Some),
    }
}
