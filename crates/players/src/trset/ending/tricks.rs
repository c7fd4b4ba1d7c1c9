//! The search itself: zero-window tests, one trick at a time.

use vzetek_trset::LAST_TRICK;

use super::suits::{EMPTY, Lead, SUITS, Shape, Suits};
use super::total::Total;

/// A position before a trick: one shape a suit, in any order of suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(pub [Shape; 4]);

impl Node {
    /// What [`Node::key`] makes a word of.
    #[inline]
    pub fn of_key(key: u64) -> Self {
        Self([key as Shape, (key >> 16) as Shape, (key >> 32) as Shape, (key >> 48) as Shape])
    }

    /// All four shapes in one word.
    #[inline]
    pub fn key(self) -> u64 {
        let [a, b, c, d] = self.0;
        u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
    }

    /// The same position with its suits in order: suits are all alike.
    #[inline]
    pub fn sorted(self) -> Self {
        let [a, b, c, d] = self.0;
        let (a, b) = (a.min(b), a.max(b));
        let (c, d) = (c.min(d), c.max(d));
        let (a, c) = (a.min(c), a.max(c));
        let (b, d) = (b.min(d), b.max(d));
        let (b, c) = (b.min(c), b.max(c));
        Self([a, b, c, d])
    }

    #[inline]
    fn with(self, suit: usize, shape: Shape) -> Self {
        let mut shapes = self.0;
        shapes[suit] = shape;
        Self(shapes)
    }
}

/// What is known of a node: its value lies between the two.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    key: u64,
    least: u8,
    most: u8,
    /// Suit and number of the lead to try first.
    best: u8,
}

/// No lead is known to be good.
const UNKNOWN: u8 = u8::MAX;

/// The position before a trick in which these hands meet.
pub(super) fn node(leader: u64, follower: u64) -> Node {
    let shape = |suit: u32| {
        let lane = |hand: u64| hand >> (10 * suit) & 0x3ff;
        SUITS.shape(lane(leader), lane(follower))
    };
    Node([shape(0), shape(1), shape(2), shape(3)]).sorted()
}

/// One search, the game being a constant to the compiler.
pub(super) struct Run<'a, const KIFAMENO: bool> {
    suits: &'static Suits,
    table: &'a mut [Entry],
    nodes: &'a mut u64,
}

/// A lead with the suit it is from.
#[derive(Clone, Copy)]
struct Candidate {
    order: u8,
    suit: u8,
    number: u8,
}

impl<'a, const KIFAMENO: bool> Run<'a, KIFAMENO> {
    /// A search that works with this table and counts its nodes.
    pub fn new(table: &'a mut [Entry], nodes: &'a mut u64) -> Self {
        Self { suits: &SUITS, table, nodes }
    }

    /// The leader's exact gain.
    pub fn exact(&mut self, node: Node) -> u8 {
        let total = Total::new::<KIFAMENO>(self.suits, node.0);
        let (mut least, mut most) = (0, total.thirds + LAST_TRICK);
        let mut guess = most / 2;
        while least < most {
            let beta = guess.max(least + 1);
            let value = self.visit(node, beta);
            if value < beta {
                most = value;
            } else {
                least = value;
            }
            guess = value;
        }
        least
    }

    /// Whether the leader's gain is at least `beta`: the answer is a lower
    /// bound of it if it is `beta` or more, otherwise an upper one.
    pub fn visit(&mut self, node: Node, beta: u8) -> u8 {
        *self.nodes += 1;
        let total = Total::new::<KIFAMENO>(self.suits, node.0);
        let all = total.thirds + LAST_TRICK;
        // What the leader gains by winning every trick that is left.
        let sweep = if KIFAMENO { 0 } else { all };
        if !total.contact {
            return sweep;
        }
        if total.tricks == 1 {
            // Both cards are of one suit, or there would be no contact.
            return if total.sure == 1 { sweep } else { all - sweep };
        }
        if KIFAMENO {
            if !total.exit {
                return 0;
            }
            if total.given >= beta {
                return total.given;
            }
        } else {
            if total.sure == total.tricks {
                return all;
            }
            if total.sure_thirds >= beta {
                return total.sure_thirds;
            }
        }
        if all < beta {
            return all;
        }
        let key = node.key();
        let place = place(key) & (self.table.len() - 1);
        let entry = self.table[place];
        let mut known = Entry { key, least: 0, most: all, best: UNKNOWN };
        if entry.key == key {
            if entry.least >= beta {
                return entry.least;
            }
            if entry.most < beta {
                return entry.most;
            }
            known = entry;
        }
        let (value, best) = self.search(node, beta, all, known.best);
        if value >= beta {
            known.least = value;
        } else {
            known.most = value;
        }
        known.best = best;
        self.table[place] = known;
        value
    }

    fn search(&mut self, node: Node, beta: u8, all: u8, first: u8) -> (u8, u8) {
        let mut best = (0, UNKNOWN);
        if first != UNKNOWN {
            let (suit, number) = (first & 3, first >> 2);
            let value = self.lead(node, suit, number, beta, all);
            best = (value, first);
            if value >= beta {
                return best;
            }
        }
        let mut candidates = [Candidate { order: 0, suit: 0, number: 0 }; 32];
        let mut count = 0;
        for (suit, shape) in node.0.into_iter().enumerate() {
            let leads = self.leads(shape);
            for (number, lead) in leads.iter().enumerate() {
                let order = lead.order;
                let candidate = Candidate { order, suit: suit as u8, number: number as u8 };
                // Insertion keeps the few candidates in order.
                let mut at = count;
                while at > 0 && candidates[at - 1].order > order {
                    candidates[at] = candidates[at - 1];
                    at -= 1;
                }
                candidates[at] = candidate;
                count += 1;
            }
        }
        for candidate in &candidates[..count] {
            let name = candidate.suit | candidate.number << 2;
            if name == first {
                continue;
            }
            let value = self.lead(node, candidate.suit, candidate.number, beta, all);
            if value > best.0 || best.1 == UNKNOWN {
                best = (value, name);
            }
            if value >= beta {
                break;
            }
        }
        best
    }

    #[inline]
    fn leads(&self, shape: Shape) -> &'static [Lead] {
        let suits = self.suits;
        suits.lead_slice::<KIFAMENO>(shape).of(&suits.leads)
    }

    /// The leader's gain with this lead: what the best answer leaves of it.
    fn lead(&mut self, node: Node, suit: u8, number: u8, beta: u8, all: u8) -> u8 {
        let suits = self.suits;
        let suit = usize::from(suit);
        let lead = &self.leads(node.0[suit])[usize::from(number)];
        let mut worst = u8::MAX;
        let replies = suits.replies::<KIFAMENO>(lead);
        if !replies.is_empty() {
            for reply in replies {
                let value = if reply.takes {
                    let swapped = node.0.map(|shape| suits.swapped(shape));
                    let next = Node(swapped).with(suit, reply.next).sorted();
                    self.lost(next, reply.thirds, beta, all)
                } else {
                    self.won(node.with(suit, reply.next).sorted(), reply.thirds, beta)
                };
                worst = worst.min(value);
                if worst < beta {
                    break;
                }
            }
            return worst;
        }
        let led = node.with(suit, lead.alone);
        for (other, shape) in node.0.into_iter().enumerate() {
            if other == suit || shape == EMPTY {
                continue;
            }
            for discard in suits.discards::<KIFAMENO>(shape) {
                let next = led.with(other, discard.next).sorted();
                worst = worst.min(self.won(next, lead.thirds + discard.thirds, beta));
                if worst < beta {
                    return worst;
                }
            }
        }
        worst
    }

    /// The gain when the leader has won a trick.
    #[inline]
    fn won(&mut self, next: Node, thirds: u8, beta: u8) -> u8 {
        let gained = if KIFAMENO { 0 } else { thirds };
        gained + self.visit(next, beta.saturating_sub(gained))
    }

    /// The gain when the leader has lost a trick: what the new leader, of
    /// whom `next` is told, does not get of all that was left.
    #[inline]
    fn lost(&mut self, next: Node, thirds: u8, beta: u8, all: u8) -> u8 {
        let gained = if KIFAMENO { thirds } else { 0 };
        let rest = all - thirds;
        // gained + (rest - theirs) >= beta  <=>  theirs < gained + rest + 1 - beta
        let theirs = self.visit(next, (gained + rest + 1).saturating_sub(beta));
        gained + rest - theirs
    }
}

fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize
}
