//! The number of cards that the kernel plays per second in random deals of
//! tarok for three and for four, legal cards and random choice included; beside it
//! that of the rules' own state.

use std::time::Instant;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::sharing::deal;
use vzetek_game::{Game, Seat};
use vzetek_players::tarok::search::Position;
use vzetek_search::dice;
use vzetek_tarok::{Action, Card, CardSet, Contract, MOST_PLAYERS, Options, Phase, SEATS, Tarok};

/// The number of different deals played.
const DEALS: usize = 200;

fn main() {
    let times: usize = std::env::args().nth(1).map_or(100, |n| n.parse().expect("a number"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    println!("Three players:");
    play::<SEATS>(
        &[Contract::Klop, Contract::Two, Contract::Solo, Contract::Berac],
        times,
        &mut rng,
    );
    println!("Four players:");
    play::<MOST_PLAYERS>(
        &[Contract::Klop, Contract::Two, Contract::SoloWithout, Contract::Berac],
        times,
        &mut rng,
    );
}

/// Plays deals of `N` players in each contract, and prints the speed.
fn play<const N: usize>(contracts: &[Contract], times: usize, rng: &mut impl Rng) {
    let options = Options::new(N as u8).expect("so many may play");
    for &contract in contracts {
        let states: Vec<Tarok> = (0..DEALS).map(|_| start(contract, &options, rng)).collect();
        let position = |state| Position::from_state(state).expect("cards are played");
        let positions: Vec<Position<N>> = states.iter().map(position).collect();
        let time = Instant::now();
        let (mut cards, mut points) = (0u64, 0);
        for _ in 0..times {
            for &position in &positions {
                let mut position = position;
                while !position.is_over() {
                    position.play(random(position.legal(), rng));
                    cards += 1;
                }
                points += u64::from(position.points(Seat::new(0)));
            }
        }
        let kernel = cards as f64 / time.elapsed().as_secs_f64() / 1e6;
        let time = Instant::now();
        let mut cards = 0u64;
        for state in &states {
            let mut state = state.clone();
            while !state.is_terminal() {
                let card = random(state.legal_cards(), rng);
                state.apply_unchecked(Action::Play(card), &mut |_| ());
                cards += 1;
            }
        }
        let rules = cards as f64 / time.elapsed().as_secs_f64() / 1e6;
        println!(
            "{contract}: kernel {kernel:.1} million cards a second, rules {rules:.2}; {points} points"
        );
    }
}

fn random(cards: CardSet, rng: &mut impl Rng) -> Card {
    let chosen = dice::below(rng, cards.len() as u32) as usize;
    cards.iter().nth(chosen).expect("a card is legal")
}

/// A random deal that has come to the first card of this contract.
fn start(contract: Contract, options: &Options, rng: &mut impl Rng) -> Tarok {
    let mut state: Tarok = deal(options, Seat::new(2), rng);
    // The others pass; the forehand says what is played, calls and takes what comes first,
    // and announces nothing.
    while !matches!(state.table().phase, Phase::Playing(_)) {
        let legal = state.legal_actions();
        let wanted = [Action::Choose(contract), Action::Pass];
        let wanted = wanted.into_iter().find(|action| legal.contains(action));
        let action = wanted.unwrap_or(legal[0]);
        state.apply(action).expect("the forehand may play anything");
    }
    state
}
