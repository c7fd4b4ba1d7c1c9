//! Deals that another program played, played again by these rules.
//!
//! A file holds one deal a line, as JSON: `players`; `deck`, the cards in the
//! order they are dealt; `moves`, each with `player`, `hand`, `table`, `card`,
//! `captured`, and where it is told `legal_captures`, for each card of the hand
//! every set of cards it can capture, the empty one among them; `result`, for
//! each player `card_points`, `tablas`, `most_cards` and `cards`; `scores`. The
//! first turn is player 0's.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde::Deserialize;
use vzetek_game::{DealError, Game, Seat, explain};

use crate::{Action, Card, CardSet, Finder, Options, OptionsError, Tablic};

/// Counts of the agreement of the two programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Deals played again.
    pub deals: u64,
    /// Cards played in them.
    pub plays: u64,
    /// Cards in hand of which the sets of captures were compared.
    pub listed: u64,
    /// Players to move, hands, tables, sets of captures, results and scores
    /// that differ. Each is counted; a deal ends with a move that these rules
    /// forbid.
    pub mismatches: u64,
    /// The first difference in words, if there is one.
    pub first: Option<String>,
}

/// A file that cannot be played again.
#[derive(Debug, thiserror::Error)]
pub enum ConformError {
    /// The file cannot be read.
    #[error("line {line}: {source}")]
    Read {
        /// The number of the line, from 1.
        line: usize,
        /// The error of reading.
        source: std::io::Error,
    },
    /// A line is not a deal in the form that is expected.
    #[error("line {line}: {problem}")]
    Json {
        /// The number of the line, from 1.
        line: usize,
        /// The fault, in plain words.
        problem: String,
    },
    /// The number of players is not possible.
    #[error("line {line}: {source}")]
    Options {
        /// The number of the line, from 1.
        line: usize,
        /// The error, which names the numbers that can play.
        source: OptionsError,
    },
    /// The cards are no deal.
    #[error("line {line}: {source}")]
    Deal {
        /// The number of the line, from 1.
        line: usize,
        /// The fault of the cards.
        source: DealError,
    },
}

#[derive(Deserialize)]
struct Line {
    players: u8,
    deck: Vec<Card>,
    moves: Vec<Move>,
    result: Vec<Made>,
    scores: Vec<i32>,
}

#[derive(Deserialize)]
struct Move {
    player: Seat,
    card: Card,
    captured: CardSet,
    hand: CardSet,
    table: CardSet,
    #[serde(default)]
    legal_captures: Option<BTreeMap<Card, Vec<CardSet>>>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Made {
    card_points: u8,
    tablas: u8,
    most_cards: bool,
    cards: u8,
}

/// Plays every deal of the file again and counts what differs.
///
/// # Errors
/// [`ConformError`] names the first line that is no deal at all.
pub fn replay(lines: impl BufRead) -> Result<Counts, ConformError> {
    let mut counts = Counts::default();
    for (index, text) in lines.lines().enumerate() {
        let line = index + 1;
        let text = text.map_err(|source| ConformError::Read { line, source })?;
        if text.trim().is_empty() {
            continue;
        }
        let told: Line = serde_json::from_str(&text)
            .map_err(|error| ConformError::Json { line, problem: explain(error) })?;
        let options =
            Options::new(told.players).map_err(|source| ConformError::Options { line, source })?;
        let dealer = Seat::new(told.players - 1);
        let state = Tablic::deal(&options, dealer, &told.deck)
            .map_err(|source| ConformError::Deal { line, source })?;
        counts.play(state, &told, line);
    }
    Ok(counts)
}

impl Counts {
    fn play(&mut self, mut state: Tablic, told: &Line, line: usize) {
        self.deals += 1;
        for (number, step) in told.moves.iter().enumerate() {
            let wrong = |what: String| format!("line {line}, move {}: {what}", number + 1);
            if state.current_player() != Some(step.player) {
                self.differ(wrong(format!("{:?} is to play", state.current_player())));
                return;
            }
            for difference in differences(&state, step) {
                self.differ(wrong(difference));
            }
            self.listed += step.legal_captures.as_ref().map_or(0, |told| told.len() as u64);
            if let Err(refused) = state.apply(Action::capture(step.card, step.captured)) {
                self.differ(wrong(refused.to_string()));
                return;
            }
            self.plays += 1;
        }
        let Some(result) = state.result() else {
            self.differ(format!("line {line}: the deal is not over"));
            return;
        };
        let made = |seat: usize| {
            let seat = &result.seats.as_slice()[seat];
            let (card_points, tablas) = (seat.card_points, seat.tablas);
            Made { card_points, tablas, most_cards: seat.most_cards, cards: seat.cards }
        };
        let made: Vec<Made> = (0..result.seats.len()).map(made).collect();
        if made != told.result {
            self.differ(format!("line {line}: made was {made:?}, told {:?}", told.result));
        }
        if result.scores().as_slice() != told.scores {
            let scores = result.scores();
            self.differ(format!("line {line}: the score is {scores:?}, told {:?}", told.scores));
        }
    }

    fn differ(&mut self, what: String) {
        self.mismatches += 1;
        self.first.get_or_insert(what);
    }
}

/// Returns the facts that are not as they were told before a move.
fn differences(state: &Tablic, step: &Move) -> Vec<String> {
    let mut differences = Vec::new();
    let hand = state.hand(step.player);
    if hand != step.hand {
        differences.push(format!("the hand is {hand:?}, told {:?}", step.hand));
    }
    let table = state.table().cards;
    if table != step.table {
        differences.push(format!("on the table lie {table:?}, told {:?}", step.table));
    }
    let Some(told) = &step.legal_captures else { return differences };
    let mut finder = Finder::new();
    for card in hand {
        let mut ours: Vec<CardSet> = finder.find(card, table).iter().collect();
        ours.push(CardSet::EMPTY);
        let mut theirs = told.get(&card).cloned().unwrap_or_default();
        ours.sort_unstable_by_key(|taken| taken.bits());
        theirs.sort_unstable_by_key(|taken| taken.bits());
        if ours != theirs {
            differences.push(format!("{card} captures {ours:?}, told {theirs:?}"));
        }
    }
    differences
}
