//! A deal between two tricks, before the cards are drawn.

use arrayvec::ArrayVec;

use crate::trset::cards::{SUIT_OF, THIRDS};
use crate::trset::{Rules, World};

/// Both hands, the stock and the score after a trick and before the draw, so
/// that which cards come next is still chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Afterstate {
    /// The cards of the player who took the trick: draws first, leads next.
    pub mine: u64,
    /// The cards of the other player.
    pub theirs: u64,
    /// The cards to be drawn, in any order.
    pub stock: u64,
    /// The thirds of the player who took the trick.
    pub taken: u8,
    /// The thirds of the other player.
    pub lost: u8,
    /// The thirds that are still to be taken.
    pub left: u8,
}

impl Afterstate {
    /// Returns the afterstate of this reply to the card led, and the seat that
    /// takes the trick. `total` is the number of thirds that both will have
    /// taken in the end.
    #[inline]
    pub fn after(world: &World, reply: u8, total: u8) -> (Self, usize) {
        let (leader, led) = (usize::from(world.leader), world.trick[0]);
        let takes = SUIT_OF[usize::from(led)] == SUIT_OF[usize::from(reply)] && reply > led;
        let winner = leader ^ usize::from(takes);
        let mut hands = [world.hands[0], world.hands[1]];
        hands[leader ^ 1] &= !(1 << reply);
        let trick = THIRDS[usize::from(led)] + THIRDS[usize::from(reply)];
        let stock = set(&world.stock[..usize::from(world.stock_len)]);
        let taken = world.thirds[winner] + trick;
        let lost = world.thirds[winner ^ 1];
        let (mine, theirs) = (hands[winner], hands[winner ^ 1]);
        (Self { mine, theirs, stock, taken, lost, left: total - taken - lost }, winner)
    }

    /// Returns the afterstate of the last trick, before two players drew, and
    /// the seat that took it.
    #[inline]
    pub fn before_draw(world: &World, total: u8) -> (Self, usize) {
        let winner = usize::from(world.leader);
        let len = usize::from(world.stock_len);
        let drawn = set(&world.stock[len..len + 2]);
        let afterstate = Self {
            mine: world.hands[winner] & !drawn,
            theirs: world.hands[winner ^ 1] & !drawn,
            stock: set(&world.stock[..len]) | drawn,
            taken: world.thirds[winner],
            lost: world.thirds[winner ^ 1],
            left: total - world.thirds[0] - world.thirds[1],
        };
        (afterstate, winner)
    }

    /// Rows of the network's table for one suit: of each card its owner, once
    /// by its strength and once by the number of stronger ones left.
    #[inline]
    pub fn rows(&self, suit: usize) -> ArrayVec<u8, 20> {
        let of_suit = |cards: u64| (cards >> (10 * suit)) as u32 & 0x3ff;
        let (mine, theirs) = (of_suit(self.mine), of_suit(self.theirs));
        let mut left = mine | theirs | of_suit(self.stock);
        let mut rows = ArrayVec::new();
        let mut place = 0;
        while left != 0 {
            let top = 31 - left.leading_zeros();
            let owner = match (mine >> top & 1, theirs >> top & 1) {
                (1, _) => 0,
                (_, 1) => 1,
                _ => 2,
            };
            rows.push((owner * 10 + top) as u8);
            rows.push((30 + owner * 10 + place) as u8);
            place += 1;
            left &= !(1 << top);
        }
        rows
    }

    /// Returns the features other than the cards.
    #[inline]
    pub fn globals(&self) -> [f32; GLOBALS] {
        let ahead = f32::from(self.taken) - f32::from(self.lost);
        let left = f32::from(self.left);
        let stock = self.stock.count_ones() as f32;
        [ahead / 10.0, left / 35.0, stock / 20.0, ahead / left.max(1.0)]
    }

    /// The thirds that the player who took the trick will have in the end.
    #[inline]
    pub fn thirds(&self, outlook: Outlook) -> f32 {
        f32::from(self.taken) + outlook.share * f32::from(self.left)
    }

    /// Returns the utility of an outlook to the player who took the trick, 0 to 1.
    #[inline]
    pub fn worth(&self, outlook: Outlook, rules: Rules, win_weight: f64) -> f32 {
        let thirds = f64::from(self.thirds(outlook));
        rules.expected(f64::from(outlook.win), thirds, win_weight) as f32
    }
}

#[inline]
fn set(cards: &[u8]) -> u64 {
    cards.iter().fold(0, |set, card| set | 1 << card)
}

/// The expectation of the player who leads next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// The probability of winning the deal.
    pub win: f32,
    /// The share of the thirds that are still to be taken.
    pub share: f32,
}

/// The number of features other than the cards.
pub const GLOBALS: usize = 4;
