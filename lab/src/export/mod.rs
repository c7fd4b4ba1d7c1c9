//! `vzetek-lab export`: everything recorded of finished deals, a line of JSON a
//! move, with what the player knew before it, or the same in columns, as Parquet. For
//! miners; docs/DATA.md says what stands in a line and in the columns.

mod args;
mod columns;
mod identity;
mod line;
mod names;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
#[cfg(test)]
mod tests;

use std::io;
use std::process::ExitCode;

use anyhow::{Context, anyhow, ensure};
#[cfg(feature = "parquet")]
use chrono::Utc;
use tokio::signal::unix::{SignalKind, signal};
use vzetek_store::{GameFilter, Store};

use args::none_found;
pub use args::{Args, Format, kind};
use identity::Identity;
use names::Names;
use output::Output;

use crate::recorded::{self, PAGE};

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
/// If the database cannot be read or the output not be written, or if a signal stops the program
/// before a file is complete.
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

/// Listens from when it is first polled, and ends when a signal asks the program to stop.
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
    // Only an unfinished file must be removed; all else may end immediately.
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
    let identity = Identity::new(None);
    let mut names = Names::new(&identity, "private".to_owned());
    let mut left = args.deals.unwrap_or(u64::MAX);
    let mut after = None;
    while left > 0 {
        let mut games = store
            .games(&GameFilter {
                limit: u32::try_from(left).unwrap_or(PAGE).min(PAGE),
                kind: args.kind.clone(),
                account: args.player.clone(),
                people: false,
                table: None,
                match_number: None,
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
        let mut deals = Vec::with_capacity(games.len());
        for game in &games {
            let id = &game.row.id;
            deals.push(store.game(id).await?.with_context(|| format!("deal {id} is gone"))?);
        }
        names.look_up(&deals, store).await?;
        for game in &deals {
            match line::rows(game, &mut names) {
                Ok(rows) => {
                    written.deals += 1;
                    written.moves += rows.decisions.len() as u64;
                    line::lines(&rows, &game.row.kind).try_for_each(|line| output.line(&line))?;
                }
                Err(error) => {
                    written.broken += 1;
                    eprintln!("deal {}: {error:#}", game.row.id);
                }
            }
        }
    }
    Ok(written)
}
