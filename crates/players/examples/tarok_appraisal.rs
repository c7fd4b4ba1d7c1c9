//! Learns what a hand is worth in each contract: plays random hands out by
//! instinct and fits a line through what came of them (least squares).
//!
//! `cargo run --release -p vzetek-players --example tarok_appraisal` prints the
//! file that the crate is built with.

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::{Card as _, Seat};
use vzetek_players::tarok::Beginning;
use vzetek_players::tarok::appraisal::{APPRAISED, TRAITS, traits};
use vzetek_players::tarok::instinct::Instinct;
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract, Options, PAGAT, SEATS, TALON, Tarok};

const DEALS: usize = 300_000;

/// Where the traits of berač begin.
const RISK: usize = 18;

fn main() {
    let instinct = Instinct::learned();
    let options = Options::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    println!("//! Learned weights, as `examples/tarok_appraisal.rs` prints them.\n");
    println!("use super::TRAITS;\n\n/// By contract, then by trait.");
    println!("pub(super) const WEIGHTS: [[f64; TRAITS]; 6] = [");
    for contract in APPRAISED {
        if contract == Contract::Berac {
            berac(&instinct, &options, &mut rng);
            continue;
        }
        let mut squares = [[0.0; TRAITS]; TRAITS];
        let mut products = [0.0; TRAITS];
        let (mut sum, mut square, mut explained, mut count) = (0.0, 0.0, 0.0, 0.0);
        let mut all = Vec::new();
        for deal in 0..DEALS {
            let mut cards = <Tarok as vzetek_game::Game>::pack(&options);
            vzetek_game::sharing::shuffle(&mut cards, &mut rng);
            let hands: [CardSet; SEATS] =
                std::array::from_fn(|seat| cards[16 * seat..][..16].iter().copied().collect());
            let talon: [_; TALON] = std::array::from_fn(|at| cards[48 + at]);
            let declarer = Seat::new((deal % SEATS) as u8);
            let forehand = Seat::new((deal / SEATS % SEATS) as u8);
            let beginning = Beginning { hands, talon, forehand, contract, declarer };
            let played = beginning.start(&options).play_out(&instinct, &mut rng);
            let scores = played.scores();
            let total: i32 = scores.iter().sum();
            let value = f64::from(3 * scores[declarer.index()] - total) / 2.0;
            // Hopeless hands are never played; the line is to fit the others.
            let value = value.max(-120.0);
            let traits = traits(hands[declarer.index()]);
            for (row, &x) in traits.iter().enumerate() {
                products[row] += x * value;
                for (column, &y) in traits.iter().enumerate() {
                    squares[row][column] += x * y;
                }
            }
            all.push((traits, value));
        }
        let weights = solve(squares, products);
        for (traits, value) in &all {
            let guess: f64 = weights.iter().zip(traits).map(|(w, x)| w * x).sum();
            (sum, square, count) = (sum + value, square + value * value, count + 1.0);
            explained += (value - guess).powi(2);
        }
        let variance = square / count - (sum / count).powi(2);
        let share = 1.0 - explained / count / variance;
        let name = if contract == Contract::Klop { "klop" } else { contract.notation() };
        let numbers: Vec<String> = weights.iter().map(|w| format!("{w:.3}")).collect();
        println!("    // {name}: mean {:.1}, explains {:.0}%.", sum / count, 100.0 * share);
        println!("    [{}],", numbers.join(", "));
    }
    println!("];");
}

/// Berač: logistic regression over hands that might be played, by gradient
/// descent on the traits that matter.
fn berac(instinct: &Instinct, options: &Options, rng: &mut Xoshiro256PlusPlus) {
    let mut data: Vec<([f64; TRAITS], bool)> = Vec::new();
    while data.len() < 40_000 {
        let mut cards = <Tarok as vzetek_game::Game>::pack(options);
        vzetek_game::sharing::shuffle(&mut cards, rng);
        // Hands for berač are rare: the first is made of low cards mostly.
        let slack = 1.0 + 5.0 * dice::unit(rng);
        let height = |card: &Card| match card.is_tarok() {
            true => f64::from(card.index() - PAGAT.index()) / 2.0,
            false => f64::from(card.index() & 7),
        };
        cards.sort_by_cached_key(|card| (100.0 * (height(card) + slack * dice::unit(rng))) as i64);
        vzetek_game::sharing::shuffle(&mut cards[16..], rng);
        let hands: [CardSet; SEATS] =
            std::array::from_fn(|seat| cards[16 * seat..][..16].iter().copied().collect());
        let risks = traits(hands[0]);
        let talon: [_; TALON] = std::array::from_fn(|at| cards[48 + at]);
        let [declarer, forehand] = [Seat::new(0), Seat::new((data.len() % SEATS) as u8)];
        let contract = Contract::Berac;
        let beginning = Beginning { hands, talon, forehand, contract, declarer };
        let played = beginning.start(options).play_out(instinct, rng);
        data.push((risks, played.tricks(declarer) == 0));
    }
    let mut weights = [0.0; TRAITS];
    let used = [0, 1, RISK, RISK + 1, RISK + 2, RISK + 3];
    for round in 0..4_000 {
        let mut gradient = [0.0; TRAITS];
        for (traits, won) in &data {
            let sum: f64 = used.iter().map(|&at| weights[at] * traits[at]).sum();
            let error = f64::from(u8::from(*won)) - 1.0 / (1.0 + (-sum).exp());
            used.iter().for_each(|&at| gradient[at] += error * traits[at]);
        }
        let step = if round < 3_000 { 0.1 } else { 0.02 };
        used.iter().for_each(|&at| weights[at] += step * gradient[at] / data.len() as f64);
    }
    let won = data.iter().filter(|(_, won)| *won).count();
    let numbers: Vec<String> = weights.iter().map(|w| format!("{w:.3}")).collect();
    println!("    // berac: {won} of {} won.", data.len());
    println!("    [{}],", numbers.join(", "));
}

/// Solves the normal equations, with a trace of a ridge against columns that
/// depend on each other.
fn solve(mut squares: [[f64; TRAITS]; TRAITS], mut products: [f64; TRAITS]) -> [f64; TRAITS] {
    for (at, row) in squares.iter_mut().enumerate() {
        row[at] += 1e-3;
    }
    for pivot in 0..TRAITS {
        for row in pivot + 1..TRAITS {
            let factor = squares[row][pivot] / squares[pivot][pivot];
            let above = squares[pivot];
            for (value, above) in squares[row].iter_mut().zip(above).skip(pivot) {
                *value -= factor * above;
            }
            products[row] -= factor * products[pivot];
        }
    }
    let mut solution = [0.0; TRAITS];
    for row in (0..TRAITS).rev() {
        let known: f64 = (row + 1..TRAITS).map(|c| squares[row][c] * solution[c]).sum();
        solution[row] = (products[row] - known) / squares[row][row];
    }
    solution
}
