//! Perfect play of three open hands, each for itself, no stock: max^n (C.
//! Luckhardt, K. Irani, "An algorithmic solution of n-person games", 1986) with
//! a table of what is known of positions between tricks.

use vzetek_search::Budget;
use vzetek_trset::LAST_TRICK;

use super::super::cards::{Bits, representatives, thirds};
use super::super::{Rules, World};

/// Two to the power of this many places for positions.
const BITS: u32 = 12;

/// Final thirds by side.
type Thirds = [u8; 4];

/// The solver.
#[derive(Clone, Debug)]
pub(in super::super) struct Three {
    rules: Rules,
    win_weight: f64,
    /// Thirds by side when the deal was taken up.
    start: Thirds,
    table: Vec<(u64, Thirds)>,
    /// The number of the deal.
    deal: u64,
    nodes: u64,
    budget: Budget,
}

impl Three {
    /// A solver in which everybody wants what `rules` and the weight of winning
    /// make of the thirds, and which stops when the budget is spent.
    pub fn new(rules: Rules, win_weight: f64, budget: Budget) -> Self {
        let table = vec![(0, [0; 4]); 1 << BITS];
        Self { rules, win_weight, start: [0; 4], table, deal: 0, nodes: 0, budget }
    }

    /// Whether the budget ended a search: what was answered since is of no use.
    pub fn is_spent(&self) -> bool {
        self.budget.is_spent()
    }

    /// Takes up a deal: all questions are about it and what follows from it
    /// until the next is taken up.
    pub fn take_up(&mut self, world: &World) {
        self.start = world.thirds;
        self.deal += 1;
        if self.deal == 1 << 10 {
            self.table.fill((0, [0; 4]));
            self.deal = 1;
        }
    }

    /// Everybody's final thirds. Of cards that are equally good for whoever
    /// plays, the lowest is taken.
    pub fn value(&mut self, world: &World) -> Thirds {
        self.nodes += 1;
        if self.budget.nodes_spent(self.nodes) || world.is_over() {
            return world.thirds;
        }
        let seat = world.seat();
        let own = world.hands[seat];
        let place = if world.played == 0 {
            // Who holds nothing but cards that nobody beats takes all the rest.
            if takes_all(own, world.others(seat)) {
                let mut all = world.thirds;
                let left = world.hands.iter().fold(0, |all, hand| all | hand);
                all[world.rules.side(seat)] += thirds(left) + LAST_TRICK;
                return all;
            }
            let key = self.key(world);
            let place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize;
            let (known, thirds) = self.table[place];
            if known == key {
                return thirds;
            }
            Some((place, key))
        } else {
            None
        };
        let found = self.best(world);
        if let (Some((place, key)), false) = (place, self.is_spent()) {
            self.table[place] = (key, found);
        }
        found
    }

    fn best(&mut self, world: &World) -> Thirds {
        let seat = world.seat();
        let playable = world.playable();
        let side = world.rules.side(seat);
        let mut best: Option<(f64, Thirds)> = None;
        for card in Bits(representatives(playable, world.others(seat))) {
            let mut next = *world;
            next.play(card);
            let thirds = self.value(&next);
            let worth = self.rules.weighed(&thirds, side, self.win_weight);
            if best.is_none_or(|(greatest, _)| worth > greatest) {
                best = Some((worth, thirds));
            }
        }
        best.map_or(world.thirds, |(_, thirds)| thirds)
    }

    /// What tells the position from every other of the deal: the cards left,
    /// who leads, and what two took since the deal was taken up; that of the
    /// third follows.
    fn key(&self, world: &World) -> u64 {
        let left = world.hands.iter().fold(0, |all, hand| all | hand);
        let taken = |side: usize| u64::from(world.thirds[side] - self.start[side]);
        left | u64::from(world.leader) << 40 | taken(0) << 42 | taken(1) << 48 | self.deal << 54
    }
}

/// Whether every one of a hand's cards takes its trick if it is led.
fn takes_all(own: u64, others: u64) -> bool {
    super::unbeatable(own, others) == own
}
