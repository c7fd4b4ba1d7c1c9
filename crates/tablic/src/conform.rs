//! Deals that another program played, replayed by these rules.
//!
//! A file holds one deal a line, as JSON: `players`; `deck`, the cards in the order they are dealt;
//! `moves`, each with `player`, `hand`, `table`, `card`, `captured`, and where it is given
//! `legal_captures`, for each card of the hand every set of cards it can capture, the empty one
//! among them; `result`, for each player `card_points`, `tablas`, `most_cards` and `cards`;
//! `scores`. The first turn is player 0's.

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;
use vzetek_game::conform::{Counts, ForeignDeal};
use vzetek_game::{Game, Seat};

use crate::{Action, Card, CardSet, Finder, Options, Tablic};

/// A deal as the other program wrote it down.
#[derive(Debug, Deserialize)]
pub struct Deal {
    players: u8,
    deck: Vec<Card>,
    moves: Vec<Move>,
    result: Vec<Made>,
    scores: Vec<i32>,
}

#[derive(Debug, Deserialize)]
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

impl ForeignDeal for Deal {
    fn replay(&self, line: usize, counts: &mut Counts) -> Result<(), Box<dyn Error + Send + Sync>> {
        let options = Options::new(self.players)?;
        let mut state = Tablic::deal(&options, Seat::new(self.players - 1), &self.deck)?;
        for (number, step) in self.moves.iter().enumerate() {
            let wrong = |what: String| format!("line {line}, move {}: {what}", number + 1);
            if state.current_player() != Some(step.player) {
                counts.differ(wrong(format!("{:?} is to play", state.current_player())));
                return Ok(());
            }
            for difference in differences(&state, step) {
                counts.differ(wrong(difference));
            }
            counts.listed += step.legal_captures.as_ref().map_or(0, |told| told.len() as u64);
            if let Err(refused) = state.apply(Action::capture(step.card, step.captured)) {
                counts.differ(wrong(refused.to_string()));
                return Ok(());
            }
            counts.plays += 1;
        }
        let Some(result) = state.result() else {
            counts.differ(format!("line {line}: the deal is not over"));
            return Ok(());
        };
        let made = |seat: usize| {
            let seat = &result.seats.as_slice()[seat];
            let (card_points, tablas) = (seat.card_points, seat.tablas);
            Made { card_points, tablas, most_cards: seat.most_cards, cards: seat.cards }
        };
        let made: Vec<Made> = (0..result.seats.len()).map(made).collect();
        if made != self.result {
            counts.differ(format!("line {line}: made was {made:?}, told {:?}", self.result));
        }
        if result.scores().as_slice() != self.scores {
            let scores = result.scores();
            counts.differ(format!("line {line}: the score is {scores:?}, told {:?}", self.scores));
        }
        Ok(())
    }
}

/// Returns the facts that are not as the file gives them before a move.
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
