//! Games of two players over duplicate deals.

use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_baselines::decide_as;
use vzetek_baselines::trset::{Player, Spec};
use vzetek_game::{Game, Seat, sharing};
use vzetek_players::{Engine, Play};
use vzetek_trset::{Options, Trset, Variant};

use crate::estimate::Estimate;
use crate::paper::bench::{Bench, Results, Series};

/// The first player against the second.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The player whose success is measured.
    pub first: Spec,
    /// Its opponent.
    pub second: Spec,
    /// The number of games: two to a deal.
    pub games: u64,
}

impl Pairing {
    /// These two over `games` games.
    pub fn new(first: impl Into<Spec>, second: impl Into<Spec>, games: u64) -> Self {
        Self { first: first.into(), second: second.into(), games }
    }

    /// A trial is a deal, played with either player in either seat: whether
    /// the first won each of the two.
    fn series<'a>(&'a self, bench: &'a Bench) -> Series<'a> {
        let name = format!("{} against {}", self.first, self.second);
        Series::new(name, self.games.div_ceil(2), move |deal| {
            [([&self.first, &self.second], 0), ([&self.second, &self.first], 1)]
                .map(|(players, seat)| play(bench, deal, players).won[seat])
                .to_vec()
        })
    }
}

/// The tršet thesis's search without its exact ending, with the parameters that ours
/// uses where the tršet thesis names none.
pub fn mcts(iterations: u64) -> Spec {
    Spec { iterations: Some(iterations), ..Spec::from(Player::Mcts) }
}

/// Returns that search with another `C`.
pub fn exploring(iterations: u64, exploration: f64) -> Spec {
    let mut spec = mcts(iterations);
    spec.settings.flat.exploration = exploration;
    spec
}

/// Returns the share of games that the first player of each pairing wins. Deals
/// are independent; the two games of one deal are not, and count as one
/// observation.
///
/// # Errors
/// If a result cannot be stored.
pub fn win_rates(bench: &Bench, pairings: &[Pairing]) -> anyhow::Result<Vec<Estimate>> {
    let series: Vec<_> = pairings.iter().map(|pairing| pairing.series(bench)).collect();
    let rate = |deals: &Results| {
        Estimate::share(deals.iter().map(|won| won.iter().sum::<f64>() / won.len() as f64))
    };
    Ok(bench.run(&series)?.iter().map(rate).collect())
}

/// A deal that two have played.
pub struct Played {
    /// By seat: 1 for the one that won.
    pub won: [f64; 2],
    /// By seat: the mean time of a decision by Monte Carlo search, in seconds; 0 if
    /// there was none.
    pub seconds: [f64; 2],
}

/// Plays a deal of tršet with a player in each seat.
pub fn play(bench: &Bench, deal: u64, players: [&Spec; 2]) -> Played {
    let options = Options::new(Variant::Trset, 2).expect("two can play");
    let dealer = Seat::new((deal % 2) as u8);
    let mut cards = bench.dice("deal", deal);
    let mut play = Play::<Trset>::new(sharing::deal(&options, dealer, &mut cards));
    let mut numbers = bench.dice("decisions", deal);
    let (mut searching, mut searches) = ([Duration::ZERO; 2], [0; 2]);
    while let Some(seat) = play.state.current_player() {
        // Each decision draws its own numbers, independently of earlier ones.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(numbers.next_u64());
        let (seat, asked) = (seat.index(), Instant::now());
        let decision = play.ask(|question| decide_as(players[seat], &(), &question, &mut rng));
        if decision.engine == Engine::Mcts {
            searching[seat] += asked.elapsed();
            searches[seat] += 1;
        }
        play.act(decision.action);
    }
    let result = play.state.result().expect("the deal is over");
    Played {
        won: [0, 1].map(|seat| f64::from(u8::from(result.seats[Seat::new(seat)].won))),
        seconds: [0, 1]
            .map(|seat| searching[seat].as_secs_f64() / f64::from(searches[seat].max(1))),
    }
}
