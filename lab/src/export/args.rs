//! Arguments of `export`.

use std::path::PathBuf;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use vzetek_protocol::{GameOptions, Kind};

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
    /// Deals of private tables, too. They are numbered (private-1) instead
    /// of carrying the ids that would open them on the site.
    #[arg(long)]
    pub private: bool,
    /// With --format parquet, a set that may be given away: no private tables,
    /// nothing of this month and the last, accounts as hashes, no names.
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

/// The message for a record without anything that was asked for.
pub fn none_found(args: &Args) -> String {
    let of = args.kind.as_ref().map_or_else(String::new, |kind| format!(" of {kind}"));
    let by = args.player.as_ref().map_or_else(String::new, |id| format!(" of the player {id}"));
    let asked = if args.from.or(args.until).is_some() { " in that time" } else { "" };
    format!("there are no finished deals{of}{by}{asked}")
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
pub(super) fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    if let Ok(day) = text.parse::<NaiveDate>() {
        return Ok(day.and_time(NaiveTime::MIN).and_utc());
    }
    DateTime::parse_from_rfc3339(text)
        .map(|at| at.to_utc())
        .map_err(|_| "write a day as 2026-11-21 or a time as 2026-11-21T18:00:00Z".to_owned())
}
