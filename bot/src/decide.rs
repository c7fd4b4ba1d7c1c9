//! `vzetek-bot decide`: one decision for each JSON document on the input.

use std::io::{BufRead, Write};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use vzetek_players::trset::{Level, Limits, Player, Service};

/// A game whose decision documents are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecideGame {
    /// Tršet and kifameno for two players.
    Trset,
}

/// Reads decision documents, one JSON object a line, and answers each with
/// one line, until the input ends.
#[derive(Args, Clone, Debug)]
pub struct DecideArgs {
    /// The game the documents are about.
    #[arg(long, value_enum)]
    pub game: DecideGame,

    /// Playouts a decision may take; set it when answers must be reproducible.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: Option<u64>,

    /// Milliseconds a decision may take; set it when somebody is waiting.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub time_ms: Option<u64>,

    /// Where the random numbers start; change it to see how firm an answer is.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// How strong the answers should be: gentle, easy, medium or strong.
    #[arg(long, conflicts_with = "player")]
    pub level: Option<Level>,

    /// A player by name, such as thesis; for experiments.
    #[arg(long)]
    pub player: Option<Player>,
}

/// Answers until the input ends.
///
/// # Errors
/// If the input cannot be read or the output cannot be written. A bad document
/// is no error: its line is answered with what is wrong.
pub fn run(args: DecideArgs, input: impl BufRead, output: impl Write) -> anyhow::Result<()> {
    let DecideGame::Trset = args.game;
    let player = args.player.unwrap_or_else(|| args.level.unwrap_or_default().into());
    let limits = Limits {
        iterations: args.iterations,
        time: args.time_ms.map(Duration::from_millis),
        ..Limits::default()
    };
    let service = Service { player, limits, seed: args.seed };
    service.serve(input, output).context("answering decision documents")
}
