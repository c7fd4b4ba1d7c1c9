//! `vzetek-lab match`: which of two players is stronger, and by how much.
//!
//! Duplicate deals: the same cards are played with every way to seat the two
//! players, so that each holds each hand, and luck with the cards cancels out.

mod args;
mod exec;
mod report;
mod schedule;
mod sequential;
mod table;
mod tablic;
mod tarok;
pub mod terms;
mod trset;
mod value;

use std::io::Write as _;
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use vzetek_baselines::tablic::Player as Tablic;
use vzetek_baselines::tarok::Player as Tarok;
use vzetek_baselines::trset::Player as Trset;
use vzetek_players::trset::opponent_policy::Habits;
use vzetek_trset::Variant;

use crate::journal::{Counting, Journal};
use crate::recorded::hexadecimal;
use crate::standard;

pub use args::{Args, MatchGame};
use schedule::Plan;
use table::{Contest, Table};
use terms::Unit;

/// Continues with the table of the game that the arguments name.
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
    let report = report::Report {
        players,
        unit,
        advantage: plan.advantage,
        tally: &tally,
        stand_ins,
        has_clock: table.has_clock(),
    };
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

/// Plays the first deal of a match in all its seatings, and returns its fingerprint, which the
/// match's report has; `None` if a clock may decide what is played.
///
/// # Errors
/// As [`run`].
pub fn first(args: &Args) -> anyhow::Result<Option<String>> {
    if let Some(path) = &args.habits {
        load_habits(path, args)?;
    }
    on_table!(args, |table| first_of(table))
}

fn first_of<P: Contest>(table: &Table<P>) -> anyhow::Result<Option<String>> {
    if table.has_clock() {
        return Ok(None);
    }
    let mut memory = P::Memory::default();
    let play =
        |seating: &Vec<terms::Who>| Ok((seating.clone(), table.play(0, seating, &mut memory)?));
    let deal: value::Duplicate =
        table.seatings().iter().map(play).collect::<anyhow::Result<_>>()?;
    Ok(Some(value::outcome(&deal)))
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
}
