//! Learns what a hand is worth in each contract, and to a player who passes: plays random hands out
//! by the card policy and fits a line through the results (least squares).

use std::io::Write;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Seat;
use vzetek_players::tarok::Beginning;
use vzetek_players::tarok::appraisal::{
    APPRAISED, APPRAISED_OF_FOUR, TRAITS, appraise, appraise_passing, traits,
};
use vzetek_players::tarok::card_policy::CardPolicy;
use vzetek_tarok::{CardSet, Contract, MOST_PLAYERS, Options, SEATS, TALON, Tarok};

use crate::linear::solve;

/// The least value that is assumed for a deal: hopeless hands are never played, and the line is to
/// fit the others.
const LEAST: f64 = -120.0;

/// The deals to play.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The number of players: 3 or 4.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(3..=4))]
    players: u8,
    /// The number of deals played in each contract.
    #[arg(long, default_value_t = 300_000)]
    deals: usize,
}

impl Args {
    /// Plays, and prints `crates/players/src/tarok/appraisal/weights.rs`, or
    /// `weights_four.rs`. What passing is worth to four is learned from others who bid by
    /// what was learned before.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if usize::from(self.players) == SEATS {
            return Learning::<SEATS>::new(self)?.print_all(&APPRAISED, "", out);
        }
        let mut learning = Learning::<MOST_PLAYERS>::new(self)?;
        learning.print_all(&APPRAISED_OF_FOUR, "_OF_FOUR", out)?;
        let fitted = learning.fit(|learning| {
            let dealt = learning.deal();
            let observer = dealt.declarer;
            (dealt.hands[observer.index()], learning.value(auction(dealt, observer), observer))
        });
        writeln!(out, "\n/// For passing, by trait: mean {}.", fitted.quality())?;
        writeln!(out, "pub(super) const PASSING_OF_FOUR: [f64; TRAITS] =")?;
        writeln!(out, "    [{}];", fitted.numbers())?;
        Ok(())
    }
}

/// The deals, and how they are played.
struct Learning<const N: usize> {
    deals: usize,
    dealt: usize,
    options: Options,
    rng: Xoshiro256PlusPlus,
}

impl<const N: usize> Learning<N> {
    fn new(args: &Args) -> anyhow::Result<Self> {
        let options = Options::new(args.players)?;
        let rng = Xoshiro256PlusPlus::seed_from_u64(3);
        Ok(Self { deals: args.deals, dealt: 0, options, rng })
    }

    fn print_all(
        &mut self,
        contracts: &[Contract],
        of: &str,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let players = if of.is_empty() { "" } else { " --players 4" };
        writeln!(
            out,
            "//! Learned weights, as `vzetek-lab train tarok-appraisal{players}` prints them.\n"
        )?;
        writeln!(out, "use super::TRAITS;\n\n/// By contract, then by trait.")?;
        let count = contracts.len();
        writeln!(out, "pub(super) const WEIGHTS{of}: [[f64; TRAITS]; {count}] = [")?;
        for &contract in contracts {
            let fitted = self.fit(|learning| {
                let beginning = Beginning { contract, ..learning.deal() };
                let declarer = beginning.declarer;
                (beginning.hands[declarer.index()], learning.value(beginning, declarer))
            });
            let name = if contract == Contract::Klop { "klop" } else { contract.notation() };
            writeln!(out, "    // {name}: mean {}.", fitted.quality())?;
            writeln!(out, "    [{}],", fitted.numbers())?;
        }
        writeln!(out, "];")?;
        Ok(())
    }

    /// Deals; each seat in turn declares, and with each forehand.
    fn deal(&mut self) -> Beginning<N> {
        let mut cards = <Tarok as vzetek_game::Game>::pack(&self.options);
        vzetek_game::sharing::shuffle(&mut cards, &mut self.rng);
        let hand = 48 / N;
        let hands: [CardSet; N] =
            std::array::from_fn(|seat| cards[hand * seat..][..hand].iter().copied().collect());
        let talon: [_; TALON] = std::array::from_fn(|at| cards[48 + at]);
        let declarer = Seat::new((self.dealt % N) as u8);
        let forehand = Seat::new((self.dealt / N % N) as u8);
        self.dealt += 1;
        Beginning { hands, talon, forehand, contract: Contract::Three, declarer }
    }

    /// Plays a deal out, and returns the points by which a seat gets ahead of the others.
    fn value(&mut self, beginning: Beginning<N>, seat: Seat) -> f64 {
        let start = beginning.start(&self.options);
        let scores = start.play_out(CardPolicy::shared(N), &mut self.rng).scores();
        let total: i32 = scores.iter().sum();
        let value = f64::from(N as i32 * scores[seat.index()] - total) / (N as f64 - 1.0);
        value.max(LEAST)
    }

    /// Fits a line through hands and their values.
    fn fit(&mut self, mut play: impl FnMut(&mut Self) -> (CardSet, f64)) -> Fitted {
        let mut squares = [[0.0; TRAITS]; TRAITS];
        let mut products = [0.0; TRAITS];
        let mut all = Vec::new();
        for _ in 0..self.deals {
            let (hand, value) = play(self);
            let traits = traits(hand);
            for (row, &x) in traits.iter().enumerate() {
                products[row] += x * value;
                for (column, &y) in traits.iter().enumerate() {
                    squares[row][column] += x * y;
                }
            }
            all.push((traits, value));
        }
        let weights = solve(squares, products);
        let (mut sum, mut square, mut unexplained) = (0.0, 0.0, 0.0);
        for (traits, value) in &all {
            let guess: f64 = weights.iter().zip(traits).map(|(w, x)| w * x).sum();
            (sum, square) = (sum + value, square + value * value);
            unexplained += (value - guess).powi(2);
        }
        let count = all.len() as f64;
        let mean = sum / count;
        let variance = square / count - mean * mean;
        Fitted { weights, mean, explained: 1.0 - unexplained / count / variance }
    }
}

/// The weights of a line, with the mean of the values and the share of their variance that
/// it explains.
struct Fitted {
    weights: [f64; TRAITS],
    mean: f64,
    explained: f64,
}

impl Fitted {
    fn numbers(&self) -> String {
        self.weights.map(|weight| format!("{weight:.3}")).join(", ")
    }

    fn quality(&self) -> String {
        format!("{:.1}, explains {:.0}%", self.mean, 100.0 * self.explained)
    }
}

/// Returns the deal as all seats but one bid it at a glance: the player who gains most by it over
/// passing plays; the forehand must, if no other player does.
fn auction<const N: usize>(dealt: Beginning<N>, passes: Seat) -> Beginning<N> {
    let best = |seat: Seat| {
        let hand = dealt.hands[seat.index()];
        // Only the forehand may stay below two.
        let least = if seat == dealt.forehand { 0 } else { 2 };
        let values = APPRAISED_OF_FOUR[least..]
            .iter()
            .map(|&contract| (contract, appraise(contract, hand) - appraise_passing(hand)));
        values.max_by(|a, b| a.1.total_cmp(&b.1)).expect("there are contracts")
    };
    let bids = Seat::all(N).filter(|&seat| seat != passes).map(|seat| (seat, best(seat)));
    let bids = bids.filter(|&(seat, (_, gain))| gain > 0.0 || seat == dealt.forehand);
    // The forehand may be the one that passes: it has bid three all the same.
    let (declarer, (contract, _)) = bids
        .max_by(|a, b| a.1.1.total_cmp(&b.1.1))
        .unwrap_or_else(|| (dealt.forehand, best(dealt.forehand)));
    Beginning { declarer, contract, ..dealt }
}
