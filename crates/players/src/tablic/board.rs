//! The open part of a position, and the moves that change it: done and undone
//! by searches.

use vzetek_tablic::{Action, CardSet, MOST_CARDS_POINTS, points};

/// Everything about a deal that all players see and that matters for its result. Seats are counted
/// in turn, from 0 for the seat that has the first turn after each deal; who captured which cards
/// is forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The cards on the table.
    pub table: CardSet,
    /// The seat to play.
    pub to_play: usize,
    /// The seat that captured last.
    pub last: Option<usize>,
    /// The number of cards still to be dealt.
    pub deck: u8,
    /// Points of captured cards and tablas, by seat.
    pub points: Vec<u8>,
    /// The number of captured cards, by seat.
    pub cards: Vec<u8>,
}

/// The part of a position that a move overwrites.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    action: Action,
    last: Option<usize>,
    gain: u8,
}

impl Board {
    /// Returns the number of players.
    pub fn seats(&self) -> usize {
        self.points.len()
    }

    /// Makes a legal move of the seat to play.
    pub fn play(&mut self, action: Action) -> Undo {
        let Action { card, taken } = action;
        let seat = self.to_play;
        let mut undo = Undo { action, last: self.last, gain: 0 };
        if taken.is_empty() {
            self.table.insert(card);
        } else {
            undo.gain = points(taken.with(card)) + u8::from(taken == self.table);
            self.points[seat] += undo.gain;
            self.cards[seat] += taken.len() as u8 + 1;
            self.last = Some(seat);
            self.table -= taken;
        }
        self.to_play = if seat + 1 == self.seats() { 0 } else { seat + 1 };
        undo
    }

    /// Takes the last move back.
    pub fn undo(&mut self, Undo { action: Action { card, taken }, last, gain }: Undo) {
        let seat = if self.to_play == 0 { self.seats() - 1 } else { self.to_play - 1 };
        self.to_play = seat;
        if taken.is_empty() {
            self.table.remove(card);
        } else {
            self.points[seat] -= gain;
            self.cards[seat] -= taken.len() as u8 + 1;
            self.table |= taken;
        }
        self.last = last;
    }

    /// Returns the cards that the end of the game adds to a seat, and their
    /// points, if the seat captured last.
    fn swept(&self, seat: usize) -> (u8, u8) {
        if self.last == Some(seat) { (self.table.len() as u8, points(self.table)) } else { (0, 0) }
    }

    /// Returns the number of cards of each seat at the end of the game.
    fn final_cards(&self) -> impl Iterator<Item = u8> {
        (0..self.seats()).map(|seat| self.cards[seat] + self.swept(seat).0)
    }

    /// Returns the seat with strictly most cards at the end of the game, if
    /// there is one.
    fn richest(&self) -> Option<usize> {
        let (mut most, mut whose) = (0, None);
        for (seat, cards) in self.final_cards().enumerate() {
            if cards > most {
                (most, whose) = (cards, Some(seat));
            } else if cards == most {
                whose = None;
            }
        }
        whose
    }

    /// Returns the final result of each seat if the game ends as it stands:
    /// cards, and points with everything that counts.
    pub fn finals(&self) -> impl Iterator<Item = (u8, u8)> {
        let richest = self.richest();
        (0..self.seats()).map(move |seat| {
            let (cards, worth) = self.swept(seat);
            let bonus = if richest == Some(seat) { MOST_CARDS_POINTS } else { 0 };
            (self.cards[seat] + cards, self.points[seat] + worth + bonus)
        })
    }

    /// Returns the present result of each seat: cards and points.
    pub fn so_far(&self) -> impl Iterator<Item = (u8, u8)> {
        self.cards.iter().copied().zip(self.points.iter().copied())
    }
}
