//! Random numbers by name.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Random numbers for one purpose and one trial, apart from all others.
pub fn dice(seed: u64, purpose: &str, number: u64) -> Xoshiro256PlusPlus {
    let words = [seed, number, purpose.len() as u64];
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).chain(purpose.bytes());
    Xoshiro256PlusPlus::seed_from_u64(fnv(bytes.map(u64::from)))
}

/// FNV-1a, 64 bits (G. Fowler, L. Noll, K.-P. Vo), of bytes or, in the same way, of longer units.
pub fn fnv(words: impl IntoIterator<Item = u64>) -> u64 {
    words
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use rand_core::Rng;

    use super::*;

    #[test]
    fn the_hash_is_the_known_one() {
        assert_eq!(fnv("foobar".bytes().map(u64::from)), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn every_part_of_the_name_counts() {
        let first = |seed, purpose, number| dice(seed, purpose, number).next_u64();
        assert_eq!(first(1, "deal", 2), first(1, "deal", 2));
        let other = [first(2, "deal", 2), first(1, "dial", 2), first(1, "deal", 3)];
        assert!(!other.contains(&first(1, "deal", 2)));
    }
}
