//! Games to learn from: the cards that two players played while there was a stock.

use std::io::{self, Write};
use std::path::Path;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use vzetek_baselines::decide_as;
use vzetek_game::{Game as _, HiddenInformation, Observer, Seat, sharing};
use vzetek_players::Play;
use vzetek_players::trset::Question;
use vzetek_players::trset::opponent_policy::Observation;
use vzetek_trset::{Action, Options, Trset, Variant};

use super::opponent_args::Args;

/// The observations of either player in a game.
pub type Observations = [Vec<Observation>; 2];

/// Returns all games; those that are not stored are played now.
pub fn games(args: &Args) -> io::Result<Vec<Observations>> {
    let kept = match &args.record {
        Some(path) if path.exists() => std::fs::read_to_string(path)?,
        _ => String::new(),
    };
    let kept: Vec<&str> = kept.lines().take(args.games as usize).collect();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads).build();
    let threads = threads.expect("threads");
    let mut games: Vec<(String, Observations)> = Vec::new();
    for (number, line) in kept.iter().enumerate() {
        let mut actions = line.split(' ').map(str::parse);
        let game = Game::new(args, number as u64)
            .finish(|_| actions.next().and_then(Result::ok).expect("the record holds whole games"));
        games.push(game);
    }
    // A batch of games at a time, so that what was played is soon stored.
    for first in (kept.len() as u64..args.games).step_by(100) {
        let numbers = first..args.games.min(first + 100);
        let play = |number| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed ^ number << 20);
            let players = [&args.first, &args.second];
            let game = Game::new(args, number);
            game.finish(|(who, question)| decide_as(players[who], &(), question, &mut rng).action)
        };
        let played: Vec<_> = threads.install(|| numbers.into_par_iter().map(play).collect());
        if let Some(path) = &args.record {
            keep(path, &played)?;
        }
        games.extend(played);
    }
    Ok(games.into_iter().map(|(_, observations)| observations).collect())
}

fn keep(path: &Path, games: &[(String, Observations)]) -> io::Result<()> {
    let mut file = std::fs::File::options().append(true).create(true).open(path)?;
    games.iter().try_for_each(|(line, _)| writeln!(file, "{line}"))
}

/// A game up to where the stock is drawn.
struct Game {
    play: Play<Trset>,
    /// The index of the player in the first seat.
    swapped: usize,
}

impl Game {
    /// The deal, seats and dealer that belong to a number.
    fn new(args: &Args, number: u64) -> Self {
        let variant = if args.kifameno { Variant::Kifameno } else { Variant::Trset };
        let options = Options::new(variant, 2).expect("two can play");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(!args.seed ^ number << 20);
        let state = sharing::deal(&options, Seat::new((number % 2) as u8), &mut rng);
        Self { play: Play::new(state), swapped: (number / 2 % 2) as usize }
    }

    /// Plays on. Returns the actions, and the observations of each player.
    fn finish(
        mut self,
        mut choose: impl FnMut((usize, &Question<'_>)) -> Action,
    ) -> (String, Observations) {
        let mut line = Vec::new();
        while let Some(seat) = self.play.state.current_player()
            && !self.play.state.stock().is_empty()
        {
            let who = seat.index() ^ self.swapped;
            let action = self.play.ask(|question| choose((who, &question)));
            line.push(action.to_string());
            self.play.act(action);
        }
        // Nothing is learned from where there was no choice.
        let observations = [0, 1].map(|who| {
            let seat = Seat::new((who ^ self.swapped) as u8);
            let (state, other) = (&self.play.state, seat.clockwise(1, 2));
            let view = state.view(Observer::Seat(other));
            let hidden = state.hand(seat) - view.table.known[seat];
            let observations = Observation::past(&view, &self.play.histories[other.index()]);
            let whole = observations.iter().map(|observation| observation.with(hidden.bits()));
            whole.filter(|observation| observation.legal().count_ones() > 1).collect()
        });
        (line.join(" "), observations)
    }
}
