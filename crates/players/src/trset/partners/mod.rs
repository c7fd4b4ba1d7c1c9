//! Perfect play of four open hands: two sides, no stock.
//!
//! Alpha-beta that looks at whole tricks, as double dummy solvers of bridge do (B. Haglund, "Search
//! algorithms for a bridge double dummy solver", 2010). Within one deal of the cards a position
//! between tricks is identified by the cards that are left and by who leads, so that its key is one
//! word. It is asked with minimal windows: does the first side take `needed` thirds?
//!
//! An own loop because the general search, with the same bounds and order of cards, visits the same
//! positions and takes a tenth to a fifth more time.

mod order;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use vzetek_search::{Score, mtd};
use vzetek_trset::LAST_TRICK;

use super::World;
use super::cards::{SUIT, thirds};
use order::{Order, Trick};

/// The shifts of the leader, and of the number of the deal, in the key.
const LEADER: u32 = 40;
const DEAL_NUMBER: u32 = 42;

/// The solver. Values are the thirds that the first side, seats 0 and 2, still
/// takes.
#[derive(Clone, Debug)]
pub(super) struct Partners {
    /// The hands as they were when the deal was taken up.
    hands: [u64; 4],
    kifameno: bool,
    table: Vec<Known>,
    /// The shift that turns a mixed key into its place in the table.
    shift: u32,
    /// The number of the deal, in its place in the key.
    deal: u64,
}

/// The bounds known of a position.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    key: u64,
    least: u8,
    most: u8,
    /// The card that answered the last question.
    card: u8,
}

impl Partners {
    /// A solver for hands of at most `size` cards.
    pub fn new(kifameno: bool, size: usize) -> Self {
        // Room for most of the positions met with `size` cards.
        let bits = if size > 6 { 17 } else { 13 };
        let table = vec![Known::default(); 1 << bits];
        Self { hands: [0; 4], kifameno, table, shift: 64 - bits, deal: 0 }
    }

    /// Takes up a deal: all questions are about it and what follows from it
    /// until the next is taken up.
    pub fn take_up(&mut self, world: &World) {
        self.hands = world.hands;
        self.deal = self.deal.wrapping_add(1 << DEAL_NUMBER);
        if self.deal == 0 {
            self.table.fill(Known::default());
            self.deal = 1 << DEAL_NUMBER;
        }
    }

    /// The final thirds by side if all play their best, and whether they are exact. If they need
    /// not be, the solver may only find out who wins the deal.
    pub fn finish(&mut self, world: &World, exact: bool) -> ([u8; 4], bool) {
        let left = left(world);
        let [first, second, ..] = world.thirds;
        let total = first + second + left;
        // With as much as this the first side has more than the other, with
        // less it has fewer, unless there can be a draw.
        let needed = i32::from(total / 2 + 1) - i32::from(first);
        let exact = exact || total.is_multiple_of(2);
        let value = if exact {
            self.value(world, needed.clamp(0, i32::from(left)))
        } else {
            self.bound(world, needed)
        };
        let value = value.clamp(0, i32::from(left)) as u8;
        ([first + value, second + left - value, 0, 0], exact)
    }

    /// Returns a bound of the thirds that the first side still takes: at least
    /// the answer if that reaches `needed`, at most the answer if not.
    fn bound(&mut self, world: &World, needed: i32) -> i32 {
        let left = world.hands.iter().fold(0, |all, hand| all | hand);
        let trick = Trick::of(world);
        if trick.played == 0 {
            self.tricks(left, trick.leader, needed)
        } else {
            self.play(left, trick, needed, u8::MAX, 0).0
        }
    }

    /// Returns the thirds that the first side still takes, `guess` being a first guess.
    fn value(&mut self, world: &World, guess: i32) -> i32 {
        let most = Score(i32::from(u8::MAX));
        let Ok(value) = mtd::converge((Score(0), most), Score(guess), |window| {
            Ok::<_, Infallible>(Score(self.bound(world, window.beta.0)))
        });
        value.0
    }

    /// Returns true if a seat wants the first side to take much.
    fn wants_much(&self, seat: u8) -> bool {
        (seat & 1 == 0) != self.kifameno
    }

    /// Returns the bound between two tricks, by the cards that are left.
    fn tricks(&mut self, left: u64, leader: u8, needed: i32) -> i32 {
        if left == 0 || needed <= 0 {
            return 0;
        }
        let rest = i32::from(thirds(left) + LAST_TRICK);
        if needed > rest {
            return rest;
        }
        let own = self.hands[usize::from(leader)] & left;
        if own & (own - 1) == 0 {
            return self.last_trick(left, leader);
        }
        // Without trumps a card that no other card can beat takes its trick whenever it is led, and
        // all of them can be led one after the other.
        let sure = unbeatable(own, left & !own);
        let is_first = leader & 1 == 0;
        if sure == own {
            return if is_first { rest } else { 0 };
        }
        if !self.kifameno {
            let sure = i32::from(thirds(sure));
            if is_first && sure >= needed {
                return sure;
            }
            if !is_first && rest - sure < needed {
                return rest - sure;
            }
        }
        let key = left | u64::from(leader) << LEADER | self.deal;
        let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        let known = self.table[place];
        let mut known = if known.key == key {
            let (least, most) = (i32::from(known.least), i32::from(known.most));
            if least >= needed {
                return least;
            }
            if most < needed {
                return most;
            }
            known
        } else {
            Known { key, least: 0, most: rest as u8, card: u8::MAX }
        };
        let (value, card) = self.play(left, Trick::new(leader), needed, known.card, sure);
        known.card = card;
        if value >= needed {
            known.least = value as u8;
        } else {
            known.most = value as u8;
        }
        self.table[place] = known;
        value
    }

    /// One card each.
    fn last_trick(&self, left: u64, leader: u8) -> i32 {
        let mut trick = Trick::new(leader);
        for _ in 0..4 {
            let hand = self.hands[usize::from(trick.seat())] & left;
            trick = trick.with(hand.trailing_zeros() as u8);
        }
        if trick.winner & 1 == 0 { i32::from(trick.thirds + LAST_TRICK) } else { 0 }
    }

    /// Returns the bound within a trick, with a card that reaches it. Tries `first` before the
    /// others; `sure` are the cards to lead that cannot be beaten.
    fn play(&mut self, left: u64, trick: Trick, needed: i32, first: u8, sure: u64) -> (i32, u8) {
        let seat = trick.seat();
        let wants_much = self.wants_much(seat);
        let mut best = (if wants_much { i32::MIN } else { i32::MAX }, u8::MAX);
        let hands = self.hands.map(|hand| hand & left);
        for (_, card) in Order::new(&hands, trick, self.kifameno, sure).cards(first) {
            let next = trick.with(card);
            let left = left & !(1 << card);
            let value = if next.played < 4 {
                self.play(left, next, needed, u8::MAX, 0).0
            } else {
                let last = if left == 0 { LAST_TRICK } else { 0 };
                let gain = match next.winner & 1 {
                    0 => i32::from(next.thirds + last),
                    _ => 0,
                };
                gain + self.tricks(left, next.winner, needed - gain)
            };
            if wants_much && value > best.0 || !wants_much && value < best.0 {
                best = (value, card);
            }
            if (best.0 >= needed) == wants_much {
                break;
            }
        }
        best
    }
}

/// The thirds that are still to be taken.
fn left(world: &World) -> u8 {
    if world.is_over() {
        return 0;
    }
    thirds(world.hands.iter().fold(0, |all, hand| all | hand)) + world.on_table() + LAST_TRICK
}

/// The cards of a hand that no other card in play beats.
fn unbeatable(own: u64, others: u64) -> u64 {
    let mut sure = 0;
    for suit in SUIT {
        let above = (others & suit).checked_ilog2().map_or(!0, |highest| !0 << highest);
        sure |= own & suit & above;
    }
    sure
}
