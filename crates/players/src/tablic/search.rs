//! Alpha-beta with all hands open, to the end of the game.
//!
//! An own loop because positions are changed and changed back: the general search
//! copies them, and takes a tenth more time for endings of five cards each, and a
//! fifth more for those of six.

use vzetek_search::alphabeta::OutOfBudget;
use vzetek_search::{Bound, Budget};
use vzetek_tablic::Action;

use super::memory::{Entry, Memory};
use super::moves::{Lister, Rated};
use super::value::Goal;
use super::world::World;

/// Searches a world of two players to the end of the game.
#[derive(Debug)]
pub(super) struct Search {
    lister: Lister,
    lists: Vec<Vec<Rated>>,
    memory: Memory,
    goal: Goal,
    me: usize,
    nodes: u64,
    budget: Budget,
}

impl Search {
    /// A search for `me`, with a memory of two to the power of `bits` entries.
    pub(super) fn new(me: usize, goal: Goal, bits: u32, budget: Budget) -> Self {
        let (lister, lists) = (Lister::default(), Vec::new());
        Self { lister, lists, memory: Memory::new(bits), goal, me, nodes: 0, budget }
    }

    /// Returns the number of positions that were looked at.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the value of the game after a move; beyond `alpha` and `beta` it
    /// is a bound.
    pub(super) fn value_after(
        &mut self,
        world: &mut World,
        action: Action,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, OutOfBudget> {
        let undo = world.play(action);
        let value = self.value(world, alpha, beta);
        world.undo(undo, action);
        value
    }

    fn value(
        &mut self,
        world: &mut World,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, OutOfBudget> {
        let hand = world.hands[world.board.to_play];
        if hand.is_empty() {
            return Ok(self.goal.of_end(&world.board, world.board.side(self.me)));
        }
        self.nodes += 1;
        if self.budget.nodes_spent(self.nodes) {
            return Err(OutOfBudget);
        }
        let key = Memory::key(world);
        let mut first = None;
        if let Some(entry) = self.memory.get(key) {
            match entry.bound {
                Bound::Exact => return Ok(entry.value),
                Bound::Lower => alpha = alpha.max(entry.value),
                Bound::Upper => beta = beta.min(entry.value),
            }
            if alpha >= beta {
                return Ok(entry.value);
            }
            first = Some(entry.best);
        }
        let mut moves = self.lists.pop().unwrap_or_default();
        self.lister.list(hand, world.board.table, &mut moves);
        if let Some(place) = moves.iter().position(|&(_, action)| Some(action) == first) {
            moves[..=place].rotate_right(1);
        }
        let found = self.best(world, &moves, alpha, beta);
        self.lists.push(moves);
        let (best, value) = found?;
        let bound = match value {
            _ if value <= alpha => Bound::Upper,
            _ if value >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        self.memory.put(Entry { key, value, best, bound });
        Ok(value)
    }

    fn best(
        &mut self,
        world: &mut World,
        moves: &[Rated],
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<(Action, i32), OutOfBudget> {
        let mine = world.board.to_play == self.me;
        let mut best: Option<(Action, i32)> = None;
        for &(_, action) in moves {
            let value = self.value_after(world, action, alpha, beta)?;
            if best.is_none_or(|(_, best)| if mine { value > best } else { value < best }) {
                best = Some((action, value));
            }
            let side = if mine { &mut alpha } else { &mut beta };
            *side = if mine { value.max(*side) } else { value.min(*side) };
            if alpha >= beta {
                break;
            }
        }
        Ok(best.expect("a hand has a card to play"))
    }
}
