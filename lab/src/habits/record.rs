//! The players, results and decisions of a record.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context as _, bail};
use vzetek_game::{Game as _, HiddenInformation as _, Observer, Seat};
use vzetek_players::trset::opponent_policy::{EndingChoice, Habits, Observation, Source, merits};
use vzetek_players::trset::{Ending, Situation};
use vzetek_protocol::GameOptions;
use vzetek_store::{AccountKind, GamePlayerRow, StoredGame};
use vzetek_trset::{Action, CardSet, Options, Trset};

use super::args::From;
use super::ratings::{Meeting, ratings};
use crate::recorded;

/// One deal in `EXAMINED` is set apart to see how well the habits predict the cards played.
const EXAMINED: usize = 8;

/// The step to which strengths are rounded, and the most that one may be.
const STEP: f64 = 0.25;
const MOST: f64 = 3.0;

/// People within `AVERAGE` points of the average decision's player are called average.
const AVERAGE: f64 = 100.0;

/// A card that was played where another could have been.
#[derive(Clone, Debug)]
pub enum Choice {
    /// While there was a stock.
    Card(Observation),
    /// Once nothing was hidden.
    Ending(EndingChoice),
}

/// A choice, and whose it was.
#[derive(Clone, Debug)]
pub struct Told {
    pub choice: Choice,
    /// The player's strength, in units of [`Habits::UNIT`].
    pub strength: f32,
    /// The player's number.
    pub player: usize,
    /// The row of the page that it belongs to.
    pub label: String,
    /// The player's rating, above the average decision's player.
    pub rating: f64,
    /// True if it is set apart, and not learned from.
    pub is_examined: bool,
}

/// A player.
#[derive(Clone, Debug)]
struct Player {
    number: usize,
    /// A bot's level, or its name.
    level: Option<String>,
}

/// The players, results and decisions that were read.
#[derive(Debug)]
pub struct Record {
    kifameno: bool,
    /// By account.
    players: BTreeMap<String, Player>,
    meetings: Vec<Meeting>,
    /// By deal's id, the player of each seat and what they did.
    deals: BTreeMap<String, [(usize, Vec<Choice>); 2]>,
}

impl Record {
    /// A record of which nothing was read.
    pub const fn new(kifameno: bool) -> Self {
        Self { kifameno, players: BTreeMap::new(), meetings: Vec::new(), deals: BTreeMap::new() }
    }

    /// Takes a finished deal. From a seat that others played for there is nothing to
    /// learn.
    ///
    /// # Errors
    /// If it cannot be played again.
    pub fn add(&mut self, game: &StoredGame) -> anyhow::Result<()> {
        let choices = choices(game, &options(game)?, self.kifameno)?;
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
        let mut seats = choices
            .into_iter()
            .zip(rows)
            .map(|(choices, row)| if is_own(row) { choices } else { Vec::new() });
        let seats = numbers.map(|number| (number, seats.next().unwrap_or_default()));
        self.deals.insert(game.row.id.clone(), seats);
        Ok(())
    }

    fn number(&mut self, row: &GamePlayerRow) -> usize {
        let level = || row.level.clone().unwrap_or_else(|| row.name.clone());
        let number = self.players.len();
        let player = || Player { number, level: (row.kind == AccountKind::Bot).then(level) };
        self.players.entry(row.account.clone()).or_insert_with(player).number
    }

    /// By number, true for people.
    fn people(&self) -> Vec<bool> {
        let mut people = vec![false; self.players.len()];
        for player in self.players.values() {
            people[player.number] = player.level.is_none();
        }
        people
    }

    /// Returns the number of people with at least `decisions` decisions.
    pub fn people_with(&self, decisions: usize) -> usize {
        let mut made = vec![0; self.players.len()];
        for (player, choices) in self.deals.values().flatten() {
            made[*player] += choices.len();
        }
        let people = self.people().into_iter().zip(made);
        people.filter(|&(is_person, made)| is_person && made >= decisions).count()
    }

    /// Returns those from whom was learned, and how much; the checksum is left out.
    pub fn source(&self, from: From, told: &[Told]) -> Source {
        let taught = || told.iter().filter(|told| !told.is_examined);
        let players: BTreeSet<usize> = taught().map(|told| told.player).collect();
        let people = self.people();
        let count = |is_person| {
            let those = players.iter().filter(|&&player| people[player] == is_person);
            if from.includes(is_person) { those.count() as u32 } else { 0 }
        };
        Source {
            people: count(true),
            bots: count(false),
            decisions: taught().count() as u64,
            checksum: [0; 32],
        }
    }

    /// Returns the ids of the deals that are set apart.
    pub fn examined(&self) -> BTreeSet<&str> {
        self.deals.keys().step_by(EXAMINED).map(String::as_str).collect()
    }

    /// Returns the number of an account that was read.
    pub fn player(&self, account: &str) -> Option<usize> {
        self.players.get(account).map(|player| player.number)
    }

    /// The choices of the people learned from, in the order of the deals' ids, with each
    /// player's strength.
    pub fn told(&self, from: From) -> Vec<Told> {
        let ratings = ratings(&self.meetings, self.players.len());
        let people = self.people();
        let levels: HashMap<usize, &Option<String>> =
            self.players.values().map(|player| (player.number, &player.level)).collect();
        let wanted = |&&(player, _): &&(usize, Vec<Choice>)| from.includes(people[player]);
        let seats = || self.deals.values().flatten().filter(wanted);
        let count: usize = seats().map(|(_, choices)| choices.len()).sum();
        let sum: f64 =
            seats().map(|(player, choices)| ratings[*player] * choices.len() as f64).sum();
        let average = sum / count.max(1) as f64;
        let mut all = Vec::with_capacity(count);
        for (at, deal) in self.deals.values().enumerate() {
            for (player, choices) in deal.iter().filter(wanted) {
                let rating = ratings[*player] - average;
                let strength = (rating / Habits::UNIT / STEP).round() * STEP;
                let strength = strength.clamp(-MOST, MOST) as f32;
                let label = levels[player].clone().unwrap_or_else(|| band(rating).to_owned());
                all.extend(choices.iter().map(|choice| Told {
                    choice: choice.clone(),
                    strength,
                    player: *player,
                    label: label.clone(),
                    rating,
                    is_examined: at.is_multiple_of(EXAMINED),
                }));
            }
        }
        all
    }
}

/// The row of people of this rating.
fn band(rating: f64) -> &'static str {
    if rating < -AVERAGE {
        "people, weaker"
    } else if rating > AVERAGE {
        "people, stronger"
    } else {
        "people, average"
    }
}

/// Returns the options of a deal of tršet or kifameno.
///
/// # Errors
/// If it is of another game.
pub fn options(game: &StoredGame) -> anyhow::Result<Options> {
    let options: GameOptions =
        serde_json::from_value(game.row.options.clone()).context("its options cannot be read")?;
    let GameOptions::Trset(options) = options else { bail!("it is of another game") };
    Ok(options)
}

/// True if the player has played the whole deal.
pub fn is_own(row: &GamePlayerRow) -> bool {
    row.moves.is_some_and(|(own, all)| own == all)
}

/// The choices of each seat, where there was one.
fn choices(
    game: &StoredGame,
    options: &Options,
    kifameno: bool,
) -> anyhow::Result<[Vec<Choice>; 2]> {
    let mut endings = [Vec::new(), Vec::new()];
    let mut solver = Ending::new(kifameno);
    let play = recorded::replay::<Trset>(game, options, |play, seat, _, action| {
        let Action::Play(card) = action else { return Ok(()) };
        if !play.state.stock().is_empty() || play.state.legal_actions().len() < 2 {
            return Ok(());
        }
        let world = play.ask(|question| {
            Situation::new(question.view, question.history, &question.carried).certain()
        });
        let world = world.context("nothing is hidden without a stock")?;
        let merits = merits(&world, &mut solver);
        let bit = CardSet::from_iter([*card]).bits();
        let played = merits.iter().position(|&(number, _)| bit >> number & 1 == 1);
        endings[seat.index()].push(Choice::Ending(EndingChoice {
            played: played.context("the card may be played")?,
            merits: merits.into_iter().map(|(_, merit)| merit).collect(),
        }));
        Ok(())
    })?
    .play;
    let mut endings = endings.into_iter();
    Ok([0, 1].map(|seat| {
        let other = Seat::new(seat).clockwise(1, 2);
        let view = play.state.view(Observer::Seat(other));
        let past = Observation::past(&view, &play.histories[other.index()]);
        let chosen = past.into_iter().filter(|seen| seen.legal().count_ones() > 1);
        chosen.map(Choice::Card).chain(endings.next().unwrap_or_default()).collect()
    }))
}
