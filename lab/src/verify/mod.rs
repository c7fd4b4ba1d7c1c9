//! `vzetek-lab verify` checks that a recorded deal was fair and played by the
//! rules.

mod check;
#[cfg(test)]
mod tests;

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use vzetek_game::explain;
use vzetek_protocol::rest::GameRecord;

use crate::standard;

pub use check::{Seen, check, check_seen};

/// Arguments of `verify`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The record as GET /api/games/{id} gives it; - for the standard input.
    pub file: PathBuf,

    /// Your notes from the deal, as JSON: `commitment`, `nonce_hashes`, `seat`,
    /// your own `nonce`, and in `earlier` the earlier promises for the same
    /// deal. Without them the record's own word is taken for the promise and
    /// the hashes.
    #[arg(long)]
    pub seen: Option<PathBuf>,
}

/// Checks the record and prints the outcome. The exit status is 1 if something
/// is not as it should be.
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
    let seen: Option<Seen> = match &args.seen {
        Some(file) => Some(serde_json::from_str(&read(file)?).map_err(|error| {
            anyhow!(
                "this does not say commitment, nonce_hashes, seat and nonce as JSON: {}",
                explain(error)
            )
        })?),
        None => None,
    };
    let checked = check(&record)
        .and_then(|()| seen.as_ref().map_or(Ok(()), |seen| check_seen(&record, seen)));
    match checked {
        Ok(()) => {
            writeln!(standard::output(), "{}", praise(&record, seen.is_some()))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(mismatch) => {
            eprintln!("{}: {mismatch}", record.summary.id);
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Describes the checks that have passed.
fn praise(record: &GameRecord, was_seen: bool) -> String {
    let nonces = match &record.nonce_hashes {
        Some(_) => "the nonces are those committed to",
        None => "(from before nonces were committed to)",
    };
    let seen = if was_seen { ", as you saw it, with your nonce" } else { "" };
    let dropped = match record.dropped.len() {
        0 => String::new(),
        count => format!("; promised before and dropped: {count}"),
    };
    format!(
        "{}: the secret is the one promised, {nonces}{seen}, the shuffle gives these cards, all \
         {} actions are legal and lead to this result{dropped}",
        record.summary.id,
        record.steps.len(),
    )
}

fn read(file: &Path) -> anyhow::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read the standard input")?;
        return Ok(text);
    }
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}
