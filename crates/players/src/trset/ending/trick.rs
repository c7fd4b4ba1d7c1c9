//! Positions of an ending before each trick and after each lead.

use std::fmt;
use std::sync::LazyLock;

use vzetek_search::Score;
use vzetek_trset::LAST_TRICK;

use super::node::Node;
use super::suits::{Lead, SUITS, Shape, Slice, Suits};
use super::total::Total;

/// No suit is led.
pub(super) const NONE: u8 = 4;

/// Returns a side's gain as a score: its surplus over the other side's gain, of
/// `all` that there is to gain. All such scores are odd or even as `all` is.
#[inline]
pub(super) fn score(gain: i32, all: i32) -> Score {
    Score(2 * gain - all)
}

/// A position before a trick or after its lead. Scores are the thirds that the
/// maximiser gains more than the other side; the bonus for the last trick is the
/// value of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Trick<const KIFAMENO: bool> {
    /// The [`Node::key`], from the side of the player who leads or led.
    pub(super) shapes: u64,
    /// From the lowest byte: 1 if the maximiser leads or led, the suit led, and
    /// in two bytes the lead. In pieces it would be waited for at every copy.
    pub(super) state: u32,
}

/// The leader's least and greatest gain, and all that is left to gain.
pub(super) struct Gains {
    pub least: u8,
    pub most: u8,
    pub all: u8,
}

impl<const KIFAMENO: bool> Trick<KIFAMENO> {
    /// Before a trick.
    #[inline]
    pub(super) fn before(node: Node, maximizes: bool) -> Self {
        let state = u32::from(maximizes) | u32::from(NONE) << 8;
        Self { shapes: node.sorted().key(), state }
    }

    /// Looked at very often, so this does not work them out.
    ///
    /// # Panics
    /// If nothing has worked them out before.
    #[inline]
    pub(super) fn suits() -> &'static Suits {
        LazyLock::get(&SUITS).expect("the first position was made of shapes")
    }

    /// Returns true if the maximiser leads or led.
    #[inline]
    pub(super) fn maximizes(&self) -> bool {
        self.state & 1 == 1
    }

    /// The suit led, or [`NONE`].
    #[inline]
    pub(super) fn suit(&self) -> u8 {
        (self.state >> 8) as u8
    }

    #[inline]
    pub(super) fn led(&self) -> &'static Lead {
        &Self::suits().leads[(self.state >> 16) as usize]
    }

    #[inline]
    pub(super) fn shape(&self, suit: u8) -> Shape {
        (self.shapes >> (16 * suit)) as Shape
    }

    #[inline]
    pub(super) fn leads(&self, suit: u8) -> Slice {
        Self::suits().lead_slice::<KIFAMENO>(self.shape(suit))
    }

    /// The position after a trick, and the maximiser's gain by it.
    #[inline]
    pub(super) fn after(&self, shapes: u64, takes: bool, thirds: u8) -> (Self, Score) {
        let maximizes = self.maximizes() != takes;
        let thirds = i32::from(thirds);
        let gain = Score(if maximizes != KIFAMENO { thirds } else { -thirds });
        (Self::before(Node::of_key(shapes), maximizes), gain)
    }

    /// Returns bounds of the leader's gain. Only of a position before a trick.
    #[inline]
    pub(super) fn gains(&self) -> Gains {
        let total = Total::new::<KIFAMENO>(Self::suits(), Node::of_key(self.shapes).0);
        let all = total.thirds + LAST_TRICK;
        let exact = |gain| Gains { least: gain, most: gain, all };
        // The leader's gain from winning every trick that is left.
        let sweep = if KIFAMENO { 0 } else { all };
        if !total.contact {
            exact(sweep)
        } else if total.tricks == 1 {
            // Both cards are of one suit, or there would be no contact.
            exact(if total.sure == 1 { sweep } else { all - sweep })
        } else if KIFAMENO && total.exit {
            Gains { least: total.given, most: all, all }
        } else if KIFAMENO || total.sure == total.tricks {
            exact(sweep)
        } else {
            Gains { least: total.sure_thirds, most: all, all }
        }
    }

    /// All leads, the most promising first, as suit and number in the suit.
    #[inline]
    pub(super) fn list_leads(&self, moves: &mut Vec<u8>) {
        // Ten cards at most, each with its order in the upper byte.
        let mut listed = [0u16; 16];
        let mut count = 0;
        for suit in 0..4 {
            let leads = self.leads(suit).of(&Self::suits().leads);
            for (number, lead) in leads.iter().enumerate() {
                let order = u16::from(lead.order);
                // Insertion keeps the few in order.
                let mut at = count;
                while at > 0 && listed[(at - 1) & 15] >> 8 > order {
                    listed[at & 15] = listed[(at - 1) & 15];
                    at -= 1;
                }
                listed[at & 15] = order << 8 | (number as u16) << 2 | u16::from(suit);
                count += 1;
            }
        }
        moves.extend(listed[..count & 15].iter().map(|&lead| lead as u8));
    }
}

impl<const KIFAMENO: bool> fmt::Debug for Trick<KIFAMENO> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Trick({:x}, {:x})", self.shapes, self.state)
    }
}
