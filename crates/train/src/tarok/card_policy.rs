//! Learns the weights of tarok's card policy by self-play: REINFORCE (Williams
//! 1992), every deal played several times by the same weights, each game
//! compared with the mean of the others of its deal.
//! The roles learn apart, so `--contracts klop` and the like may be learned one
//! after the other.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use arrayvec::ArrayVec;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Card as _, Seat};
use vzetek_players::tarok::card_policy::{CardPolicy, Chances, FEATURES, Situation};
use vzetek_players::tarok::{Beginning, fitness};
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract, MOST_PLAYERS, Options, PAGAT, SEATS, TALON, Tarok};

/// The contracts that three players learn.
const OF_THREE: [Contract; 6] = [
    Contract::Klop,
    Contract::Three,
    Contract::Two,
    Contract::One,
    Contract::Solo,
    Contract::Berac,
];

/// The contracts that four players learn.
const OF_FOUR: [Contract; 7] = [
    Contract::Klop,
    Contract::Three,
    Contract::Two,
    Contract::One,
    Contract::SoloTwo,
    Contract::SoloWithout,
    Contract::Berac,
];

/// The parameters of the learning.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The number of players: 3 or 4.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(3..=4))]
    players: u8,
    /// The number of deals to learn from.
    #[arg(long, default_value_t = 1_000_000)]
    deals: u64,
    /// The number of times each deal is played.
    #[arg(long, default_value_t = 4)]
    games: usize,
    /// The contracts to learn; all that the players play if it is left out.
    #[arg(long, value_delimiter = ',')]
    contracts: Vec<Contract>,
    /// The distance by which a single game moves a weight at first; it falls to a tenth.
    #[arg(long, default_value_t = 0.03)]
    step: f32,
    /// The file in which the weights are kept; that of the players if it is left out.
    #[arg(long)]
    file: Option<PathBuf>,
    /// Begin with equal chances instead of what was learned before.
    #[arg(long)]
    afresh: bool,
    /// The first deal's number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    /// Learns, and writes the weights.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if usize::from(self.players) == SEATS {
            self.learn::<SEATS>("weights.bin", &OF_THREE, out)
        } else {
            self.learn::<MOST_PLAYERS>("weights_four.bin", &OF_FOUR, out)
        }
    }

    fn learn<const N: usize>(
        &self,
        name: &str,
        all: &[Contract],
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let kept = || Path::new("crates/players/src/tarok/card_policy").join(name);
        let file = self.file.clone().unwrap_or_else(kept);
        let contracts = if self.contracts.is_empty() { all } else { &self.contracts };
        let mut policy = if self.afresh {
            CardPolicy::blank(N)
        } else {
            CardPolicy::read(N, &std::fs::read(&file)?)?
        };
        let before = policy.clone();
        let options = Options::new(self.players)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let start = Instant::now();
        for deal in 0..self.deals {
            let beginning = draw::<N>(contracts, &mut rng);
            let game = beginning.start(&options);
            let mut learners: Vec<[Learner; N]> = Vec::with_capacity(self.games);
            let mut rewards: Vec<[f32; N]> = Vec::with_capacity(self.games);
            for _ in 0..self.games {
                let (mut game, mut learner) =
                    (game, std::array::from_fn::<_, N, _>(|_| Learner::default()));
                while !game.is_over() {
                    let (situation, legal) = (game.situation(), game.position.legal());
                    let chances = policy.chances(&situation, legal);
                    let card = chances.draw(&mut rng);
                    if legal.len() > 1 {
                        learner[game.seat().index()].note(&situation, legal, &chances, card);
                    }
                    game.play(card);
                }
                rewards.push(utilities(game.position.scores(), beginning.contract));
                learners.push(learner);
            }
            let progress = deal as f32 / self.deals as f32;
            let step = self.step * (1.0 - 0.9 * progress);
            for game in 0..self.games {
                for seat in 0..N {
                    let others: f32 =
                        (0..self.games).filter(|&g| g != game).map(|g| rewards[g][seat]).sum();
                    let advantage = rewards[game][seat] - others / (self.games - 1) as f32;
                    learners[game][seat].reward(&mut policy, step * advantage);
                }
            }
            if (deal + 1).is_multiple_of(self.deals.div_ceil(10)) {
                let gains: Vec<String> = contracts
                    .iter()
                    .map(|&contract| {
                        format!("{contract} {}", compare::<N>(contract, &policy, &before, &options))
                    })
                    .collect();
                writeln!(out, "{:.0?} {} deals: {}", start.elapsed(), deal + 1, gains.join(", "))?;
                std::fs::write(&file, policy.write())?;
            }
        }
        Ok(())
    }
}

/// A choice to be learned from: the places of each legal card's weights, how
/// likely the card was, and whether it was played.
#[derive(Clone, Debug, Default)]
struct Learner {
    places: Vec<(u32, f32)>,
}

impl Learner {
    /// Records a choice, to be rewarded once its result is known.
    fn note<const N: usize>(
        &mut self,
        situation: &Situation<N>,
        legal: CardSet,
        chances: &Chances,
        card: Card,
    ) {
        for (&other, &chance) in chances.cards.iter().zip(&chances.chances) {
            let gradient = f32::from(u8::from(other == card)) - chance;
            let mut told: ArrayVec<usize, FEATURES> = ArrayVec::new();
            situation.places(other, legal.bits(), &mut |place| told.push(place));
            self.places.extend(told.iter().map(|&place| (place as u32, gradient)));
        }
    }

    /// Makes what was played more likely, or less if the reward is negative,
    /// and forgets it.
    fn reward(&mut self, policy: &mut CardPolicy, step: f32) {
        for (place, gradient) in self.places.drain(..) {
            let weight = &mut policy.weights[place as usize];
            *weight = (*weight + step * gradient).clamp(-7.9, 7.9);
        }
    }
}

/// A deal and a contract that a player might play with it.
fn draw<const N: usize>(contracts: &[Contract], rng: &mut impl Rng) -> Beginning<N> {
    let hand = 48 / N;
    let contract = contracts[dice::below(rng, contracts.len() as u32) as usize];
    loop {
        let mut cards = <Tarok as vzetek_game::Game>::pack(&Options::default());
        vzetek_game::sharing::shuffle(&mut cards, rng);
        if contract.is_berac() {
            // Hands for berač are rare: the first is made of low cards mostly.
            let slack = 1.0 + 5.0 * dice::unit(rng);
            let height = |card: &Card| match card.is_tarok() {
                true => f64::from(card.index() - PAGAT.index()) / 2.0,
                false => f64::from(card.index() & 7),
            };
            cards.sort_by_cached_key(|card| {
                (100.0 * (height(card) + slack * dice::unit(rng))) as i64
            });
            vzetek_game::sharing::shuffle(&mut cards[hand..], rng);
        }
        let hands: [CardSet; N] =
            std::array::from_fn(|seat| cards[hand * seat..][..hand].iter().copied().collect());
        let talon: [_; TALON] = std::array::from_fn(|at| cards[48 + at]);
        let declarer = Seat::all(N)
            .max_by_key(|seat| fitness(contract, hands[seat.index()]))
            .expect("there are seats");
        // Some room for contracts that are hardly worth it.
        let least = -(dice::below(rng, 12) as i32);
        let forehand = Seat::new(dice::below(rng, N as u32) as u8);
        if contract.is_berac() || fitness(contract, hands[declarer.index()]) >= least {
            return Beginning { hands, talon, forehand, contract, declarer };
        }
    }
}

/// Returns the worth of a game to each seat against the others, about 1 at most.
fn utilities<const N: usize>(scores: [i32; N], contract: Contract) -> [f32; N] {
    let total: i32 = scores.iter().sum();
    let scale = if contract == Contract::Klop { 40.0 } else { 100.0 };
    scores.map(|score| {
        ((N as i32 * score - total) as f32 / (N as f32 - 1.0) / scale).clamp(-2.0, 2.0)
    })
}

/// Returns the points by which the new weights do better than the old ones, in
/// each seat against all of the others.
fn compare<const N: usize>(
    contract: Contract,
    new: &CardPolicy,
    old: &CardPolicy,
    options: &Options,
) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0xc0_ffee);
    let (mut values, mut made) = (Vec::new(), 0);
    for _ in 0..1_000 {
        let beginning = draw::<N>(&[contract], &mut rng);
        let start = beginning.start(options);
        let mut sum = 0.0;
        for seating in 0..2 * N {
            let is_new = |seat: usize| (seating % N == seat) == (seating < N);
            let mut game = start;
            while !game.is_over() {
                let policy = if is_new(game.seat().index()) { new } else { old };
                let card = game.draw(policy, &mut rng);
                game.play(card);
            }
            let scores = game.position.scores();
            made += usize::from(scores[beginning.declarer.index()] > 0);
            let mean = |of: bool| {
                let own = || (0..N).filter(|&seat| is_new(seat) == of);
                own().map(|seat| f64::from(scores[seat])).sum::<f64>() / own().count() as f64
            };
            sum += (mean(true) - mean(false)) / (2 * N) as f64;
        }
        values.push(sum);
    }
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    format!("{mean:+.2} ± {:.2} ({made} made)", 1.96 * (square / count / count).sqrt())
}
