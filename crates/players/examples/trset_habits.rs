//! Learns how two players of tršet or kifameno are used to play while there is
//! a stock: what their cards tell of the rest of their hands.
//!
//! `cargo run --release -p vzetek-players --example trset_habits`, and once
//! more with `--kifameno --games 4000`, write the files that the crate is built
//! with. Nearly all of the time goes into the games that are learned from, half
//! an hour of one core.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Parser;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use vzetek_baselines::trset::{Spec, decide_as};
use vzetek_game::{Game, HiddenInformation, Observer, Seat};
use vzetek_players::trset::habits::{Gradient, Habit, Moment};
use vzetek_players::trset::{History, Question};
use vzetek_trset::{Action, Options, Trset, Variant};

/// Moments between two steps of the weights.
const BATCH: usize = 64;

/// Each of these games is kept to see how well habits tell what is played.
const EXAMINED: usize = 8;

#[derive(Parser)]
struct Args {
    /// Whether kifameno is learned.
    #[arg(long)]
    kifameno: bool,
    /// One player.
    #[arg(long, default_value = "thesis:iterations=10000")]
    first: Spec,
    /// The other: without habits of its own, so that the same is learned again.
    #[arg(long, default_value = "strong:iterations=1000,infers=no,by-habit=0")]
    second: Spec,
    /// How many games they play.
    #[arg(long, default_value_t = 9_000)]
    games: u64,
    /// How many games are played at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// How often all games are gone through.
    #[arg(long, default_value_t = 10)]
    rounds: usize,
    /// Where the cards played are kept, one game a line. Games that are there
    /// are not played again.
    #[arg(long)]
    record: Option<PathBuf>,
    /// Where the weights are kept; in the crate if not told.
    #[arg(long)]
    file: Option<PathBuf>,
    /// Where the random numbers start.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// How either player played in a game.
type Moments = [Vec<Moment>; 2];

fn main() -> io::Result<()> {
    let args = Args::parse();
    let start = Instant::now();
    let games = games(&args)?;
    println!("{:.0?} {} games", start.elapsed(), games.len());
    let (examined, taught): (Vec<_>, Vec<_>) =
        games.iter().enumerate().partition(|(number, _)| number % EXAMINED == 0);
    let select = |games: &[(usize, &Moments)], who: &[usize]| -> Vec<Moment> {
        games.iter().flat_map(|(_, game)| who.iter().flat_map(|&who| game[who].clone())).collect()
    };
    let mut bytes = Vec::new();
    for (name, who) in [("both", &[0, 1][..]), ("first", &[0]), ("second", &[1])] {
        let habit = learn(&args, select(&taught, who));
        let habit = Habit::read(&habit.to_bytes());
        let [first, second] = [0, 1].map(|who| loss(&habit, &select(&examined, &[who])));
        println!("{:.0?} {name}: log loss {first:.3} {second:.3}", start.elapsed());
        bytes.extend(habit.to_bytes());
    }
    let name = if args.kifameno { "kifameno" } else { "trset" };
    let own = || format!("crates/players/src/trset/habits/{name}.bin").into();
    std::fs::write(args.file.unwrap_or_else(own), bytes)?;
    Ok(())
}

/// What can be learned from that is a choice, the same every time.
fn learn(args: &Args, mut moments: Vec<Moment>) -> Habit {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed);
    let mut habit = Habit::fresh(&mut rng);
    let mut gradient = Gradient::default();
    for round in 0..args.rounds {
        vzetek_game::sharing::shuffle(&mut moments, &mut rng);
        let rate = 0.004 * (1.0 - round as f32 / args.rounds as f32) + 0.000_2;
        for batch in moments.chunks(BATCH) {
            batch.iter().for_each(|moment| gradient.add(&habit, moment));
            gradient.step(&mut habit, rate);
        }
    }
    habit
}

/// The mean log loss of what was played.
fn loss(habit: &Habit, moments: &[Moment]) -> f64 {
    let loss: f64 = moments.iter().map(|moment| -f64::from(habit.chance(moment).ln())).sum();
    loss / moments.len() as f64
}

/// All games, those that are not kept played now.
fn games(args: &Args) -> io::Result<Vec<Moments>> {
    let kept = match &args.record {
        Some(path) if path.exists() => std::fs::read_to_string(path)?,
        _ => String::new(),
    };
    let kept: Vec<&str> = kept.lines().take(args.games as usize).collect();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build();
    let threads = threads.expect("threads");
    let mut games: Vec<(String, Moments)> = Vec::new();
    for (number, line) in kept.iter().enumerate() {
        let mut actions = line.split(' ').map(str::parse);
        let game = Play::new(args, number as u64)
            .finish(|_| actions.next().and_then(Result::ok).expect("the record holds whole games"));
        games.push(game);
    }
    // A batch of games at a time, so that what was played is soon kept.
    for first in (kept.len() as u64..args.games).step_by(100) {
        let numbers = first..args.games.min(first + 100);
        let play = |number| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed ^ number << 20);
            let players = [&args.first, &args.second];
            let play = Play::new(args, number);
            play.finish(|(who, question)| decide_as(players[who], question, &mut rng).action)
        };
        let played: Vec<_> = threads.install(|| numbers.into_par_iter().map(play).collect());
        if let Some(path) = &args.record {
            keep(path, &played)?;
        }
        games.extend(played);
    }
    Ok(games.into_iter().map(|(_, moments)| moments).collect())
}

fn keep(path: &Path, games: &[(String, Moments)]) -> io::Result<()> {
    let mut file = std::fs::File::options().append(true).create(true).open(path)?;
    games.iter().try_for_each(|(line, _)| writeln!(file, "{line}"))
}

/// A game up to where the stock is drawn.
struct Play {
    state: Trset,
    history: History,
    /// Who sits in the first seat.
    swapped: usize,
}

impl Play {
    /// The deal, seats and dealer that belong to a number.
    fn new(args: &Args, number: u64) -> Self {
        let variant = if args.kifameno { Variant::Kifameno } else { Variant::Trset };
        let options = Options::new(variant, 2).expect("two can play");
        let mut pack = <Trset as Game>::pack(&options);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!args.seed ^ number << 20);
        vzetek_game::sharing::shuffle(&mut pack, &mut rng);
        let dealer = Seat::new((number % 2) as u8);
        let state = Trset::deal(&options, dealer, &pack).expect("a whole pack");
        Self { state, history: History::new(), swapped: (number / 2 % 2) as usize }
    }

    /// Plays on; tells what was played, and how each player did.
    fn finish(
        mut self,
        mut choose: impl FnMut((usize, &Question<'_>)) -> Action,
    ) -> (String, Moments) {
        let mut line = Vec::new();
        while let Some(seat) = self.state.current_player()
            && !self.state.stock().is_empty()
        {
            let (view, legal) = (self.state.view(Observer::Seat(seat)), self.state.legal_actions());
            let question = Question::new(&view, &self.history, &legal);
            let action = choose((seat.index() ^ self.swapped, &question));
            line.push(action.to_string());
            for event in self.state.apply(action).expect("players play by the rules") {
                self.history.observe(&event);
            }
        }
        // Nothing is learned from where there was no choice.
        let moments = [0, 1].map(|who| {
            let seat = Seat::new((who ^ self.swapped) as u8);
            let view = self.state.view(Observer::Seat(seat.clockwise(1, 2)));
            let hidden = self.state.hand(seat) - view.known()[seat];
            let moments = Moment::past(&view, &self.history);
            let whole = moments.iter().map(|moment| moment.with(hidden.bits()));
            whole.filter(|moment| moment.legal().count_ones() > 1).collect()
        });
        (line.join(" "), moments)
    }
}
