//! `vzetek-lab match`: which of two players is stronger, and by how much.
//!
//! Duplicate deals: the same cards are played with every way to seat the two
//! players, so that each holds each hand, and luck with the cards cancels out.

mod arena;
mod report;
mod schedule;
mod tarok;
#[cfg(test)]
mod tests;
mod trset;

use std::str::FromStr;
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use vzetek_search::Limits;
use vzetek_tarok::Contract;

use arena::Arena;

/// A game that can be matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MatchGame {
    /// Slovenian tarok for three.
    Tarok,
    /// Tršet.
    Trset,
    /// Kifameno.
    Kifameno,
}

/// Who meets whom, over what.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The game.
    #[arg(long, value_enum, default_value = "tarok")]
    pub game: MatchGame,

    /// The player whose advantage is measured.
    #[arg(long)]
    pub first: String,

    /// The player it is compared with.
    #[arg(long)]
    pub second: String,

    /// How many deals; each is played once for every way to seat the two.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: u64,

    /// How many deals make an evening. A player that learns from how its deals
    /// went, as the seed study's does, carries that through an evening and
    /// forgets it for the next.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub evening: u64,

    /// The same seed gives the same deals and, unless --time-ms is set, the
    /// same decisions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// Worlds or playouts a decision of either player may take; each player's
    /// own number if absent.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub budget: Option<u64>,

    /// The same for the first player alone.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub first_budget: Option<u64>,

    /// The same for the second player alone.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub second_budget: Option<u64>,

    /// Milliseconds a decision may take at most. Results then depend on the
    /// machine.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub time_ms: Option<u64>,

    /// How many deals are played at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub threads: u8,

    /// The table's options as JSON, as in POST /api/tables.
    #[arg(long)]
    pub options: Option<String>,

    /// Tarok: leave bidding and kontra out and play this contract. The declarer is
    /// the seat whose cards fit it best; for berač, deals in which nobody's do
    /// are passed over.
    #[arg(long)]
    pub contract: Option<Contract>,

    /// How often to say how far it is, in seconds; 0 for never.
    #[arg(long, default_value_t = 20)]
    pub progress_seconds: u64,
}

/// Plays the match and prints what came of it.
///
/// # Errors
/// If there is no such player, or the options are not those of the game.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match args.game {
        MatchGame::Tarok => play(&tarok::Table::new(args)?, args),
        MatchGame::Trset | MatchGame::Kifameno => {
            anyhow::ensure!(args.contract.is_none(), "only tarok has contracts");
            play(&trset::Table::new(args)?, args)
        }
    }
    Ok(())
}

fn play(arena: &impl Arena, args: &Args) {
    let tally = schedule::play(arena, args);
    println!("{}", report::Report { args, tally: &tally });
}

/// A player with what it may spend on a decision.
#[derive(Clone, Debug)]
struct Contestant<P> {
    player: P,
    limits: Limits,
}

/// The first and the second, index 0 and 1.
fn contestants<P>(args: &Args, own: impl Fn(&P) -> Limits) -> anyhow::Result<[Contestant<P>; 2]>
where
    P: FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    let contestant = |name: &str, budget: Option<u64>| {
        let player: P = name.parse().with_context(|| format!("no player {name}"))?;
        let iterations = budget.or(args.budget).or(own(&player).iterations);
        let time = args.time_ms.map(Duration::from_millis);
        anyhow::Ok(Contestant { player, limits: Limits { iterations, time, ..Limits::default() } })
    };
    Ok([contestant(&args.first, args.first_budget)?, contestant(&args.second, args.second_budget)?])
}
