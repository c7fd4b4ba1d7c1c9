//! The order in which moves are tried: killers and history.
//!
//! Source: Luštrek's survey, section 2.5.2.

use super::{Guide, Parts};
use crate::Perfect;

/// Moves that were best at one ply, the last one first.
type Killers<M> = [Option<M>; 2];

/// Praise from further above the end than this has the same weight.
const DEEPEST_WEIGHT: u8 = 31;

/// The merits of moves, as learnt by the search.
#[derive(Clone, Debug)]
pub(super) struct Order<M> {
    /// The merit of each kind of move: two to the power of the depth for every praise.
    history: Vec<u64>,
    killers: Vec<Killers<M>>,
    /// The number of moves from the root to here.
    pub ply: usize,
}

impl<M: Copy + Eq> Order<M> {
    pub fn new(slots: usize) -> Self {
        Self { history: vec![0; slots], killers: Vec::new(), ply: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.history.fill(0);
        self.killers.clear();
    }

    /// Brings the moves that were good elsewhere to the front.
    pub fn sort<P: Perfect<Move = M>, G: Guide<P>>(
        &self,
        parts: Parts,
        guide: &G,
        position: &P,
        moves: &mut [M],
    ) {
        if parts.history {
            by_merit(moves, |action| self.history[guide.slot(position, action)]);
        }
        if parts.killers
            && let Some(killers) = self.killers.get(self.ply)
        {
            for killer in killers.iter().rev().flatten() {
                to_front(moves, *killer);
            }
        }
    }

    /// Notes that a move was the best, `depth` moves before the search's end.
    pub fn praise<P: Perfect<Move = M>, G: Guide<P>>(
        &mut self,
        parts: Parts,
        guide: &G,
        position: &P,
        action: M,
        depth: u8,
    ) {
        if parts.history {
            self.history[guide.slot(position, action)] += 1 << depth.min(DEEPEST_WEIGHT);
        }
        if parts.killers {
            if self.killers.len() <= self.ply {
                self.killers.resize(self.ply + 1, [None; 2]);
            }
            let killers = &mut self.killers[self.ply];
            if killers[0] != Some(action) {
                *killers = [Some(action), killers[0]];
            }
        }
    }
}

/// Puts the moves of the greatest merit first, equal ones in their old order.
/// By insertion, since there are few and most are in order already.
fn by_merit<M: Copy>(moves: &mut [M], merit: impl Fn(M) -> u64) {
    for at in 1..moves.len() {
        let (action, mut to) = (moves[at], at);
        let own = merit(action);
        while to > 0 && merit(moves[to - 1]) < own {
            moves[to] = moves[to - 1];
            to -= 1;
        }
        moves[to] = action;
    }
}

/// Moves `wanted` to the front, if it is listed, and the others behind it.
pub(super) fn to_front<M: Copy + Eq>(moves: &mut [M], wanted: M) {
    if let Some(at) = moves.iter().position(|&action| action == wanted) {
        moves[..=at].rotate_right(1);
    }
}
