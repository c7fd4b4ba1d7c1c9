//! `vzetek-bot`: plays over the wire like any other client, or answers for one decision.
#![forbid(unsafe_code)]

mod deal;
mod decide;
mod play;

use clap::Parser;

/// Bots for Vzetek.
#[derive(Debug, Parser)]
#[command(name = "vzetek-bot", version)]
enum Command {
    /// Connect to a server and play there, as the house's bots or as one account.
    Play(Box<play::Args>),
    /// Answer decision documents, one JSON object a line.
    Decide(decide::DecideArgs),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Play(args) => play::run(*args),
        Command::Decide(args) => {
            decide::run(&args, std::io::stdin().lock(), std::io::stdout().lock())
        }
    }
}
