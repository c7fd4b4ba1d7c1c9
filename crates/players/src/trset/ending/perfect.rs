//! An ending as a game for the search library.

use vzetek_search::alphabeta::Guide;
use vzetek_search::{Perfect, Score};

use super::answers::Answers;
use super::trick::{Gains, NONE, Trick, score};

impl<const KIFAMENO: bool> Perfect for Trick<KIFAMENO> {
    /// A lead as suit and number in the suit, or the number of an answer.
    type Move = u8;
    type Key = (u64, u32);

    #[inline]
    fn key(&self) -> (u64, u32) {
        (self.shapes, self.state)
    }

    #[inline]
    fn maximizing(&self) -> bool {
        self.maximizes() == (self.suit() == NONE)
    }

    #[inline]
    fn moves(&self, moves: &mut Vec<u8>) {
        if self.suit() == NONE {
            self.list_leads(moves);
        } else {
            moves.extend(0..self.successors().count() as u8);
        }
    }

    fn play(&self, action: u8) -> (Self, Score) {
        let mut next = *self;
        let gain = next.advance(action);
        (next, gain)
    }

    #[inline]
    fn advance(&mut self, action: u8) -> Score {
        if self.suit() != NONE {
            return self.answer(action);
        }
        let (suit, number) = (action & 3, action >> 2);
        let lead = self.leads(suit).start + u16::from(number);
        self.state = self.state & 1 | u32::from(suit) << 8 | u32::from(lead) << 16;
        Score(0)
    }

    #[inline(always)]
    fn successors(&self) -> impl Iterator<Item = (Self, Score)> {
        debug_assert!(self.suit() != NONE, "positions before tricks are remembered");
        Answers::new(*self)
    }

    #[inline]
    fn future(&self) -> (Score, Score) {
        if self.suit() != NONE {
            return (Score::LOWEST, Score::HIGHEST);
        }
        let Gains { least, most, all } = self.gains();
        let [least, most, all] = [least, most, all].map(i32::from);
        let (least, most) = (score(least, all), score(most, all));
        if self.maximizes() { (least, most) } else { (-most, -least) }
    }

    #[inline]
    fn is_worth_remembering(&self) -> bool {
        self.suit() == NONE
    }
}

impl<const KIFAMENO: bool> Trick<KIFAMENO> {
    #[inline(never)]
    fn answer(&mut self, number: u8) -> Score {
        let (next, gain) = self.successors().nth(number.into()).expect("an answer of those listed");
        *self = next;
        gain
    }
}

/// A guide by which positions that differ only in the side that leads share one entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alike;

impl<const KIFAMENO: bool> Guide<Trick<KIFAMENO>> for Alike {
    type Key = u64;
    const FAITHFUL: bool = true;
    const IN_TURN: bool = true;

    #[inline]
    fn key(&self, trick: &Trick<KIFAMENO>) -> u64 {
        trick.shapes
    }

    #[inline]
    fn is_mirrored(&self, trick: &Trick<KIFAMENO>) -> bool {
        !trick.maximizes()
    }

    /// The side that would lead now has won the last trick, and its bonus. Alpha-beta never gets as
    /// far: it learns the future exactly a trick earlier.
    fn evaluate(&self, trick: &Trick<KIFAMENO>) -> Score {
        trick.future().0
    }
}
