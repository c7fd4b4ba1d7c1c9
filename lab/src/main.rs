//! `vzetek-lab`: experiments and checks.
#![forbid(unsafe_code)]

mod load;
mod verify;

use std::process::ExitCode;

use clap::Parser;

/// Vzetek's laboratory.
#[derive(Debug, Parser)]
#[command(name = "vzetek-lab", version)]
enum Command {
    /// Check the record of a finished deal: shuffle, rules, result.
    Verify(verify::Args),
    /// See how much a server bears: real sockets, many tables, trivial players.
    Load(Box<load::Args>),
    /// A server that only sends back what it gets; `load` compares with it.
    #[command(hide = true)]
    EchoServer(load::echo::ServerArgs),
}

fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Verify(args) => verify::run(&args),
        Command::Load(args) => load::run(*args).map(|()| ExitCode::SUCCESS),
        Command::EchoServer(args) => load::echo::serve(&args).map(|()| ExitCode::SUCCESS),
    }
}
