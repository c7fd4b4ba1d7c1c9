//! Learns what a player's chances rest on: plays games of a player against
//! itself, and fits the winner by logistic regression whenever a round is over,
//! for each number of cards that are still to be played.

use std::collections::BTreeMap;
use std::io::Write;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use vzetek_baselines::decide;
use vzetek_baselines::tablic::Player;
use vzetek_game::{Game, Seat, sharing};
use vzetek_players::{Limits, Play};
use vzetek_tablic::{Event, Options, Table, Tablic, points};

/// The player, and the number of games.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The player of all seats.
    #[arg(long, default_value = "minimax")]
    player: Player,
    /// The number of games.
    #[arg(long, default_value_t = 4_000)]
    games: u64,
    /// The number of players: 2, 3, 4, 6, 8, 12, 16, 24 or 48.
    #[arg(long, default_value_t = 2)]
    players: u8,
    /// The number of games played at a time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// The names of the features.
const NAMES: [&str; 7] = [
    "points ahead",
    "cards ahead",
    "turn",
    "turn x table points",
    "turn x table cards",
    "last",
    "hand points ahead",
];

/// A seat between two rounds, and the part of the game that it won in the end.
#[derive(Clone, Copy)]
struct Row {
    /// Cards in hands and deck.
    to_come: u8,
    features: [f64; NAMES.len()],
    won: f64,
}

impl Args {
    /// Plays, and prints the weights for each number of cards to come.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let options = Options::new(self.players)?;
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let rows: Vec<Row> = threads.install(|| {
            let games = (0..self.games).into_par_iter();
            games.flat_map_iter(|game| play(self, &options, game)).collect()
        });
        let mut by_cards: BTreeMap<u8, Vec<Row>> = BTreeMap::new();
        rows.into_iter().for_each(|row| by_cards.entry(row.to_come).or_default().push(row));
        writeln!(
            out,
            "{} games of {} {} players; {NAMES:?}",
            self.games, self.players, self.player
        )?;
        for (cards, rows) in by_cards {
            let (weights, loss) = fit(&rows);
            let weights: Vec<String> =
                weights.iter().map(|weight| format!("{weight:+.3}")).collect();
            writeln!(out, "{cards} cards to come: {}, log loss {loss:.4}", weights.join(", "))?;
        }
        Ok(())
    }
}

fn play(args: &Args, options: &Options, game: u64) -> Vec<Row> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game ^ 0x000f_17ed);
    let mut play = Play::<Tablic>::new(sharing::deal(options, Seat::new(0), &mut rng));
    let mut rows: Vec<(Seat, Row)> = Vec::new();
    while !play.state.is_terminal() {
        let limits = Limits::default();
        let decision = play.ask(|question| decide(args.player, &question, &limits, &mut rng));
        let deck = play.state.table().deck;
        let events = play.act(decision.action);
        let state = &play.state;
        let dealt = events.iter().any(|event| matches!(event, Event::Dealt { .. }));
        if !state.is_terminal() && state.current_player() == Some(state.table().forehand()) {
            let in_hands: u8 = if dealt { 0 } else { state.table().hand_sizes.iter().sum() };
            rows.extend(Seat::all(options.seats()).map(|seat| {
                // Hands that were dealt just now are not known before.
                let hands = if dealt { 0.0 } else { ahead_in_hand(state, seat) };
                let features = features(state.table(), seat, hands);
                (seat, Row { to_come: deck + in_hands, features, won: 0.0 })
            }));
        }
    }
    let result = play.state.result().expect("the deal is over");
    let winners = result.seats.iter().filter(|made| made.won).count() as f64;
    rows.into_iter()
        .map(|(seat, row)| Row {
            won: f64::from(u8::from(result.seats[seat].won)) / winners,
            ..row
        })
        .collect()
}

fn features(table: &Table, seat: Seat, hands: f64) -> [f64; NAMES.len()] {
    let ahead = |value: &dyn Fn(Seat) -> f64| {
        let others = Seat::all(table.piles.len()).filter(|&other| other != seat);
        value(seat) - others.map(value).fold(0.0, f64::max)
    };
    let others = table.piles.len() as f64 - 1.0;
    let turn = if table.to_play() == Some(seat) { 1.0 } else { -1.0 / others };
    [
        ahead(&|seat| f64::from(points(table.piles[seat]) + table.tablas[seat])),
        ahead(&|seat| table.piles[seat].len() as f64),
        turn,
        turn * f64::from(points(table.cards)),
        turn * table.cards.len() as f64,
        if table.last_capture == Some(seat) { 1.0 } else { -1.0 / others },
        hands,
    ]
}

/// Returns the points by which the hand is ahead of the mean of the others.
fn ahead_in_hand(state: &Tablic, seat: Seat) -> f64 {
    let seats = state.table().piles.len();
    let worth = |seat| f64::from(points(state.hand(seat)));
    let others = Seat::all(seats).filter(|&other| other != seat).map(worth).sum::<f64>();
    worth(seat) - others / (seats as f64 - 1.0)
}

/// Returns the weights of a logistic regression by gradient descent, a constant
/// as the last, and the mean loss with them.
fn fit(rows: &[Row]) -> ([f64; NAMES.len() + 1], f64) {
    let mut weights = [0.0; NAMES.len() + 1];
    let with_one = |row: &Row| {
        let mut inputs = [1.0; NAMES.len() + 1];
        inputs[..NAMES.len()].copy_from_slice(&row.features);
        inputs
    };
    let chance = |weights: &[f64; NAMES.len() + 1], inputs: &[f64; NAMES.len() + 1]| {
        let sum: f64 = weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum();
        1.0 / (1.0 + (-sum).exp())
    };
    // Steps as long as the inputs are small (AdaGrad: J. Duchi, E. Hazan,
    // Y. Singer, 2011).
    let mut squares = [1e-12; NAMES.len() + 1];
    for _ in 0..2_000 {
        let mut slope = [0.0; NAMES.len() + 1];
        for row in rows {
            let inputs = with_one(row);
            let error = row.won - chance(&weights, &inputs);
            slope.iter_mut().zip(inputs).for_each(|(slope, input)| *slope += error * input);
        }
        for ((weight, slope), square) in weights.iter_mut().zip(slope).zip(&mut squares) {
            let slope = slope / rows.len() as f64;
            *square += slope * slope;
            *weight += 0.1 * slope / square.sqrt();
        }
    }
    let loss = rows.iter().map(|row| {
        let chance = chance(&weights, &with_one(row)).clamp(1e-9, 1.0 - 1e-9);
        -(row.won * chance.ln() + (1.0 - row.won) * (1.0 - chance).ln())
    });
    (weights, loss.sum::<f64>() / rows.len() as f64)
}
