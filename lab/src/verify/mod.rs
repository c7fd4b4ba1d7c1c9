//! `vzetek-lab verify`: whether a recorded deal was fair and played by the rules.

mod check;
mod games;
#[cfg(test)]
mod tests;

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use vzetek_game::explain;
use vzetek_protocol::rest::GameRecord;

use crate::standard;

pub use check::check;

/// What to check.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The record as GET /api/games/{id} gives it; - for the standard input.
    pub file: PathBuf,
}

/// Checks the record and says what came out. The exit status is 1 if
/// something is not as it should be.
///
/// # Errors
/// If there is no record to check.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = read(&args.file)?;
    let record: GameRecord = serde_json::from_str(&text).map_err(|error| {
        anyhow!(
            "this is no record of a finished deal: {}; GET /api/games/{{id}} gives one as JSON",
            explain(error)
        )
    })?;
    match check(&record) {
        Ok(()) => {
            writeln!(
                standard::output(),
                "{}: the secret is the one promised, the shuffle gives these cards, all {} \
                 actions are legal and lead to this result",
                record.summary.id,
                record.steps.len()
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(mismatch) => {
            eprintln!("{}: {mismatch}", record.summary.id);
            Ok(ExitCode::FAILURE)
        }
    }
}

fn read(file: &Path) -> anyhow::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read the standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}
