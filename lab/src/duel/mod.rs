//! `vzetek-lab match`: which of two players is stronger, and by how much.
//!
//! Duplicate deals: the same cards are played with every way to seat the two
//! players, so that each holds each hand, and luck with the cards cancels out.

mod exec;
mod report;
mod schedule;
mod sequential;
mod table;
mod tablic;
mod tarok;
pub mod terms;
mod trset;

use std::io::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use clap::ValueEnum;
use serde::de::DeserializeOwned;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use vzetek_baselines::tablic::Player as Tablic;
use vzetek_baselines::tarok::Player as Tarok;
use vzetek_baselines::trset::Player as Trset;
use vzetek_game::explain;
use vzetek_players::trset::opponent_policy::Habits;
use vzetek_tarok::Contract;
use vzetek_trset::Variant;

use crate::journal::{Counting, Journal};
use crate::recorded::hexadecimal;
use crate::standard;

use schedule::Plan;
use table::{Contender, Contest, Table};
use terms::Unit;

/// A game that can be matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MatchGame {
    /// Tršet.
    Trset,
    /// Kifameno.
    Kifameno,
    /// Slovenian tarok for three, or four with a called king.
    Tarok,
    /// Tablić.
    Tablic,
}

/// Goes on with the table of the game that the arguments name.
macro_rules! on_table {
    ($args:expr, |$table:ident| $body:expr) => {
        match $args.game {
            MatchGame::Trset | MatchGame::Kifameno => {
                let $table = &Table::<Trset>::new($args)?;
                $body
            }
            MatchGame::Tarok => {
                let $table = &Table::<Tarok>::new($args)?;
                $body
            }
            MatchGame::Tablic => {
                let $table = &Table::<Tablic>::new($args)?;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests;

/// Arguments of `match`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The player whose advantage is measured, with parameters if it is to be
    /// other than it is: mcts:iterations=10000,c=0.7. An unknown name is
    /// answered with those that there are. A player that is told no limits keeps
    /// its own, its clock among them. "exec:python3 mybot.py" is a program that answers
    /// decision documents (docs/BOTS.md).
    pub first: String,

    /// The player it is compared with.
    pub second: String,

    /// The game.
    #[arg(long, value_enum)]
    pub game: MatchGame,

    /// The number of players; two if absent, three at tarok.
    #[arg(long)]
    pub players: Option<u8>,

    /// The table's options as JSON, as in POST /api/tables, instead of --players.
    #[arg(long, conflicts_with = "players")]
    pub options: Option<String>,

    /// The most deals; each is played once for every way to seat the two.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub deals: u64,

    /// Play all the deals, whether or not the test has decided: for an interval
    /// that means what it says. Whoever stops when one player is ahead finds
    /// the advantage somewhat too large.
    #[arg(long)]
    pub all_deals: bool,

    /// The advantage for which the test looks, against none: in per cent of the
    /// deals won (5 if absent), at tarok in points a deal and seat (3).
    #[arg(long)]
    pub advantage: Option<f64>,

    /// With more than two sides seat the first player alone against others of
    /// the second, and not the other way round too.
    #[arg(long)]
    pub alone: bool,

    /// Tarok for four: seat two of each player, in each of the six ways, instead of
    /// one against three. Who plays with whom is for the called king to say.
    #[arg(long, conflicts_with = "alone")]
    pub pairs: bool,

    /// The time that a program (exec:) has for a decision, in milliseconds; for its first
    /// one ten seconds more. Whoever is later loses the deal.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub exec_time_ms: u64,

    /// The seed of the deals: given again, it gives the same deals and, unless
    /// a player has a clock, the same decisions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,

    /// The number of deals in an evening. A player that learns from its deals,
    /// as lustrek2002 does, and strong when two play tršet or kifameno, carries
    /// that through an evening and forgets it for the next.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub evening: u64,

    /// Tarok: leave bidding and kontra out and play this contract. The declarer is
    /// the seat whose cards fit it best; for berač, deals in which nobody's do
    /// are passed over.
    #[arg(long)]
    pub contract: Option<Contract>,

    /// Let strong know its opponent by these habits, and natural choose by them, instead of
    /// what they were built with; `train habits` makes such a file.
    #[arg(long)]
    pub habits: Option<PathBuf>,

    /// Keep every finished deal in this file, and go on from what is in it.
    #[arg(long)]
    pub journal: Option<PathBuf>,

    /// Go on from a journal that another build of this program has written. That
    /// is right only if the two play the same.
    #[arg(long, requires = "journal")]
    pub adopt: bool,

    /// The number of deals played at a time; one for each core if absent. Fewer
    /// leave more time to players that have a clock.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// The interval between reports of progress, in seconds; 0 for none. On a
    /// terminal a bar shows it all the time.
    #[arg(long, default_value_t = 20)]
    pub progress_seconds: u64,
}

/// Plays the match and prints its report.
///
/// # Errors
/// If there is no such player, the options are not those of the game, or the
/// journal is another experiment's.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let is_tarok = args.game == MatchGame::Tarok;
    ensure!(is_tarok || args.contract.is_none(), "only tarok has contracts");
    if let Some(path) = &args.habits {
        load_habits(path, args)?;
    }
    on_table!(args, |table| play(table, args))
}

/// Lets the players of this program know opponents by the habits in a file.
///
/// # Errors
/// If the file cannot be read, or holds no habits of this game.
fn load_habits(path: &Path, args: &Args) -> anyhow::Result<()> {
    ensure!(args.players.is_none_or(|players| players == 2), "habits are those of two players");
    let shown = path.display();
    let file = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    let (of, _) = Habits::load(&file).with_context(|| {
        format!("no habits in {shown}, which `vzetek-lab train habits` can write")
    })?;
    let (wanted, kind) = match args.game {
        MatchGame::Trset => (Variant::Trset, "trset-2"),
        MatchGame::Kifameno => (Variant::Kifameno, "kifameno-2"),
        MatchGame::Tarok | MatchGame::Tablic => {
            bail!("only tršet and kifameno have habits, and {shown} holds habits of {of:?}")
        }
    };
    ensure!(
        of == wanted,
        "this match takes what `vzetek-lab train habits --kind {kind}` writes, and {shown} holds \
         habits of {of:?}"
    );
    Ok(())
}

fn play<P: Contest>(table: &Table<P>, args: &Args) -> anyhow::Result<()> {
    table.stand_ins().iter().for_each(|told| eprintln!("{told}"));
    let plan = args.plan(table.unit())?;
    let (journal, kept) = match &args.journal {
        None => (None, Vec::new()),
        Some(path) => {
            let counting = if args.adopt { Counting::AnyBuild } else { Counting::SameBuild };
            let (journal, kept) = Journal::open(path, experiment(table, args)?, counting)?;
            (Some(journal), kept)
        }
    };
    let tally = schedule::play(table, &plan, journal, kept)?;
    let (players, unit) = (&table.terms().players, table.unit());
    let stand_ins = &table.stand_ins();
    let report =
        report::Report { players, unit, advantage: plan.advantage, tally: &tally, stand_ins };
    writeln!(standard::output(), "{report}")?;
    Ok(())
}

/// Plays the first deals of a match; returns the iterations of both players,
/// and the score of every seat in every game.
///
/// # Errors
/// As [`run`].
pub fn sample(args: &Args) -> anyhow::Result<(u64, Vec<f64>)> {
    on_table!(args, |table| sum_up(table, args))
}

fn sum_up<P: Contest>(table: &Table<P>, args: &Args) -> anyhow::Result<(u64, Vec<f64>)> {
    let (mut iterations, mut scores, mut memory) = (0, Vec::new(), P::Memory::default());
    for deal in 0..args.deals {
        for seating in table.seatings() {
            let played = table.play(deal, seating, &mut memory)?;
            iterations += played.thinking.iter().map(|thinking| thinking.iterations).sum::<u64>();
            scores.extend(played.scores);
        }
    }
    Ok((iterations, scores))
}

/// All that the deals of a match depend on. Their number and the end of the
/// match are not part of it: a match may be continued.
///
/// # Errors
/// If the file of habits cannot be read.
fn experiment<P: Contest>(table: &Table<P>, args: &Args) -> anyhow::Result<serde_json::Value> {
    let game = args.game.to_possible_value().map(|value| value.get_name().to_owned());
    let mut experiment = json!({
        "experiment": "match",
        "game": game,
        "terms": table.terms(),
        "seatings": table.seatings(),
        "seed": args.seed,
        "evening": table.learns().then_some(args.evening),
        "exec_time_ms": table.has_programs().then_some(args.exec_time_ms),
    });
    if let Some(path) = &args.habits {
        let file =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        experiment["habits"] = json!(hexadecimal(&Sha256::digest(file)));
    }
    Ok(experiment)
}

impl Args {
    fn plan(&self, unit: Unit) -> anyhow::Result<Plan> {
        let usual = match unit {
            Unit::Points => 3.0,
            Unit::Wins(_) => 5.0,
        };
        let advantage = self.advantage.unwrap_or(usual);
        ensure!(advantage.is_finite() && advantage > 0.0, "--advantage must be more than 0");
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        Ok(Plan {
            deals: self.deals,
            evening: self.evening,
            threads: self.threads.map_or_else(cores, usize::from),
            advantage: (!self.all_deals).then_some(advantage),
            progress: (self.progress_seconds > 0)
                .then(|| Duration::from_secs(self.progress_seconds)),
        })
    }

    /// The players, first and second.
    fn contenders<P: Contest>(&self) -> anyhow::Result<[Contender<P>; 2]> {
        let time = Duration::from_millis(self.exec_time_ms);
        let first = Contender::read(&self.first, time).context("the first player")?;
        let second = Contender::read(&self.second, time).context("the second player")?;
        Ok([first, second])
    }

    /// The table's options: those given as JSON, or those that `usual` makes of
    /// the number of players.
    fn table_options<O: DeserializeOwned>(
        &self,
        usual: impl FnOnce(u8) -> anyhow::Result<O>,
    ) -> anyhow::Result<O> {
        match &self.options {
            None => usual(self.players.unwrap_or(2)),
            Some(json) => serde_json::from_str(json)
                .map_err(|error| anyhow!("{json} are no options of the game: {}", explain(error))),
        }
    }
}
