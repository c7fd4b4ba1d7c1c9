//! `vzetek-lab`: experiments and checks.
#![forbid(unsafe_code)]
// The output may be piped to a reader that has read enough; see `standard`.
#![deny(clippy::print_stdout)]

mod bench;
mod chaos;
mod conform;
mod destination;
mod duel;
mod estimate;
mod export;
mod fingerprint;
mod habits;
mod journal;
mod load;
mod numbers;
mod paper;
mod populate;
mod probe;
mod progress;
mod recorded;
mod standard;
mod verify;

use std::process::ExitCode;

use clap::Parser;

/// Vzetek's laboratory.
#[derive(Debug, Parser)]
#[command(name = "vzetek-lab", version)]
enum Command {
    /// Check the record of a finished deal: shuffle, rules, result.
    Verify(verify::Args),
    /// Write down every recorded move with what its player knew, for miners.
    Export(export::Args),
    /// Let players play deals, and record them as a server records its own.
    Populate(populate::Args),
    /// Play another program's deals again, and see whether the rules agree.
    Conform(conform::Args),
    /// See how much a server bears: real sockets, many tables, trivial players.
    Load(Box<load::Args>),
    /// Break several servers and what they need at random, and see that nothing is lost.
    Chaos(chaos::Args),
    /// Let two players meet over duplicate deals, and see who is stronger.
    Match(Box<duel::Args>),
    /// See what players make of hands of tarok for four that cannot be lost.
    Probe(probe::Args),
    /// Count what the searches of all games visit: a checksum, always the same.
    Bench,
    /// Do an earlier study's experiment again, and write its table and plot.
    Paper(paper::Args),
    /// Learn again what the players hold as weights.
    #[command(subcommand)]
    Train(Train),
    /// A server that only sends back what it gets; `load` compares with it.
    #[command(hide = true)]
    EchoServer(load::echo::ServerArgs),
}

/// The things that can be learned.
#[derive(Clone, Debug, clap::Subcommand)]
enum Train {
    /// Learn from a record how its players are used to play tršet or kifameno for two,
    /// by their strength.
    Habits(habits::Args),
    #[command(flatten)]
    Weights(vzetek_train::Command),
}

/// The exit status by which a shell reports a program that was ended because the reader of its
/// output has closed it: 128 and the number of SIGPIPE.
const NOBODY_READS: u8 = 141;

fn main() -> anyhow::Result<ExitCode> {
    match run(Command::parse()) {
        Err(error) if standard::nobody_reads(&error) => Ok(ExitCode::from(NOBODY_READS)),
        done => done,
    }
}

fn train(what: &Train, out: &mut impl std::io::Write) -> anyhow::Result<()> {
    match what {
        Train::Habits(args) => habits::run(args, out),
        Train::Weights(what) => what.run(out),
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Verify(args) => verify::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Populate(args) => populate::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Conform(args) => conform::run(&args),
        Command::Load(args) => load::run(*args).map(|()| ExitCode::SUCCESS),
        Command::Chaos(args) => chaos::run(&args),
        Command::Match(args) => duel::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Probe(args) => probe::run(&args),
        Command::Bench => bench::run().map(|()| ExitCode::SUCCESS),
        Command::Paper(args) => paper::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Train(what) => train(&what, &mut standard::output()).map(|()| ExitCode::SUCCESS),
        Command::EchoServer(args) => load::echo::serve(&args).map(|()| ExitCode::SUCCESS),
    }
}
