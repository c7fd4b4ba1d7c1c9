//! Counted leaves ("perft"): the number of ways to go on for so many actions,
//! compared with the counts in `perft/*.txt`.
//!
//! The counts were made by other readings of the rules, never by the crate
//! itself, and the naive one that is kept here repeats most of them.

mod naive;

use std::fs;
use std::path::{Path, PathBuf};

use vzetek_game::{Game, Seat};
use vzetek_trset::{Card, Options, Trset};

/// The naive reading repeats counts up to so many leaves in every test run.
const QUICK: u64 = 40_000;

/// One block of a data file.
#[derive(Default)]
struct Position {
    name: String,
    options: String,
    dealer: usize,
    cards: Vec<String>,
    played: Vec<String>,
    counts: Vec<(u32, u64)>,
}

impl Position {
    fn options(&self) -> Options {
        serde_json::from_str(&self.options).unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }

    fn table(&self) -> naive::Table {
        let options: serde_json::Value = serde_json::from_str(&self.options).unwrap();
        let players = options["players"].as_u64().unwrap() as usize;
        let four = options["removed_four"].as_str().unwrap_or("D");
        naive::Table {
            players,
            declarations: options["declarations"].as_bool().unwrap_or(false),
            fewest_win: options["variant"] == "kifameno",
            cappotto: options["cappotto"].as_bool().unwrap_or(false),
            removed: (players == 3).then(|| format!("{four}4")),
        }
    }

    fn naive(&self) -> naive::Deal {
        let mut deal = naive::Deal::new(&self.table(), self.dealer, &self.cards);
        for action in &self.played {
            assert!(deal.legal().contains(action), "{}: {action} is not legal", self.name);
            deal.act(action);
        }
        deal
    }

    fn state(&self) -> Trset {
        let cards: Vec<Card> = self.cards.iter().map(|card| card.parse().unwrap()).collect();
        let dealer = Seat::new(self.dealer as u8);
        let mut state = Trset::deal(&self.options(), dealer, &cards)
            .unwrap_or_else(|e| panic!("{}: {e}", self.name));
        for action in &self.played {
            let parsed = action.parse().unwrap();
            state.apply(parsed).unwrap_or_else(|e| panic!("{}: {action}: {e}", self.name));
        }
        state
    }
}

fn leaves(state: &Trset, depth: u32) -> u64 {
    if depth == 0 || state.is_terminal() {
        return 1;
    }
    let after = |action| {
        let mut next = state.clone();
        next.apply(action).expect("a legal action is accepted");
        leaves(&next, depth - 1)
    };
    state.legal_actions().into_iter().map(after).sum()
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "txt")).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Vec<Position> {
    let mut positions: Vec<Position> = Vec::new();
    let words = |rest: &str| rest.split_whitespace().map(str::to_owned).collect();
    for line in fs::read_to_string(path).unwrap().lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, rest) = line.split_once(' ').unwrap_or_else(|| panic!("{path:?}: {line}"));
        if key == "position" {
            positions.push(Position { name: rest.to_owned(), ..Position::default() });
            continue;
        }
        let position = positions.last_mut().expect("a file starts with a position");
        match key {
            "options" => position.options = rest.to_owned(),
            "dealer" => position.dealer = rest.parse().unwrap(),
            "cards" => position.cards = words(rest),
            "played" => position.played = words(rest),
            _ => {
                let depth = key.strip_suffix(':').and_then(|depth| depth.parse().ok());
                let depth = depth.unwrap_or_else(|| panic!("{path:?}: what is {key:?}?"));
                position.counts.push((depth, rest.parse().unwrap()));
            }
        }
    }
    positions
}

fn every_position() -> impl Iterator<Item = Position> {
    files().into_iter().flat_map(|path| read(&path))
}

#[test]
fn counts_are_those_on_file() {
    let (mut positions, mut counts) = (0, 0);
    for position in every_position() {
        let state = position.state();
        for &(depth, expected) in &position.counts {
            assert_eq!(leaves(&state, depth), expected, "{}, depth {depth}", position.name);
            counts += 1;
        }
        positions += 1;
    }
    assert!(positions >= 12 && counts >= 60, "only {counts} counts of {positions} positions");
}

#[test]
fn the_naive_reading_counts_the_same() {
    for position in every_position() {
        let deal = position.naive();
        for &(depth, expected) in position.counts.iter().filter(|&&(_, count)| count <= QUICK) {
            assert_eq!(deal.leaves(depth), expected, "{}, depth {depth}", position.name);
        }
    }
}
