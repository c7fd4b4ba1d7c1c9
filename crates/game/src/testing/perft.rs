//! Counted leaves ("perft"): the number of ways to go on for a number of actions, compared with the
//! counts in data files.
//!
//! The counts were made by other readings of the rules, never by the crates
//! themselves.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Game, Seat};

/// One block of a data file.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// The name.
    pub name: String,
    /// The table's options as JSON.
    pub options: String,
    /// The dealer's seat.
    pub dealer: usize,
    /// The pack in the order in which it is dealt.
    pub cards: Vec<String>,
    /// Actions already done.
    pub played: Vec<String>,
    /// Depths, each with the number of its leaves.
    pub counts: Vec<(u32, u64)>,
}

impl Position {
    /// The table's options.
    ///
    /// # Panics
    /// If they cannot be read.
    pub fn options<G: Game>(&self) -> G::Options {
        serde_json::from_str(&self.options).unwrap_or_else(|e| panic!("{}: {e}", self.name))
    }

    /// The state after the actions that are done.
    ///
    /// # Panics
    /// If the rules do not allow it.
    pub fn state<G: Game>(&self) -> G {
        let read = |card: &String| card.parse().unwrap_or_else(|e| panic!("{}: {e}", self.name));
        let cards: Vec<G::Card> = self.cards.iter().map(read).collect();
        let dealer = Seat::new(self.dealer as u8);
        let mut state = G::deal(&self.options::<G>(), dealer, &cards)
            .unwrap_or_else(|e| panic!("{}: {e}", self.name));
        for action in &self.played {
            let parsed = action.parse().unwrap_or_else(|e| panic!("{}: {e}", self.name));
            state.apply(parsed).unwrap_or_else(|e| panic!("{}: {action}: {e}", self.name));
        }
        state
    }
}

/// The leaves of a state. A deal that ends earlier counts as one.
pub fn leaves<G: Game>(state: &G, depth: u32) -> u64 {
    if depth == 0 || state.is_terminal() {
        return 1;
    }
    let after = |action| {
        let mut next = state.clone();
        next.apply_unchecked(action, &mut |_| ());
        leaves(&next, depth - 1)
    };
    state.legal_actions().into_iter().map(after).sum()
}

/// The positions in the files of a folder, file by file.
///
/// # Panics
/// If one of them cannot be read.
pub fn positions(folder: impl AsRef<Path>) -> Vec<Position> {
    let entries = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("a file"));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files.iter().flat_map(|path| read(path)).collect()
}

fn read(path: &Path) -> Vec<Position> {
    let mut positions: Vec<Position> = Vec::new();
    let words = |rest: &str| rest.split_whitespace().map(str::to_owned).collect();
    for line in fs::read_to_string(path).expect("a text").lines() {
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
            "dealer" => position.dealer = rest.parse().expect("a seat"),
            "cards" => position.cards = words(rest),
            "played" => position.played = words(rest),
            _ => {
                let depth = key.strip_suffix(':').and_then(|depth| depth.parse().ok());
                let depth = depth.unwrap_or_else(|| panic!("{path:?}: {key:?} is no key"));
                position.counts.push((depth, rest.parse().expect("a count")));
            }
        }
    }
    positions
}

/// Compares every count in the folder; says how many positions and counts it held.
///
/// # Panics
/// At the first count that differs.
pub fn check<G: Game>(folder: impl AsRef<Path>) -> (usize, usize) {
    let positions = positions(folder);
    for position in &positions {
        let state: G = position.state();
        for &(depth, expected) in &position.counts {
            assert_eq!(leaves(&state, depth), expected, "{}, depth {depth}", position.name);
        }
    }
    (positions.len(), positions.iter().map(|position| position.counts.len()).sum())
}
