//! The capture that brings most.

use vzetek_cards::capture::{Captures, Pattern};
use vzetek_cards::french::{CardSet, Rank};

use crate::card::{TEN_OF_DIAMONDS, TWO_OF_CLUBS, Values, points};

/// The value of a capture, the better the greater: the first six parts of the
/// tuple by which the greedy player of Penzar's tablić compares captures, for
/// the cards taken from the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Riches {
    /// True if nothing is left on the table.
    pub tabla: bool,
    /// The value of the cards, in points.
    pub points: u8,
    /// The number of cards.
    pub cards: u8,
    /// True if the ten of diamonds is among them.
    pub ten_of_diamonds: bool,
    /// True if the two of clubs is among them.
    pub two_of_clubs: bool,
    /// The number of aces among them.
    pub aces: u8,
}

impl Riches {
    /// The value of taking these cards from this table.
    pub fn of(taken: CardSet, table: CardSet) -> Self {
        Self {
            tabla: taken == table,
            points: points(taken),
            cards: taken.len() as u8,
            ten_of_diamonds: taken.contains(TEN_OF_DIAMONDS),
            two_of_clubs: taken.contains(TWO_OF_CLUBS),
            aces: (taken & Rank::Ace.cards()).len() as u8,
        }
    }
}

/// The capture with the greatest [`Riches`]; of equal ones the first found.
pub fn richest(captures: Captures<'_, Values>) -> Option<CardSet> {
    let table = captures.table();
    let mut best: Option<(Riches, CardSet)> = None;
    for &pattern in captures.patterns() {
        let taken = best_cards(pattern, table);
        let riches = Riches::of(taken, table);
        if best.is_none_or(|(before, _)| riches > before) {
            best = Some((riches, taken));
        }
    }
    best.map(|(_, taken)| taken)
}

/// The best cards of the table with this pattern: the ten of diamonds and the
/// two of clubs before others of their rank, then the suits from the highest.
fn best_cards(pattern: Pattern, table: CardSet) -> CardSet {
    let mut taken = CardSet::EMPTY;
    for (rank, count) in pattern.ranks() {
        let mut there = table & Rank::ALL[rank].cards();
        let mut left = count;
        // The two of clubs is the highest two anyway.
        if there.remove(TEN_OF_DIAMONDS) {
            taken.insert(TEN_OF_DIAMONDS);
            left -= 1;
        }
        taken.extend(there.iter().rev().take(left.into()));
    }
    taken
}
