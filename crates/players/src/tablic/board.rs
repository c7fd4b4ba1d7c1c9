//! The open part of a position, and the moves that change it: done and undone
//! by searches.

use vzetek_tablic::{Action, CardSet, MOST_CARDS_POINTS, points};

/// Everything about a deal that all players see and that matters for its result. Seats are counted
/// in turn, from 0 for the seat that has the first turn after each deal, and sides as the first of
/// their seats; who captured which cards is forgotten.
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
    /// The number of players.
    pub seats: usize,
    /// Points of captured cards and tablas, by side.
    pub points: Vec<u8>,
    /// The number of captured cards, by side.
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
        self.seats
    }

    /// Returns the number of sides: of players, or of pairs that sit opposite each other.
    pub fn sides(&self) -> usize {
        self.points.len()
    }

    /// Returns the side of a seat.
    pub fn side(&self, seat: usize) -> usize {
        seat % self.sides()
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
            let side = self.side(seat);
            self.points[side] += undo.gain;
            self.cards[side] += taken.len() as u8 + 1;
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
            let side = self.side(seat);
            self.points[side] -= gain;
            self.cards[side] -= taken.len() as u8 + 1;
            self.table |= taken;
        }
        self.last = last;
    }

    /// Returns the cards that the end of the game adds to a side, and their
    /// points, if the side captured last.
    fn swept(&self, side: usize) -> (u8, u8) {
        let is_last = self.last.is_some_and(|seat| self.side(seat) == side);
        if is_last { (self.table.len() as u8, points(self.table)) } else { (0, 0) }
    }

    /// Returns the number of cards of each side at the end of the game.
    fn final_cards(&self) -> impl Iterator<Item = u8> {
        (0..self.sides()).map(|side| self.cards[side] + self.swept(side).0)
    }

    /// Returns the side with strictly most cards at the end of the game, if
    /// there is one.
    fn richest(&self) -> Option<usize> {
        let (mut most, mut whose) = (0, None);
        for (side, cards) in self.final_cards().enumerate() {
            if cards > most {
                (most, whose) = (cards, Some(side));
            } else if cards == most {
                whose = None;
            }
        }
        whose
    }

    /// Returns the final result of each side if the game ends as it stands:
    /// cards, and points with everything that counts.
    pub fn finals(&self) -> impl Iterator<Item = (u8, u8)> {
        let richest = self.richest();
        (0..self.sides()).map(move |side| {
            let (cards, worth) = self.swept(side);
            let bonus = if richest == Some(side) { MOST_CARDS_POINTS } else { 0 };
            (self.cards[side] + cards, self.points[side] + worth + bonus)
        })
    }

    /// Returns the present result of each side: cards and points.
    pub fn so_far(&self) -> impl Iterator<Item = (u8, u8)> {
        self.cards.iter().copied().zip(self.points.iter().copied())
    }
}
