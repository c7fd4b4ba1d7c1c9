//! A transposition table: what is already known of positions reached again.
//!
//! Source: R. D. Greenblatt, D. E. Eastlake, S. D. Crocker, "The Greenblatt
//! chess program", 1967.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use crate::{Bound, Score};

/// What a search found out about a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<K, M> {
    /// The whole key, so that no two positions are ever mistaken for each
    /// other.
    pub key: K,
    /// A score of the position.
    pub score: Score,
    /// How the score relates to the value.
    pub bound: Bound,
    /// The move to try first.
    pub best: Option<M>,
}

/// A direct-mapped table: a new entry replaces whatever has its place.
#[derive(Clone, Debug)]
pub struct Table<K, M> {
    slots: Vec<Option<(u32, Entry<K, M>)>>,
    /// Two to the power of this many places.
    bits: u32,
    /// Entries of another generation do not count, so that clearing is free.
    generation: u32,
}

impl<K: Copy + Eq + Hash, M: Copy> Table<K, M> {
    /// A table with two to the power of `bits` places.
    pub fn new(bits: u32) -> Self {
        Self { slots: vec![None; 1 << bits], bits, generation: 0 }
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

    /// What is known of the position.
    pub fn get(&self, key: &K) -> Option<&Entry<K, M>> {
        match &self.slots[self.place(key)] {
            Some((generation, entry)) if *generation == self.generation && entry.key == *key => {
                Some(entry)
            }
            _ => None,
        }
    }

    /// Keeps what was found out.
    pub fn put(&mut self, entry: Entry<K, M>) {
        let place = self.place(&entry.key);
        self.slots[place] = Some((self.generation, entry));
    }

    fn place(&self, key: &K) -> usize {
        let hash = BuildHasherDefault::<Mixer>::default().hash_one(key);
        // The upper bits of a product are the ones that every input bit reaches.
        (hash >> (63 - self.bits) >> 1) as usize
    }
}

/// A quick hash for small keys; the default one resists attacks that nobody
/// makes on a search. Multiplier from P. L'Ecuyer's tables of good ones.
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
        Entry { key, score: Score(score), bound: Bound::Exact, best: None }
    }

    #[test]
    fn another_key_in_the_same_place_is_not_mistaken() {
        let mut table = Table::new(0);
        table.put(entry(1, 10));
        assert_eq!(table.get(&1).unwrap().score, Score(10));
        assert!(table.get(&2).is_none());
        table.put(entry(2, 20));
        assert!(table.get(&1).is_none(), "there is one place only");
        assert_eq!(table.get(&2).unwrap().score, Score(20));
    }

    #[test]
    fn clearing_forgets() {
        let mut table = Table::new(4);
        table.put(entry(1, 10));
        table.clear();
        assert!(table.get(&1).is_none());
        table.put(entry(1, 11));
        assert_eq!(table.get(&1).unwrap().score, Score(11));
    }

    #[test]
    fn keys_spread_over_the_places() {
        let mut table = Table::new(10);
        for key in 0..512 {
            table.put(entry(key << 20, 0));
        }
        let kept = (0..512).filter(|key| table.get(&(key << 20)).is_some()).count();
        assert!(kept > 350, "only {kept} of 512 found a place");
    }
}
