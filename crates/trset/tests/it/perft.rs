//! Counted leaves ("perft"), compared with the counts in `perft/*.txt`.
//!
//! The counts were made by other readings of the rules, never by the crate
//! itself, and the naive one that is kept here repeats most of them.

use vzetek_game::testing::perft::{self, Position};
use vzetek_trset::Trset;

use crate::naive;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/perft");

/// The naive reading repeats counts up to so many leaves in every test run.
const QUICK: u64 = 40_000;

fn naive(position: &Position) -> naive::Deal {
    let table = naive::Table::read(&serde_json::from_str(&position.options).unwrap());
    let mut deal = naive::Deal::new(&table, position.dealer, &position.cards);
    for action in &position.played {
        assert!(deal.legal().contains(action), "{}: {action} is not legal", position.name);
        deal.act(action);
    }
    deal
}

#[test]
fn counts_are_those_on_file() {
    let (positions, counts) = perft::check::<Trset>(FOLDER);
    assert!(positions >= 12 && counts >= 60, "only {counts} counts of {positions} positions");
}

#[test]
fn the_naive_reading_counts_the_same() {
    for position in perft::positions(FOLDER) {
        let deal = naive(&position);
        for &(depth, expected) in position.counts.iter().filter(|&&(_, count)| count <= QUICK) {
            assert_eq!(deal.leaves(depth), expected, "{}, depth {depth}", position.name);
        }
    }
}
