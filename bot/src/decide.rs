//! `vzetek-bot decide`: one decision for each JSON document on the input.

use std::io::{BufRead, ErrorKind, Write};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use vzetek_baselines::{Tunable, serve, tablic, trset};
use vzetek_game::Level;
use vzetek_players::Limits;

/// A game whose decision documents are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecideGame {
    /// Tršet and kifameno for two players.
    Trset,
    /// Tablić.
    Tablic,
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

    /// The seed of the random numbers; change it to see how firm an answer is.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// The level of the answers, such as strong.
    #[arg(long, conflicts_with = "player")]
    pub level: Option<Level>,

    /// A player by name, such as thesis or minimax; for experiments.
    #[arg(long)]
    pub player: Option<String>,
}

impl DecideArgs {
    /// Returns the player that is asked for.
    fn player<P: Tunable>(&self) -> anyhow::Result<P> {
        match &self.player {
            Some(name) => Ok(name.parse()?),
            None => Ok(P::of_level(self.level.unwrap_or_default())),
        }
    }
}

/// Answers until the input ends.
///
/// # Errors
/// If the game has no such player, the input cannot be read or the output
/// cannot be written. A bad document is no error: its line is answered with
/// what is wrong. A closed pipe behind the output is none either.
pub fn run(args: &DecideArgs, input: impl BufRead, output: impl Write) -> anyhow::Result<()> {
    let seed = args.seed;
    let limits = Limits {
        iterations: args.iterations,
        time: args.time_ms.map(Duration::from_millis),
        ..Limits::default()
    };
    let answered = match args.game {
        DecideGame::Trset => serve(args.player::<trset::Player>()?, &limits, seed, input, output),
        DecideGame::Tablic => serve(args.player::<tablic::Player>()?, &limits, seed, input, output),
    };
    match answered {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done.context("answering decision documents"),
    }
}
