//! A small transposition table.

use vzetek_search::Bound;
use vzetek_tablic::Action;

use super::world::World;

/// An entry of the transposition table: the bound known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) value: i32,
    pub(super) best: Action,
    pub(super) bound: Bound,
}

/// A table in which a newer entry takes the place of an older one.
///
/// 64 mixed bits identify a position: among the millions that a search sees, two are confused about
/// once in a million searches.
#[derive(Debug)]
pub(super) struct Memory {
    entries: Vec<Option<Entry>>,
    shift: u32,
}

impl Memory {
    /// Room for two to the power of `bits` entries.
    pub(super) fn new(bits: u32) -> Self {
        Self { entries: vec![None; 1 << bits], shift: 64 - bits }
    }

    /// The key of a position: all that its future and its result rest on.
    pub(super) fn key(world: &World) -> u64 {
        let board = &world.board;
        let mut key = mix(0, board.table.bits());
        for hand in &world.hands {
            key = mix(key, hand.bits());
        }
        let turn = board.to_play as u64 | board.last.map_or(0xff, |seat| seat as u64) << 8;
        for (&points, &cards) in board.points.iter().zip(&board.cards) {
            key = mix(key, u64::from(points) << 8 | u64::from(cards));
        }
        mix(key, turn)
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        self.entries[(key >> self.shift) as usize].as_ref().filter(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, entry: Entry) {
        self.entries[(entry.key >> self.shift) as usize] = Some(entry);
    }
}

/// Folds a word in: a multiplication to both halves of a product, which mixes
/// all bits (as in wyhash, W. Yi, 2019).
fn mix(key: u64, word: u64) -> u64 {
    let product =
        u128::from(key ^ 0x9e37_79b9_7f4a_7c15) * u128::from(word ^ 0xd1b5_4a32_d192_ed03);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(word.rotate_left(23))
}
