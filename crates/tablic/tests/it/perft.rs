//! Counted leaves ("perft"), compared with the counts in `perft/*.txt`.
//!
//! The counts were made by other readings of the rules, never by the crate
//! itself, and the naive one that is kept here repeats most of them.

use vzetek_game::testing::perft::{self, Position};
use vzetek_tablic::{Action, Tablic};

use crate::naive;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/perft");

/// The naive reading repeats counts up to so many leaves in every test run,
/// and on tables of more cards than these only the first.
const QUICK: u64 = 1_000;
const SMALL: usize = 11;

fn naive(position: &Position) -> naive::Deal {
    let players = position.options::<Tablic>().seats();
    let mut deal = naive::Deal::new(players, position.dealer, &position.cards);
    for text in &position.played {
        let action: Action = text.parse().unwrap();
        let mut taken: Vec<String> = action.taken.iter().map(|card| card.to_string()).collect();
        taken.sort();
        let named: Vec<&str> = taken.iter().map(String::as_str).collect();
        let played = action.card.notation();
        assert!(naive::can_be_parted(played, &named), "{}: {text} is not legal", position.name);
        deal.act(&(played.to_owned(), taken));
    }
    deal
}

#[test]
fn counts_are_those_on_file() {
    let (positions, counts) = perft::check::<Tablic>(FOLDER);
    assert!(positions >= 14 && counts >= 50, "only {counts} counts of {positions} positions");
}

#[test]
fn the_naive_reading_counts_the_same() {
    for position in perft::positions(FOLDER) {
        let deal = naive(&position);
        let quick = |&&(depth, count): &&(u32, u64)| {
            count <= QUICK && (depth == 1 || deal.table.len() <= SMALL)
        };
        for &(depth, expected) in position.counts.iter().filter(quick) {
            assert_eq!(deal.leaves(depth), expected, "{}, depth {depth}", position.name);
        }
    }
}
