//! Learns how likely a berač is made: lets players who think play hands that
//! might be bid, and fits the logarithm of the odds (logistic regression).
//!
//! It takes about half an hour. Hands are chosen by what was learned before, so
//! that those worth bidding, one in thousands, are among them; weights from two
//! traits are enough to start with.

use std::io::Write;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Game, Level, Seat, sharing};
use vzetek_players::tarok::appraisal::{DUCKING, ducking, log_odds_of_berac};
use vzetek_players::{Limits, Play, decide};
use vzetek_tarok::{Action, Contract, Options, Phase, Tarok};

use crate::linear::solve;

/// Logarithms of odds, each with the number of hands played whose odds are at least that.
const HANDS: [(f64, usize); 3] = [(-3.0, 3_000), (-1.2, 1_200), (0.8, 300)];

/// Worlds that a decision looks at, divided by the number of choices.
const WORLDS: u64 = 200;

/// The hands to play.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The number of players: 3 or 4.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(3..=4))]
    players: u8,
    /// The share of 4,500 hands that is played.
    #[arg(long, default_value_t = 1.0)]
    share: f64,
}

impl Args {
    /// Plays, and prints the weights for `crates/players/src/tarok/appraisal/berac_weights.rs`.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let options = Options::new(self.players)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut played = Vec::new();
        for (least, count) in HANDS {
            let count = ((count as f64 * self.share) as usize).max(1);
            for _ in 0..count {
                let (state, declarer) = deal(least, &options, &mut rng);
                let traits = ducking(state.hand(declarer));
                played.push((traits, is_made(state, declarer, &mut rng)));
            }
        }
        let made = played.iter().filter(|(_, made)| *made).count();
        let weights = fit(&played).map(|weight| format!("{weight:.3}"));
        let name = if options.is_four() { "BERAC_OF_FOUR" } else { "BERAC" };
        writeln!(out, "/// By trait; {made} of {} were made.", played.len())?;
        writeln!(out, "pub(super) const {name}: [f64; DUCKING] =\n    [{}];", weights.join(", "))?;
        Ok(())
    }
}

/// A deal in which a player's odds are at least `least`, and that player's seat.
fn deal(least: f64, options: &Options, rng: &mut impl Rng) -> (Tarok, Seat) {
    loop {
        let state: Tarok = sharing::deal(options, Seat::new(0), rng);
        let odds = |seat: &Seat| log_odds_of_berac(state.hand(*seat));
        let declarer = Seat::all(options.seats()).max_by(|a, b| odds(a).total_cmp(&odds(b)));
        let declarer = declarer.expect("there are seats");
        if odds(&declarer) >= least {
            return (state, declarer);
        }
    }
}

/// Plays the berač to its end.
fn is_made(state: Tarok, declarer: Seat, rng: &mut impl Rng) -> bool {
    let mut play = Play::new(state);
    while !play.state.is_terminal() {
        let laid_down = match &play.state.table().phase {
            Phase::Bidding(bidding) if bidding.to_bid == declarer => {
                let has_bid = bidding.standing == Contract::Berac;
                Some(if has_bid { Action::Pass } else { Action::Bid(Contract::Berac) })
            }
            Phase::Bidding(_) | Phase::Doubling(_) => Some(Action::Pass),
            Phase::Choosing(_) => Some(Action::Choose(Contract::Berac)),
            _ => None,
        };
        let action = laid_down.unwrap_or_else(|| {
            let limits = Limits::iterations(WORLDS);
            play.ask(|question| decide(Level::Strong, &question, &limits, rng).action)
        });
        play.act(action);
    }
    play.state.result().expect("the deal is over").seats[declarer].won
}

/// Newton's method for logistic regression.
fn fit(played: &[([f64; DUCKING], bool)]) -> [f64; DUCKING] {
    let mut weights = [0.0; DUCKING];
    for _ in 0..30 {
        let mut slope = [0.0; DUCKING];
        let mut curve = [[0.0; DUCKING]; DUCKING];
        for (traits, made) in played {
            let sum: f64 = weights.iter().zip(traits).map(|(weight, trait_)| weight * trait_).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let error = f64::from(u8::from(*made)) - chance;
            for (row, &x) in traits.iter().enumerate() {
                slope[row] += error * x;
                for (column, &y) in traits.iter().enumerate() {
                    curve[row][column] += chance * (1.0 - chance) * x * y;
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(curve, slope)) {
            *weight += step;
        }
    }
    weights
}
