//! A transposition table: what is already known of positions reached again.
//!
//! Source: R. D. Greenblatt, D. E. Eastlake, S. D. Crocker, "The Greenblatt
//! chess program", 1967. What gives way when two positions want one place:
//! D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Replacement
//! schemes for transposition tables", 1994.
//!
//! ```
//! use vzetek_search::table::{Entry, Replacement, Table};
//! use vzetek_search::Score;
//!
//! // One place, for what cost more work.
//! let mut table = Table::new(0, Replacement::Costly);
//! let entry = |key: u64| Entry { key, least: Score(3), most: Score::HIGHEST, depth: 5, best: Some('a') };
//! table.put(entry(1), 1_000);
//! table.put(entry(2), 10);
//! assert!(table.get(&1).is_some() && table.get(&2).is_none());
//! ```

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use crate::Score;

/// The findings of a search about a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<K, M> {
    /// The whole key, so that no two positions are ever mistaken for each
    /// other.
    pub key: K,
    /// The value is this or more.
    pub least: Score,
    /// The value is this or less.
    pub most: Score,
    /// The number of moves looked ahead; [`u8::MAX`] for all of them.
    pub depth: u8,
    /// The move to try first.
    pub best: Option<M>,
}

/// The choice between two positions that want one place. An entry of the same
/// position is always renewed, one from before [`Table::clear`] always gives
/// way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replacement {
    /// The newer one.
    #[default]
    New,
    /// The one that cost more work, the newer one of equals.
    Costly,
    /// Places come in pairs: the first keeps the entry that cost more work, the second takes every
    /// entry that the first did not.
    Pair,
}

/// An entry with the table's own data. An entry inside would be rounded up to whole words, which
/// makes every slot longer.
#[derive(Clone, Copy, Debug)]
struct Slot<K, M> {
    key: K,
    least: Score,
    most: Score,
    generation: u32,
    depth: u8,
    /// The logarithm of the positions visited to find the entry out.
    work: u8,
    best: Option<M>,
}

impl<K: Copy, M: Copy> Slot<K, M> {
    fn entry(&self) -> Entry<K, M> {
        let &Self { key, least, most, depth, best, .. } = self;
        Entry { key, least, most, depth, best }
    }
}

/// A table of fixed size.
#[derive(Clone, Debug)]
pub struct Table<K, M> {
    slots: Vec<Option<Slot<K, M>>>,
    /// Two to the power of this many places.
    bits: u32,
    /// Entries of another generation do not count, so that clearing is free.
    generation: u32,
    replacement: Replacement,
}

impl<K: Copy + Eq + Hash, M: Copy> Table<K, M> {
    /// A table with two to the power of `bits` places.
    pub fn new(bits: u32, replacement: Replacement) -> Self {
        Self { slots: vec![None; 1 << bits], bits, generation: 0, replacement }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        match self.generation.checked_add(1) {
            Some(next) => self.generation = next,
            None => {
                self.slots.fill(None);
                self.generation = 0;
            }
        }
    }

    /// Returns the entry of the position, if there is one.
    #[inline]
    pub fn get(&self, key: &K) -> Option<Entry<K, M>> {
        let place = self.place(key);
        let found = self.at(place).filter(|slot| slot.key == *key);
        let found = match (found, self.replacement) {
            (None, Replacement::Pair) => {
                self.at(self.neighbour(place)).filter(|slot| slot.key == *key)
            }
            _ => found,
        };
        found.map(Slot::entry)
    }

    /// Stores the result of a search of `nodes` positions, or drops it.
    #[inline]
    pub fn put(&mut self, entry: Entry<K, M>, nodes: u64) {
        let work = nodes.max(1).ilog2() as u8;
        let place = self.place(&entry.key);
        let Entry { key, least, most, depth, best } = entry;
        let slot = Slot { key, least, most, generation: self.generation, depth, work, best };
        if self.replacement == Replacement::New {
            self.slots[place] = Some(slot);
            return;
        }
        let gives_way = match self.at(place) {
            Some(old) => old.key == entry.key || old.work <= work,
            None => true,
        };
        if self.replacement == Replacement::Pair {
            let neighbour = self.neighbour(place);
            if !gives_way {
                self.slots[neighbour] = Some(slot);
                return;
            }
            // The costlier of the two stays, unless it is what is renewed.
            if self.at(place).is_some_and(|old| old.key != entry.key) {
                self.slots[neighbour] = self.slots[place];
            }
        }
        if gives_way {
            self.slots[place] = Some(slot);
        }
    }

    fn at(&self, place: usize) -> Option<&Slot<K, M>> {
        self.slots[place].as_ref().filter(|slot| slot.generation == self.generation)
    }

    fn neighbour(&self, place: usize) -> usize {
        (place ^ 1).min(self.slots.len() - 1)
    }

    fn place(&self, key: &K) -> usize {
        let hash = BuildHasherDefault::<Mixer>::default().hash_one(key);
        // The upper bits of a product are the ones that every input bit reaches.
        let place = (hash >> (63 - self.bits) >> 1) as usize;
        if self.replacement == Replacement::Pair { place & !1 } else { place }
    }
}

/// A quick hash for small keys; the default one resists attacks that a search does not face.
/// Multiplier from G. L. Steele, S. Vigna, "Computationally easy, spectrally good multipliers for
/// congruential pseudorandom number generators", 2021.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0xd134_2543_de82_ef95);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, score: i32) -> Entry<u64, u8> {
        Entry { key, least: Score(score), most: Score(score), depth: u8::MAX, best: None }
    }

    fn score(table: &Table<u64, u8>, key: u64) -> Option<i32> {
        table.get(&key).map(|entry| entry.least.0)
    }

    #[test]
    fn another_key_in_the_same_place_is_not_mistaken() {
        let mut table = Table::new(0, Replacement::New);
        table.put(entry(1, 10), 100);
        assert_eq!((score(&table, 1), score(&table, 2)), (Some(10), None));
        table.put(entry(2, 20), 1);
        assert_eq!((score(&table, 1), score(&table, 2)), (None, Some(20)));
    }

    #[test]
    fn what_cost_more_work_stays() {
        let mut table = Table::new(0, Replacement::Costly);
        table.put(entry(1, 10), 100);
        table.put(entry(2, 20), 10);
        assert_eq!((score(&table, 1), score(&table, 2)), (Some(10), None));
        table.put(entry(1, 11), 1);
        assert_eq!(score(&table, 1), Some(11), "the same position is renewed");
        table.put(entry(2, 20), 10);
        assert_eq!((score(&table, 1), score(&table, 2)), (None, Some(20)));
        table.clear();
        table.put(entry(3, 30), 1);
        assert_eq!(score(&table, 3), Some(30), "what is forgotten gives way");
    }

    #[test]
    fn a_pair_keeps_the_costly_and_the_new() {
        let mut table = Table::new(1, Replacement::Pair);
        let kept = |table: &Table<u64, u8>| [1, 2, 3].map(|key| score(table, key));
        table.put(entry(1, 10), 100);
        table.put(entry(2, 20), 10);
        assert_eq!(kept(&table), [Some(10), Some(20), None]);
        table.put(entry(3, 30), 1);
        assert_eq!(kept(&table), [Some(10), None, Some(30)]);
        table.put(entry(2, 21), 1000);
        assert_eq!(kept(&table), [Some(10), Some(21), None]);
    }

    #[test]
    fn clearing_forgets() {
        let mut table = Table::new(4, Replacement::New);
        table.put(entry(1, 10), 1);
        table.clear();
        assert!(table.get(&1).is_none());
        table.put(entry(1, 11), 1);
        assert_eq!(score(&table, 1), Some(11));
    }

    #[test]
    fn keys_spread_over_the_places() {
        let mut table = Table::new(10, Replacement::New);
        for key in 0..512 {
            table.put(entry(key << 20, 0), 1);
        }
        let kept = (0..512).filter(|key| table.get(&(key << 20)).is_some()).count();
        assert!(kept > 350, "only {kept} of 512 found a place");
    }
}
