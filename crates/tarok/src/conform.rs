//! Deals that another program played, played again by these rules.
//!
//! A file holds one deal a line, as JSON: `contract` (`klop`, `three`, `two`,
//! `one`, `solo`, `beggar`), `declarer`, `hands`, `talon`, `group` (the index of
//! the group taken), `discards`, `plays` as lists of player, card and legal
//! cards, `trick_winners` (null for the last). The forehand is player 0. What
//! else a line holds is passed over: scores follow each house's own rules.

use std::io::BufRead;

use serde::Deserialize;
use vzetek_game::{DealError, Game, IllegalAction, Seat, explain};

use crate::{Action, Card, CardSet, Contract, Options, Phase, SEATS, Tarok};

/// Counts of the agreement of the two programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Deals played again.
    pub deals: u64,
    /// Cards played in them.
    pub plays: u64,
    /// Players to move, sets of legal cards and winners of tricks that differ.
    /// Each is counted; a deal ends with a card that these rules forbid.
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
    /// The cards are no deal.
    #[error("line {line}: {source}")]
    Deal {
        /// The number of the line, from 1.
        line: usize,
        /// The fault of the cards.
        source: DealError,
    },
    /// The way to the first card cannot be gone.
    #[error("line {line}: {action}: {source}")]
    Start {
        /// The number of the line, from 1.
        line: usize,
        /// The action that is not allowed.
        action: Action,
        /// The rule that forbids it.
        source: IllegalAction,
    },
}

#[derive(Deserialize)]
struct Line {
    contract: Name,
    declarer: Seat,
    hands: Vec<Vec<Card>>,
    talon: Vec<Card>,
    #[serde(default)]
    group: Option<u8>,
    #[serde(default)]
    discards: Vec<Card>,
    plays: Vec<(Seat, Card, CardSet)>,
    trick_winners: Vec<Option<Seat>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Name {
    Klop,
    Three,
    Two,
    One,
    Solo,
    Beggar,
}

impl From<Name> for Contract {
    fn from(name: Name) -> Self {
        match name {
            Name::Klop => Self::Klop,
            Name::Three => Self::Three,
            Name::Two => Self::Two,
            Name::One => Self::One,
            Name::Solo => Self::Solo,
            Name::Beggar => Self::Berac,
        }
    }
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
        let state = start(&told, line)?;
        counts.play(state, &told, line);
    }
    Ok(counts)
}

/// The deal up to the first card.
fn start(told: &Line, line: usize) -> Result<Tarok, ConformError> {
    let cards: Vec<Card> = told.hands.iter().flatten().chain(&told.talon).copied().collect();
    let dealer = Seat::new(SEATS as u8 - 1);
    let mut state = Tarok::deal(&Options::default(), dealer, &cards)
        .map_err(|source| ConformError::Deal { line, source })?;
    let contract = Contract::from(told.contract);
    let mut discards = told.discards.iter();
    while !matches!(state.table().phase, Phase::Playing(_)) {
        let seat = state.current_player().expect("the deal has not begun");
        let bids = seat == told.declarer && contract > Contract::Three;
        let action = match &state.table().phase {
            Phase::Bidding(bidding) if bids && bidding.standing != contract => {
                Action::Bid(contract)
            }
            Phase::Choosing(_) => Action::Choose(contract),
            Phase::Taking(_) => Action::Take(told.group.unwrap_or(u8::MAX)),
            Phase::Discarding(_) => match discards.next() {
                Some(&card) => Action::Discard(card),
                None => Action::Pass,
            },
            _ => Action::Pass,
        };
        state.apply(action).map_err(|source| ConformError::Start { line, action, source })?;
    }
    Ok(state)
}

impl Counts {
    fn play(&mut self, mut state: Tarok, told: &Line, line: usize) {
        self.deals += 1;
        for (number, (seat, card, legal)) in told.plays.iter().enumerate() {
            let wrong = |what| format!("line {line}, card {}: {what}", number + 1);
            if state.current_player() != Some(*seat) {
                self.differ(wrong(format!("{:?} is to play", state.current_player())));
                return;
            }
            if state.legal_cards() != *legal {
                self.differ(wrong(format!("legal is {:?}, told {legal:?}", state.legal_cards())));
            }
            if let Err(refused) = state.apply(Action::Play(*card)) {
                self.differ(wrong(refused.to_string()));
                return;
            }
            self.plays += 1;
            if (number + 1) % SEATS == 0 {
                let taken = state.table().phase.taken();
                let winner = taken.and_then(|taken| taken.last_winner());
                let said = told.trick_winners.get(number / SEATS).copied().flatten();
                if said.is_some() && winner != said {
                    self.differ(wrong(format!("{winner:?} takes the trick, told {said:?}")));
                }
            }
        }
        if !state.is_terminal() {
            self.differ(format!("line {line}: the deal is not over"));
        }
    }

    fn differ(&mut self, what: String) {
        self.mismatches += 1;
        self.first.get_or_insert(what);
    }
}
