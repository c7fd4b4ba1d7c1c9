//! The seed study's tables 7 and 8 on this machine: positions visited and time
//! for the first card of a game, with all enhancements of alpha-beta, without
//! one, with only one, and with none.

use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use vzetek_game::Seat;
use vzetek_players::tarok::search::{Enhancements, Position, Selective};
use vzetek_search::dice;
use vzetek_tarok::{Card, CardSet, Contract};

/// How many games, and how many dealings of each, the study took.
const GAMES: usize = 20;
const SAMPLES: usize = 20;

fn main() {
    let games: usize = std::env::args().nth(1).map_or(GAMES, |n| n.parse().expect("a number"));
    let positions = positions(games);
    println!("{} positions before the first card", positions.len());
    for depth in [3, 6, 9] {
        println!("depth {depth}");
        for (name, enhancements) in combinations() {
            measure(name, enhancements, depth, &positions);
        }
    }
}

/// The study's ten combinations, in its order.
fn combinations() -> [(&'static str, Enhancements); 10] {
    let all = Enhancements::ALL;
    let none = Enhancements::NONE;
    [
        ("all enhancements", all),
        ("without transposition table", Enhancements { table: false, ..all }),
        ("without history heuristic", Enhancements { history: false, ..all }),
        ("without minimal window", Enhancements { minimal_window: false, ..all }),
        ("without selection", Enhancements { selection: false, ..all }),
        ("transposition table", Enhancements { table: true, ..none }),
        ("history heuristic", Enhancements { history: true, ..none }),
        ("minimal window", Enhancements { minimal_window: true, ..none }),
        ("selection", Enhancements { selection: true, ..none }),
        ("no enhancement", none),
    ]
}

/// Games with the same hand for the declarer, who leads, and the others' cards
/// dealt anew for each sample.
fn positions(games: usize) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let set = |cards: &[Card]| -> CardSet { cards.iter().copied().collect() };
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut pack: Vec<Card> = CardSet::full().iter().collect();
        shuffle(&mut pack, &mut rng);
        let own = set(&pack[..16]);
        for _ in 0..SAMPLES {
            shuffle(&mut pack[16..48], &mut rng);
            let hands = [own, set(&pack[16..32]), set(&pack[32..48])];
            positions.push(Position::new(Contract::Three, Seat::new(0), Seat::new(0), hands));
        }
    }
    positions
}

fn shuffle(cards: &mut [Card], rng: &mut impl Rng) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, dice::below(rng, last as u32 + 1) as usize);
    }
}

/// Each position is timed in three passes, of which the quickest counts: what
/// other programs on the machine take away is no part of the search.
fn measure(name: &str, enhancements: Enhancements, depth: u32, positions: &[Position]) {
    let mut search = Selective::new(enhancements);
    let mut times = vec![Duration::MAX; positions.len()];
    let (mut sum, mut nodes) = (0, 0);
    for _ in 0..3 {
        sum = 0;
        for (time, position) in times.iter_mut().zip(positions) {
            let start = Instant::now();
            sum += i64::from(search.best(position, depth).1);
            *time = start.elapsed().min(*time);
        }
        nodes = search.take_nodes();
    }
    let time: Duration = times.iter().sum();
    let count = positions.len() as u64;
    println!(
        "  {name:28} {:9} nodes {:10.1} µs {:6.3} µs a node; values sum to {sum}",
        nodes / count,
        time.as_secs_f64() * 1e6 / count as f64,
        time.as_secs_f64() * 1e6 / nodes as f64,
    );
}
