//! `vzetek-lab conform`: whether our rules agree with another program's deals.

mod input;

use std::io::{BufRead, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::ValueEnum;
use vzetek_game::conform::{ConformError, Counts, replay};

use crate::standard;

/// Arguments of `conform`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The rules that the deals were played by.
    #[arg(value_enum)]
    pub game: Game,

    /// Files with one deal a line, as JSON, also packed by gzip; - for the
    /// standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// A game of which other programs' deals can be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Game {
    /// Tarok for three or four; see `vzetek_tarok::conform` for the form of a deal.
    Tarok,
    /// Tablić; see `vzetek_tablic::conform` for the form of a deal.
    Tablic,
}

impl Game {
    fn replay(self, lines: impl BufRead) -> Result<Counts, ConformError> {
        match self {
            Self::Tarok => replay::<vzetek_tarok::conform::Deal>(lines),
            Self::Tablic => replay::<vzetek_tablic::conform::Deal>(lines),
        }
    }
}

/// Plays every deal of the files again and says how far the programs agree.
/// The exit status is 1 if they do not.
///
/// # Errors
/// If a file cannot be read or holds something else.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (mut deals, mut plays, mut mismatches) = (0, 0, 0);
    for file in &args.files {
        let name = file.display();
        let lines = input::open(file).with_context(|| format!("cannot read {name}"))?;
        let counts = args.game.replay(lines).with_context(|| name.to_string())?;
        ensure!(counts.deals > 0, "{name}: there is no deal in it");
        if let Some(first) = &counts.first {
            eprintln!("{name}: {first}");
        }
        deals += counts.deals;
        plays += counts.plays;
        mismatches += counts.mismatches;
    }
    writeln!(standard::output(), "{deals} deals, {plays} plays, {mismatches} mismatches")?;
    Ok(if mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
