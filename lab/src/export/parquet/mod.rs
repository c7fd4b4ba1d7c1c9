//! `vzetek-lab export --format parquet`: the record in columns, a folder of files by kind
//! and month.
//!
//! A month is written again if the record of it has changed since, as the figures of
//! [`manifest::Record`] say, or if a file of it is missing. Deals are read from the store page by
//! page, so the memory needed does not grow with a month.

pub(super) mod arrays;
mod card;
mod deals;
mod decisions;
mod file;
mod manifest;
mod months;
mod numbering;
pub(super) mod open;
mod players;
mod schema;
#[cfg(test)]
mod tests;
mod vectors;
mod version;

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use chrono::{DateTime, Utc};
use vzetek_store::Store;

use super::args::{Args, none_found};
use super::identity::Identity;
use super::names::Names;
use crate::progress::Progress;
use crate::recorded::{self, PAGE};
use deals::DealRow;
use decisions::DecisionRow;
use file::{RowFile, write_whole};
use manifest::{DEALS, DECISIONS, Folder, Made, Part, Record, Sort, range};
use months::Month;
use open::{Key, keep_apart, last_open};

/// The pause between two lines of progress.
const TOLD: Duration = Duration::from_secs(10);

/// The outcome of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// Deals written now.
    pub(super) deals: u64,
    /// Their decisions.
    pub(super) decisions: u64,
    /// Kinds in months, written now.
    pub(super) written: usize,
    /// Kinds in months that have not changed.
    pub(super) kept: usize,
    /// True if the files beside the months were written now.
    pub(super) beside: bool,
    /// Deals of the whole set that cannot be replayed and were left out.
    pub(super) broken: u64,
    /// Reasons why there is nothing.
    pub(super) empty: Option<String>,
}

impl Outcome {
    /// Says it to people.
    pub(super) fn tell(&self) {
        if let Some(empty) = &self.empty {
            return eprintln!("{empty}; nothing was written");
        }
        let Self { deals, decisions, written, kept, beside, broken, .. } = self;
        if *written > 0 {
            eprintln!(
                "{deals} deals, {decisions} decisions; months written, each kind apart: {written}"
            );
        }
        match (*written, *kept) {
            (_, 0) => (),
            (0, _) if *beside => {
                eprintln!("no month has changed; the files beside them were written")
            }
            (0, _) => eprintln!("nothing has changed since; nothing was written"),
            (_, kept) => eprintln!("months as they were: {kept}"),
        }
        if *broken > 0 {
            eprintln!("{broken} deals cannot be replayed and were left out");
        }
    }
}

/// Brings a folder up to date.
///
/// # Errors
/// If the options do not go together, the database cannot be read, the folder holds other data or
/// cannot be written, or if a signal stops the program. Files that have their names are complete.
pub(super) async fn export(
    args: &Args,
    now: DateTime<Utc>,
    interrupted: impl Future<Output = io::Result<()>>,
) -> anyhow::Result<Outcome> {
    let out = args.out.as_deref().filter(|out| *out != "-");
    let out = out.context("--format parquet writes a folder; name it with --out")?;
    ensure!(
        args.player.is_none() && args.deals.is_none(),
        "--format parquet writes whole months; --player and --deals go with --format jsonl"
    );
    for (option, time) in [("--from", args.from), ("--until", args.until)] {
        if let Some(time) = time.filter(|&time| Month::of(time).start() != time) {
            let Month { year, month } = Month::of(time);
            bail!(
                "--format parquet writes whole months: {option} {year}-{month:02}-01, or another first of a month"
            );
        }
    }
    let store = recorded::open(&args.database).await?;
    let done = tokio::select! {
        biased;
        told = interrupted => {
            told.map_err(Into::into).and_then(|()| Err(anyhow!(
                "it was interrupted before the end; run it again to go on with the month that was under way"
            )))
        }
        done = update(&*store, args, out, now) => done,
    };
    store.close().await;
    done
}

/// The parts that the record has, with their figures.
async fn recorded(
    store: &dyn Store,
    args: &Args,
    now: DateTime<Utc>,
) -> anyhow::Result<Vec<(Part, Record, u64)>> {
    let mut parts = Vec::new();
    for span in store.spans().await? {
        if args.kind.as_ref().is_some_and(|kind| *kind != span.kind) {
            continue;
        }
        for month in Month::of(span.first).to(Month::of(span.last)) {
            let part = Part { kind: span.kind.clone(), month };
            if !is_asked_for(&part, args, now) {
                continue;
            }
            let digest = store.digest(&range(&part, args.private)).await?;
            if digest.deals > 0 {
                parts.push((part, digest.into(), digest.deals));
            }
        }
    }
    Ok(parts)
}

fn is_asked_for(part: &Part, args: &Args, now: DateTime<Utc>) -> bool {
    let start = part.month.start();
    args.kind.as_ref().is_none_or(|kind| *kind == part.kind)
        && args.from.is_none_or(|from| start >= from)
        && args.until.is_none_or(|until| start < until)
        && (!args.open || part.month <= last_open(now))
}

async fn update(
    store: &dyn Store,
    args: &Args,
    out: &std::path::Path,
    now: DateTime<Utc>,
) -> anyhow::Result<Outcome> {
    let parts = recorded(store, args, now).await?;
    let until = if args.open { format!(" until {}", last_open(now)) } else { String::new() };
    let empty = parts.is_empty().then(|| none_found(args) + &until);
    // An existing set is looked at all the same: it may be of another database.
    if empty.is_some() && !Folder::is_at(out) {
        return Ok(Outcome { empty, ..Outcome::default() });
    }
    let key = match &args.key_file {
        Some(path) if args.open => {
            keep_apart(path, out)?;
            Some(Key::open(path)?)
        }
        _ => None,
    };
    let fingerprint = key.as_ref().map(Key::fingerprint);
    let identity = Identity::new(key);
    let sort = Sort { open: args.open, private: args.private, key: fingerprint };
    let mut folder = Folder::open(out, sort)?;
    for made in folder.parts().filter(|made| is_asked_for(&made.part, args, now)) {
        let Part { kind, month } = &made.part;
        ensure!(
            parts.iter().any(|(part, ..)| *part == made.part),
            "{} holds deals of {kind} of {month}, and the database has none: the folder is of \
             another database; export into another folder",
            out.display()
        );
    }
    if empty.is_some() {
        return Ok(Outcome { empty, ..Outcome::default() });
    }
    let known = parts.len();
    let changed: Vec<_> =
        parts.into_iter().filter(|(part, record, _)| !folder.is_current(part, record)).collect();
    let mut outcome = Outcome { kept: known - changed.len(), ..Outcome::default() };
    if !changed.is_empty() || !folder.is_complete() {
        folder.begin()?;
        let total = changed.iter().map(|(.., deals)| deals).sum();
        let mut progress = Progress::new("deals", total, 0, TOLD);
        for (part, record, _) in changed {
            let told = format!("{} of {}", part.kind, part.month);
            let made = write_part(store, &identity, &folder, part, record, |deals| {
                progress.tell(outcome.deals + deals, || told.clone());
            })
            .await
            .with_context(|| format!("{told}, which is left as it was"))?;
            outcome.deals += made.deals.rows;
            outcome.decisions += made.decisions.rows;
            outcome.written += 1;
            folder.add(made)?;
        }
        progress.finish();
        write_beside(store, &identity, &mut folder).await?;
        outcome.beside = true;
    }
    outcome.broken = folder.parts().map(|made| made.broken).sum();
    Ok(outcome)
}

/// Writes the deals of a kind in a month and their decisions. `tell` is called with the
/// number of deals so far.
async fn write_part(
    store: &dyn Store,
    identity: &Identity,
    folder: &Folder,
    part: Part,
    record: Record,
    mut tell: impl FnMut(u64),
) -> anyhow::Result<Made> {
    let path = folder.prepare(&part)?;
    let mut deals = RowFile::<DealRow>::open(&path.join(DEALS))?;
    let mut decisions = RowFile::<DecisionRow>::open(&path.join(DECISIONS))?;
    let range = range(&part, folder.sort().private);
    let mut names = Names::new(identity, format!("private-{}-{}", part.kind, part.month));
    let (mut after, mut broken, mut count) = (None, 0, 0);
    loop {
        let games = store.deals(&range, after.as_ref(), PAGE).await?;
        let Some(last) = games.last() else { break };
        after = last.finished_at.map(|end| (end, last.row.id.clone()));
        names.look_up(&games, store).await?;
        for game in &games {
            match deals::rows(game, &mut names) {
                Ok((row, rows)) => {
                    deals.add([row]);
                    decisions.add(rows);
                }
                Err(error) => {
                    broken += 1;
                    eprintln!("deal {}: {error:#}", game.row.id);
                }
            }
            count += 1;
        }
        deals.flush()?;
        decisions.flush()?;
        tell(count);
    }
    let (deals, decisions) = (deals.complete()?, decisions.complete()?);
    // Both are whole on the disk before either has its name.
    let (deals, decisions) = (deals.name()?, decisions.name()?);
    Ok(Made { part, record, broken, deals, decisions })
}

/// Writes the files beside the parts, and completes the set.
async fn write_beside(
    store: &dyn Store,
    identity: &Identity,
    folder: &mut Folder,
) -> anyhow::Result<()> {
    let mut files = BTreeMap::new();
    let players = players::write(folder, &folder.at("players.parquet"))?;
    files.insert("players.parquet".to_owned(), players);
    let vectors = vectors::of(store, identity, folder).await?;
    let mut texts = vec![
        ("schema.json", schema::text(folder.sort())?),
        ("test_vectors.json", vectors),
        ("README.md", card::text(folder).into_bytes()),
    ];
    if folder.sort().open {
        texts.push(("LICENSE", card::CC0.as_bytes().to_vec()));
    }
    for (name, text) in texts {
        files.insert(name.to_owned(), write_whole(&folder.at(name), &text)?);
    }
    folder.complete(files)
}
