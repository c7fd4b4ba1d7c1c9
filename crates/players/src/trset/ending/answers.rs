//! The positions of [`super::trick`] after each answer to a lead.

use std::ops::Range;
use std::slice;

use vzetek_search::Score;

use super::node::Node;
use super::suits::{Discard, Lead, Reply, Shape};
use super::trick::{NONE, Trick};

/// The positions after all answers to a lead, and the maximiser's gain by each.
/// Written out, since adapters of iterators nested this deep are not always
/// compiled into the loop that asks for the next.
pub(super) struct Answers<const KIFAMENO: bool> {
    trick: Trick<KIFAMENO>,
    lead: &'static Lead,
    replies: slice::Iter<'static, Reply>,
    /// The discards of the current suit that are left to try.
    discards: slice::Iter<'static, Discard>,
    /// The current suit, and the suits to throw off from after it.
    other: u8,
    others: Range<u8>,
}

impl<const KIFAMENO: bool> Answers<KIFAMENO> {
    #[inline(always)]
    pub fn new(trick: Trick<KIFAMENO>) -> Self {
        let (suits, lead) = (Trick::<KIFAMENO>::suits(), trick.led());
        let replies = suits.replies::<KIFAMENO>(lead);
        let others = if replies.is_empty() { 0..4 } else { 0..0 };
        Self { trick, lead, replies: replies.iter(), discards: [].iter(), other: NONE, others }
    }
}

impl<const KIFAMENO: bool> Iterator for Answers<KIFAMENO> {
    type Item = (Trick<KIFAMENO>, Score);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (suits, trick) = (Trick::<KIFAMENO>::suits(), &self.trick);
        if let Some(reply) = self.replies.next() {
            let shapes = if reply.takes {
                let [a, b, c, d] = Node::of_key(trick.shapes).0;
                Node([suits.swapped(a), suits.swapped(b), suits.swapped(c), suits.swapped(d)]).key()
            } else {
                trick.shapes
            };
            let shapes = with(shapes, trick.suit(), reply.next);
            return Some(trick.after(shapes, reply.takes, reply.thirds));
        }
        loop {
            if let Some(discard) = self.discards.next() {
                let alone = with(trick.shapes, trick.suit(), self.lead.alone);
                let shapes = with(alone, self.other, discard.next);
                return Some(trick.after(shapes, false, self.lead.thirds + discard.thirds));
            }
            self.other = self.others.next()?;
            if self.other != trick.suit() {
                self.discards = suits.discards::<KIFAMENO>(trick.shape(self.other)).iter();
            }
        }
    }
}

/// The shapes of all suits with another one in one suit.
#[inline]
fn with(shapes: u64, suit: u8, shape: Shape) -> u64 {
    let at = 16 * suit;
    shapes & !(0xffff << at) | u64::from(shape) << at
}
