//! Exact search for the full score of an ordinary contract: the game with its
//! points, announcements made or not, silent bonuses, the mond.
//!
//! The past matters for the score, so positions are remembered
//! together with it. Otherwise a plain zero-window search with a table.

use vzetek_search::alphabeta::OutOfBudget;
use vzetek_search::{Score, mtd};
use vzetek_tarok::{Announcement, Contract, Item};

use super::Terms;
use super::bits::{KING_BITS, MOND_BIT, PAGAT_BIT, PAGAT_INDEX, TRULA_BITS, value, values};
use super::order::Order;
use super::scoring::{MOND_LOST, game_part};
use super::trick::Trick;

/// Below and above every score.
const FAR: i32 = 30_000;

/// The past, as far as it matters for the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Past {
    /// The declarer's points.
    pub points: i32,
    /// By announcement, two bits each: whether the declarer and whether the defenders may still
    /// make it. Pagat ultimo is only decided by the last trick.
    pub open: u8,
    /// The points that the mond has brought the declarer: 21, 0 or −21.
    pub mond: i32,
}

/// The stakes: they make a score of a past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stakes {
    pub contract: Contract,
    pub terms: Terms,
    /// True if the mond may still cost something.
    pub mond_counts: bool,
}

/// A remembered position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u128,
    least: i16,
    most: i16,
    best: u8,
}

/// The search. The declarer is player 0.
#[derive(Clone, Debug)]
pub(super) struct Full {
    stakes: Stakes,
    /// For each announcement and each two bits of [`Past::open`], the least and
    /// the most it may bring.
    ranges: [[(i32, i32); 4]; 4],
    table: Vec<Entry>,
    pub nodes: u64,
    pub most_nodes: u64,
}

impl Full {
    /// A search that remembers two to the power of `bits` positions.
    pub fn new(stakes: Stakes, bits: u32) -> Self {
        let ranges = Announcement::OF_THREE.map(|announcement| {
            let worth = |own, theirs| stakes.terms.worth(announcement, own, theirs);
            [0, 1, 2, 3].map(|open| {
                let own = (open & 1 != 0).then(|| worth(true, false));
                let theirs = (open & 2 != 0).then(|| worth(false, true));
                let all = [Some(worth(false, false)), own, theirs].into_iter().flatten();
                (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
            })
        });
        let table = vec![Entry::default(); 1 << bits];
        Self { stakes, ranges, table, nodes: 0, most_nodes: u64::MAX }
    }

    /// Searches for something else from now on.
    pub fn play_for(&mut self, stakes: Stakes) {
        if stakes != self.stakes {
            let bits = self.table.len().trailing_zeros();
            *self = Self { nodes: self.nodes, ..Self::new(stakes, bits) };
        }
    }

    /// Forgets what was found out.
    pub fn forget(&mut self) {
        self.table.fill(Entry::default());
    }

    /// True if the search has given up.
    pub fn is_spent(&self) -> bool {
        self.nodes > self.most_nodes
    }

    /// The declarer's exact score; nothing if the search has given up.
    pub fn score(&mut self, trick: &Trick, past: Past) -> Option<i32> {
        let (least, most) = self.range(&trick.hands, &past);
        let guess = self.guess(*trick, past).min(most);
        let score = mtd::converge((Score(least), Score(most)), Score(guess), |window| {
            let need = window.beta.0;
            let found = if trick.played == 0 {
                self.lead(&trick.hands, trick.leader, past, need)
            } else {
                self.try_all(trick, past, None, need).0
            };
            if self.is_spent() { Err(OutOfBudget) } else { Ok(Score(found)) }
        });
        score.ok().map(|score| score.0)
    }

    fn guess(&self, mut trick: Trick, mut past: Past) -> i32 {
        while trick.hands[0] != 0 {
            trick = trick.with(Order::ordinary(&trick, None).next().expect("a card is legal"));
            if trick.played == 3 {
                past = self.after(&trick, past);
                trick = Trick::led_by(trick.taken().0, trick.left());
            }
        }
        self.range(&trick.hands, &past).0
    }

    /// Returns the past after the complete trick.
    fn after(&self, trick: &Trick, mut past: Past) -> Past {
        let (winner, card) = trick.taken();
        let set = trick.set();
        if winner == 0 {
            past.points += trick.cards.iter().map(|&card| value(card) as i32).sum::<i32>() - 2;
        }
        // One side can no longer make what needs a card that the other gets.
        let closed = if winner == 0 { 0b10 } else { 0b01 };
        for (number, cards) in [(0, TRULA_BITS), (1, KING_BITS), (3, u64::MAX)] {
            if set & cards != 0 {
                past.open &= !(closed << (2 * number));
            }
        }
        let is_last = trick.hands.iter().fold(0, |all, hand| all | hand) == set;
        if is_last && card == PAGAT_INDEX {
            past.open &= !(closed << 4);
        } else if is_last || set & PAGAT_BIT != 0 {
            past.open &= !(0b11 << 4);
        }
        if set & MOND_BIT != 0 && self.stakes.mond_counts {
            let own = trick.hands[0] & MOND_BIT != 0;
            let lost = trick.hands[usize::from(winner)] & MOND_BIT == 0;
            past.mond = match (lost, own) {
                (false, _) => 0,
                (true, true) => -MOND_LOST,
                (true, false) => MOND_LOST,
            };
        }
        past
    }

    /// The range in which the score will lie; exactly the score when no cards are left.
    fn range(&self, hands: &[u64; 3], past: &Past) -> (i32, i32) {
        let cards = hands[0] | hands[1] | hands[2];
        let over = cards == 0;
        let rest = values(cards) as i32 - 2 * hands[0].count_ones() as i32;
        let times = self.stakes.terms.multiplier(Item::Game);
        let game = |points| times * game_part(self.stakes.contract, points);
        let (mut least, mut most) = (game(past.points), game(past.points + rest));
        for (announcement, ranges) in Announcement::OF_THREE.into_iter().zip(&self.ranges) {
            let open = past.open >> (2 * announcement as u8) & 3;
            let (low, high) = match (over, open) {
                (false, _) => ranges[usize::from(open)],
                (true, _) => {
                    let worth = self.stakes.terms.worth(announcement, open == 1, open == 2);
                    (worth, worth)
                }
            };
            (least, most) = (least + low, most + high);
        }
        let lying = cards & MOND_BIT != 0 && self.stakes.mond_counts;
        let (low, high) = if lying { (-MOND_LOST, MOND_LOST) } else { (past.mond, past.mond) };
        (least + low, most + high)
    }

    /// Between two tricks: a bound of the score that answers whether it is at
    /// least `need`.
    fn lead(&mut self, hands: &[u64; 3], leader: u8, past: Past, need: i32) -> i32 {
        let (least, most) = self.range(hands, &past);
        if least >= need {
            return least;
        }
        if most < need {
            return most;
        }
        self.nodes += 1;
        if self.is_spent() {
            return -FAR;
        }
        let key = key(hands, leader, &past);
        let place = self.place(key);
        let entry = self.table[place];
        let mut first = None;
        if entry.key == key {
            if i32::from(entry.least) >= need {
                return i32::from(entry.least);
            }
            if i32::from(entry.most) < need {
                return i32::from(entry.most);
            }
            first = Some(entry.best);
        }
        let (found, best) = self.try_all(&Trick::led_by(leader, *hands), past, first, need);
        if !self.is_spent() {
            let known = if entry.key == key {
                entry
            } else {
                Entry { key, least: least as i16, most: most as i16, best }
            };
            self.table[place] = if found >= need {
                Entry { least: found as i16, best, ..known }
            } else {
                Entry { most: found as i16, best, ..known }
            };
        }
        found
    }

    fn place(&self, key: u128) -> usize {
        let folded = (key as u64).rotate_left(23) ^ (key >> 64) as u64;
        let mixed = (folded ^ folded >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - self.table.len().trailing_zeros())) as usize
    }

    /// The cards in order until one answers the question.
    fn try_all(&mut self, trick: &Trick, past: Past, first: Option<u8>, need: i32) -> (i32, u8) {
        let maximizing = trick.turn() == 0;
        let mut all = if maximizing { -FAR } else { FAR };
        let mut best = 0;
        let mut order = Order::ordinary(trick, first);
        while let Some(card) = order.next() {
            let next = trick.with(card);
            let found = if next.played == 3 {
                let past = self.after(&next, past);
                self.lead(&next.left(), next.taken().0, past, need)
            } else {
                self.try_all(&next, past, None, need).0
            };
            if (found >= need) == maximizing || self.is_spent() {
                return (found, card);
            }
            if (found > all) == maximizing {
                (all, best) = (found, card);
            }
        }
        (all, best)
    }
}

/// Owners of all places, the leader, and the past.
fn key(hands: &[u64; 3], leader: u8, past: &Past) -> u128 {
    let mond = (past.mond.signum() + 1) as u128;
    let owners = u128::from(hands[0] | hands[1]) << 54 | u128::from(hands[0] | hands[2]);
    let rest = (past.points as u128 * 256 + u128::from(past.open)) * 4 + mond;
    // 108 bits, 2, and 7 + 8 + 2: none is lost. No key is 0, as long as a player holds a card.
    owners | u128::from(leader) << 108 | rest << 110
}
