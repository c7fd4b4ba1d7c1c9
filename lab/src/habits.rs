//! `vzetek-lab train habits`: how the players of a record are used to play tršet or
//! kifameno for two, by their strength.

mod ratings;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, bail, ensure};
use vzetek_game::{HiddenInformation as _, Observer, Seat};
use vzetek_players::trset::opponent_policy::{Habits, Observation, OpponentPolicy};
use vzetek_protocol::GameOptions;
use vzetek_store::{AccountKind, GamePlayerRow, StoredGame};
use vzetek_train::trset::habits::{Lesson, learn};
use vzetek_trset::{Options, Trset};

use crate::numbers::thousands;
use crate::recorded::{self, Reading};
use ratings::{Meeting, ratings};

/// One of so many deals is kept to see how well the habits tell what is played.
const EXAMINED: usize = 8;

/// The step to which strengths are rounded, and the most that one may be.
const STEP: f64 = 0.25;
const MOST: f64 = 3.0;

/// The least number of decisions to learn from: with fewer weights mean nothing.
const LEAST: usize = 1_000;

/// Arguments of `train habits`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The database: sqlite:PATH or postgres://… It is only read.
    #[arg(long, env = "VZETEK_DATABASE")]
    pub database: String,

    /// Tršet or kifameno, for two.
    #[arg(long, default_value = "trset-2", value_parser = ["trset-2", "kifameno-2"])]
    pub kind: String,

    /// The file of the habits, for `--habits` of match and of vzetek-bot.
    #[arg(long)]
    pub file: PathBuf,

    /// Write what came of it to this page, in Markdown.
    #[arg(long)]
    pub page: Option<PathBuf>,

    /// The number of times all deals are gone through.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub rounds: u16,

    /// The seed of the learning.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Learns, and tells how well on `out`.
///
/// # Errors
/// If the database cannot be read, holds too few decisions, or a file cannot be
/// written.
pub fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let kifameno = args.kind == "kifameno-2";
    let mut record = Record::default();
    let reading = recorded::read(&args.database, &args.kind, |game| record.add(game))?;
    for broken in &reading.broken {
        eprintln!("left out: {broken}");
    }
    let lessons = record.lessons();
    let count = lessons.iter().filter(|lesson| !lesson.is_examined).count();
    ensure!(
        count >= LEAST,
        "{} deals of {} hold {count} decisions to learn from; {LEAST} are needed at least, and \
         some 100,000 to learn well",
        reading.deals,
        args.kind
    );
    let taught = |lesson: &&Told| !lesson.is_examined;
    let taught: Vec<Lesson> = lessons.iter().filter(taught).map(|told| told.lesson).collect();
    let [all, by_strength] =
        [false, true].map(|by_strength| learn(&taught, args.rounds.into(), by_strength, args.seed));
    std::fs::write(&args.file, by_strength.write(kifameno))
        .with_context(|| format!("cannot write {}", args.file.display()))?;
    let own = &OpponentPolicy::learned(kifameno)[0];
    let text = page(args, reading, &record, &lessons, &Policies { own, all, by_strength });
    write!(out, "{text}")?;
    if let Some(path) = &args.page {
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// All that is compared.
struct Policies<'a> {
    own: &'a OpponentPolicy,
    all: Habits,
    by_strength: Habits,
}

/// The players, results and decisions that were read.
#[derive(Default)]
struct Record {
    /// By account, the player's number and label.
    players: BTreeMap<String, (usize, String)>,
    meetings: Vec<Meeting>,
    /// By deal's id, the player of each seat and what they did.
    deals: BTreeMap<String, [(usize, Vec<Observation>); 2]>,
}

/// A lesson, and what the page tells of it.
struct Told {
    lesson: Lesson,
    label: String,
    rating: f64,
    is_examined: bool,
}

impl Record {
    /// Takes a finished deal. From a seat that others played for there is nothing to
    /// learn.
    fn add(&mut self, game: &StoredGame) -> anyhow::Result<()> {
        let options: GameOptions = serde_json::from_value(game.row.options.clone())
            .context("its options cannot be read")?;
        let GameOptions::Trset(options) = options else { bail!("it is of another game") };
        let observations = observations(game, &options)?;
        let rows: [&GamePlayerRow; 2] = [&game.row.players[0], &game.row.players[1]];
        let numbers = rows.map(|row| self.number(row));
        if rows.iter().all(|row| row.forfeited == Some(false)) {
            let share = match rows.map(|row| row.won == Some(true)) {
                [true, false] => 1.0,
                [false, true] => 0.0,
                _ => 0.5,
            };
            self.meetings.push(Meeting { players: numbers, won: share });
        }
        let mut seats = observations.into_iter().zip(rows).map(|(observations, row)| {
            let is_own = row.moves.is_some_and(|(own, all)| own == all);
            if is_own { observations } else { Vec::new() }
        });
        let seats = numbers.map(|number| (number, seats.next().unwrap_or_default()));
        self.deals.insert(game.row.id.clone(), seats);
        Ok(())
    }

    fn number(&mut self, row: &GamePlayerRow) -> usize {
        let label = match row.kind {
            AccountKind::Bot => row.level.clone().unwrap_or_else(|| row.name.clone()),
            _ => "people".to_owned(),
        };
        let next = self.players.len();
        self.players.entry(row.account.clone()).or_insert((next, label)).0
    }

    /// The lessons in the order of the deals' ids, with everybody's strength.
    fn lessons(&self) -> Vec<Told> {
        let ratings = ratings(&self.meetings, self.players.len());
        let labels: BTreeMap<usize, &String> =
            self.players.values().map(|(number, label)| (*number, label)).collect();
        let decisions = || self.deals.values().flatten();
        let count: usize = decisions().map(|(_, observations)| observations.len()).sum();
        let sum: f64 =
            decisions().map(|(who, observations)| ratings[*who] * observations.len() as f64).sum();
        let average = sum / count.max(1) as f64;
        let told = |(at, seats): (usize, &[(usize, Vec<Observation>); 2])| {
            let mut lessons = Vec::new();
            for (who, observations) in seats {
                let rating = ratings[*who] - average;
                let strength = (rating / Habits::UNIT / STEP).round() * STEP;
                let strength = strength.clamp(-MOST, MOST) as f32;
                lessons.extend(observations.iter().map(|&observation| Told {
                    lesson: Lesson { observation, strength },
                    label: labels[who].clone(),
                    rating,
                    is_examined: at.is_multiple_of(EXAMINED),
                }));
            }
            lessons
        };
        self.deals.values().enumerate().flat_map(told).collect()
    }
}

/// The decisions of each seat while there was a stock, where there was a choice.
fn observations(game: &StoredGame, options: &Options) -> anyhow::Result<[Vec<Observation>; 2]> {
    let play = recorded::replay::<Trset>(game, options, |_, _, _, _| Ok(()))?.play;
    Ok([0, 1].map(|seat| {
        let other = Seat::new(seat).clockwise(1, 2);
        let view = play.state.view(Observer::Seat(other));
        let past = Observation::past(&view, &play.histories[other.index()]);
        past.into_iter().filter(|seen| seen.legal().count_ones() > 1).collect()
    }))
}

/// Sums over decisions of one label.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    count: f64,
    rating: f64,
    /// Log losses: even, by the program's own policy, by habits of all, and by strength.
    losses: [f64; 4],
    /// The decisions in which the likeliest card was played: by the own policy, of all, by strength.
    matched: [f64; 3],
}

impl Sums {
    fn add(&mut self, told: &Told, policies: &Policies<'_>) {
        let Lesson { observation, strength } = told.lesson;
        let strong = policies.by_strength.at(strength);
        let three = [policies.own, &policies.all.average, &strong];
        self.count += 1.0;
        self.rating += told.rating;
        self.losses[0] += f64::from(observation.legal().count_ones()).ln();
        for (at, policy) in three.into_iter().enumerate() {
            self.losses[at + 1] -= f64::from(policy.chance(&observation)).ln();
            self.matched[at] +=
                f64::from(u8::from(policy.likeliest(&observation) == observation.card));
        }
    }

    fn row(&self, label: &str) -> String {
        let mut row =
            format!("| {label} | {:+.0} | {} |", self.rating / self.count, thousands(self.count));
        for loss in self.losses {
            let _ = write!(row, " {:.3} |", loss / self.count);
        }
        for matched in self.matched {
            let _ = write!(row, " {:.1}% |", 100.0 * matched / self.count);
        }
        row
    }
}

/// The page: how well the habits tell what is played in deals they were not learned
/// from.
fn page(
    args: &Args,
    reading: Reading,
    record: &Record,
    lessons: &[Told],
    policies: &Policies<'_>,
) -> String {
    let mut sums: BTreeMap<&str, Sums> = BTreeMap::new();
    let mut all = Sums::default();
    for told in lessons.iter().filter(|told| told.is_examined) {
        sums.entry(&told.label).or_default().add(told, policies);
        all.add(told, policies);
    }
    let mut rows: Vec<(&str, Sums)> = sums.into_iter().collect();
    rows.sort_by(|(_, a), (_, b)| (a.rating / a.count).total_cmp(&(b.rating / b.count)));
    rows.push(("all", all));
    let rows: Vec<String> = rows.iter().map(|(label, sums)| sums.row(label)).collect();
    let taught = lessons.iter().filter(|told| !told.is_examined).count();
    format!(
        "# Habits learned from a record: {kind}\n\n\
         *Made by `vzetek-lab train habits --kind {kind} --rounds {rounds} --seed {seed}` on {day}.* \
         Learned from {taught} decisions in {deals} deals of {players} players, with the checksum\n\
         `{checksum}`.\n\n\
         One deal of {EXAMINED} was kept apart; the figures are of those. A decision is a card played \
         while there was a stock and another card could have been. The rating comes from the \
         record's results alone, in Elo's points above the average decision's player. Log loss is \
         the mean of −ln of the chance that was given to the card played; *own* is the policy that \
         the program was built with, *all* one policy learned from everybody in the record, *by \
         strength* the habits, with the rating as a trait. A card is matched if it is the one to \
         which the most was given.\n\n\
         | player | rating | decisions | loss: even | own | all | by strength | matched: own | all \
         | by strength |\n|---|---|---|---|---|---|---|---|---|---|\n{rows}\n",
        kind = args.kind,
        rounds = args.rounds,
        seed = args.seed,
        day = chrono::Utc::now().format("%Y-%m-%d"),
        taught = thousands(taught as f64),
        deals = thousands(reading.deals as f64),
        players = record.players.len(),
        checksum = reading.checksum(),
        rows = rows.join("\n"),
    )
}
