//! Two players after the last deal: nothing is hidden any more.

use vzetek_search::Limits;
use vzetek_tablic::Action;

use super::Situation;
use super::moves::Lister;
use super::search::Search;
use super::value::Goal;
use super::world::World;

/// The memory has two to the power of this many entries.
const MEMORY_BITS: u32 = 18;

/// The best move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    pub(super) action: Action,
    pub(super) value: i32,
    pub(super) nodes: u64,
}

/// Solves the rest of the deal; nothing if the limits are spent before.
///
/// Of equally good moves it takes the one that the greedy player likes best.
///
/// # Panics
/// If something is hidden.
pub(super) fn solve(situation: &Situation, goal: Goal, limits: &Limits) -> Option<Exact> {
    assert!(situation.is_open(), "some cards are hidden");
    let me = situation.seat();
    let mut hands = vec![situation.unseen; 2];
    hands[me] = situation.hand;
    let mut world = World { board: situation.board.clone(), hands };
    let mut search = Search::new(me, goal, MEMORY_BITS, limits.start());
    let mut moves = Vec::new();
    Lister::default().list(situation.hand, situation.board.table, &mut moves);
    let mut best: Option<(Action, i32)> = None;
    for (_, action) in moves {
        let least = best.map_or(i32::MIN, |(_, value)| value);
        let value = search.value_after(&mut world, action, least, i32::MAX).ok()?;
        if best.is_none() || value > least {
            best = Some((action, value));
        }
    }
    best.map(|(action, value)| Exact { action, value, nodes: search.nodes() })
}

#[cfg(test)]
#[path = "exact_tests.rs"]
mod tests;
