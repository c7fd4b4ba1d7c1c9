//! `vzetek-lab export`: everything recorded of finished deals, a line of JSON a
//! move, with what the player knew before it, or the same in columns, as Parquet. For
//! miners; docs/DATA.md says what stands in a line and in the columns.

mod aliases;
mod facts;
mod line;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(test)]
mod tests;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, ensure};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use tokio::signal::unix::{SignalKind, signal};
use vzetek_protocol::{GameOptions, Kind};
use vzetek_store::{GameFilter, Store};

use aliases::Aliases;
use facts::Deciders;
use output::Output;

use crate::recorded::{self, PAGE};

/// Arguments of `export`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The database: sqlite:PATH or postgres://… It is only read.
    #[arg(long, env = "VZETEK_DATABASE")]
    pub database: String,
    /// The form of the export: a line of JSON a move, or a folder of Parquet files by
    /// kind and month, in which a later export rewrites the months that have changed.
    #[arg(long, value_enum, default_value_t = Format::Jsonl)]
    pub format: Format,
    /// Only this kind, such as trset-2 or tarok-3.
    #[arg(long, value_parser = kind)]
    pub kind: Option<String>,
    /// Only deals of this player: the account's id.
    #[arg(long)]
    pub player: Option<String>,
    /// Only deals that ended at this time or later: 2026-11-21, or with a time
    /// as in 2026-11-21T18:00:00Z. Days begin in UTC.
    #[arg(long, value_parser = moment)]
    pub from: Option<DateTime<Utc>>,
    /// Only deals that ended before this time.
    #[arg(long, value_parser = moment)]
    pub until: Option<DateTime<Utc>>,
    /// At most so many deals, the newest.
    #[arg(long)]
    pub deals: Option<u64>,
    /// Deals of private tables, too. Instead of the ids, by which anybody
    /// could look them up, they have numbers: private-1.
    #[arg(long)]
    pub private: bool,
    /// With --format parquet, a set that may be given away: no private tables,
    /// nothing of this month and the last, accounts as hashes, nobody's name.
    #[arg(long, conflicts_with = "private", requires = "key_file")]
    pub open: bool,
    /// The key by which --open hashes accounts; made, for its owner alone, if there
    /// is none. Keep it: with another one the same accounts have other hashes.
    #[arg(long, requires = "open")]
    pub key_file: Option<PathBuf>,
    /// The destination: a file, compressed if its name ends in .gz; the standard
    /// output if absent or -. A file gets its name when it is complete; a device
    /// or pipe is written to as it is. With --format parquet a folder.
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// The form of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A line of JSON a move.
    Jsonl,
    /// A folder of Parquet files.
    Parquet,
}

/// The count of what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Deals.
    pub deals: u64,
    /// Lines, one a move.
    pub moves: u64,
    /// Deals of private tables that were left out.
    pub private: u64,
    /// Deals whose record does not lead to its result; they are left out.
    pub broken: u64,
}

/// Writes the lines, the newest deal first. The exit status is 1 if a deal
/// could not be replayed and was left out.
///
/// # Errors
/// If the database cannot be read or the output not be written, or if the
/// program is told to stop before a file is complete.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.format == Format::Parquet {
        return run_parquet(args);
    }
    ensure!(!args.open, "an open set is a folder of Parquet files: add --format parquet");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let written = runtime.block_on(export(args, interrupted()))?;
    let Written { deals, moves, private, broken } = written;
    if written == Written::default() {
        eprintln!("{}; no line was written", none_found(args));
    } else {
        eprintln!("{deals} deals, {moves} moves");
    }
    if private > 0 {
        eprintln!("{private} deals of private tables were left out; --private writes them, too");
    }
    if broken == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("{broken} deals cannot be replayed and were left out");
    Ok(ExitCode::FAILURE)
}

#[cfg(not(feature = "parquet"))]
fn run_parquet(_: &Args) -> anyhow::Result<ExitCode> {
    anyhow::bail!(
        "this vzetek-lab was built without Parquet; build one with it: \
         cargo build --release -p vzetek-lab --features parquet"
    )
}

#[cfg(feature = "parquet")]
fn run_parquet(args: &Args) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let outcome = runtime.block_on(parquet::export(args, Utc::now(), interrupted()))?;
    outcome.tell();
    Ok(if outcome.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The words for a record without anything that was asked for.
fn none_found(args: &Args) -> String {
    let of = args.kind.as_ref().map_or_else(String::new, |kind| format!(" of {kind}"));
    let by = args.player.as_ref().map_or_else(String::new, |id| format!(" of the player {id}"));
    let asked = if args.from.or(args.until).is_some() { " in that time" } else { "" };
    format!("there are no finished deals{of}{by}{asked}")
}

/// Listens from when it is first polled, and ends when the program is told to
/// stop.
///
/// # Errors
/// If the system does not let us listen.
async fn interrupted() -> io::Result<()> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        _ = interrupt.recv() => Ok(()),
        _ = terminate.recv() => Ok(()),
    }
}

async fn export(
    args: &Args,
    interrupted: impl Future<Output = io::Result<()>>,
) -> anyhow::Result<Written> {
    let store = recorded::open(&args.database).await?;
    let mut output = Output::open(args.out.as_deref())?;
    // Only an unfinished file must be taken away; all else may end at once.
    let is_file = output.is_file();
    let written = tokio::select! {
        biased;
        told = interrupted, if is_file => {
            told.map_err(Into::into).and_then(|()| Err(anyhow!("it was interrupted before the end")))
        }
        written = write_all(&*store, args, &mut output) => written,
    };
    store.close().await;
    let written = written?;
    output.finish()?;
    Ok(written)
}

async fn write_all(store: &dyn Store, args: &Args, output: &mut Output) -> anyhow::Result<Written> {
    let mut written = Written::default();
    let mut aliases = Aliases::default();
    let mut left = args.deals.unwrap_or(u64::MAX);
    let mut after = None;
    while left > 0 {
        let mut games = store
            .games(&GameFilter {
                limit: u32::try_from(left).unwrap_or(PAGE).min(PAGE),
                kind: args.kind.clone(),
                account: args.player.clone(),
                table: None,
                from: args.from,
                until: args.until,
                after,
            })
            .await?;
        let Some(last) = games.last() else { break };
        after = last.finished_at.map(|at| (at, last.row.id.clone()));
        let listed = games.len();
        games.retain(|game| args.private || !game.private);
        written.private += (listed - games.len()) as u64;
        left -= games.len() as u64;
        for game in &games {
            let id = &game.row.id;
            let game = store.game(id).await?.with_context(|| format!("deal {id} is gone"))?;
            let deciders = Deciders::of(&game, store).await?;
            match facts::lines(&game, &deciders) {
                Ok(mut lines) => {
                    aliases.hide(&mut lines);
                    written.deals += 1;
                    written.moves += lines.len() as u64;
                    lines.iter().try_for_each(|line| output.line(line))?;
                }
                Err(error) => {
                    written.broken += 1;
                    eprintln!("deal {id}: {error:#}");
                }
            }
        }
    }
    Ok(written)
}

/// One of the kinds that there are.
///
/// # Errors
/// If the text is none, with those that there are.
pub fn kind(text: &str) -> Result<String, String> {
    let kinds = GameOptions::kinds();
    if kinds.iter().any(|kind| kind.as_str() == text) {
        return Ok(text.to_owned());
    }
    let kinds: Vec<&str> = kinds.iter().map(Kind::as_str).collect();
    Err(format!("there are {}", kinds.join(", ")))
}

/// A day, or a moment.
fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    if let Ok(day) = text.parse::<NaiveDate>() {
        return Ok(day.and_time(NaiveTime::MIN).and_utc());
    }
    DateTime::parse_from_rfc3339(text)
        .map(|at| at.to_utc())
        .map_err(|_| "write a day as 2026-11-21 or a time as 2026-11-21T18:00:00Z".to_owned())
}
