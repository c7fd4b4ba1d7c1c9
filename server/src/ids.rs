//! Random names for things, and secret tokens.

use chrono::{DateTime, Utc};
use rand::Rng;

/// Digits and letters that cannot be mistaken for each other.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A name of 12 letters: 60 random bits, enough that the primary key never
/// has to refuse one.
pub fn short(chance: &mut impl Rng) -> String {
    text(12, chance)
}

/// A name of 17 letters that sorts by the time it was made: nine letters of milliseconds, eight
/// random ones. Deals that are played at the same time are then adjacent in the store's indexes,
/// and a commit touches fewer pages. It cannot be found by trial, even if the moment is known: that
/// would take 2^40 tries.
pub fn in_order(now: DateTime<Utc>, chance: &mut impl Rng) -> String {
    let millis = now.timestamp_millis().unsigned_abs();
    let time = (0..9).rev().map(|place| ALPHABET[(millis >> (5 * place)) as usize % 32]);
    time.map(char::from).chain(text(8, chance).chars()).collect()
}

/// A secret of 32 letters: 160 random bits.
pub fn secret(chance: &mut impl Rng) -> String {
    text(32, chance)
}

fn text(letters: usize, chance: &mut impl Rng) -> String {
    let mut bytes = vec![0u8; letters];
    chance.fill_bytes(&mut bytes);
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// An even choice below `bound`.
pub fn below(bound: u32, chance: &mut impl Rng) -> u32 {
    // 64 random bits scaled down: the bias is below 1e-17 for a table's seats.
    ((u128::from(chance.next_u64()) * u128::from(bound)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::Sources;

    #[test]
    fn names_in_order_sort_by_their_time() {
        let names = [0, 1, 31, 32, 1_000_000, 1_763_700_000_000]
            .map(|millis| DateTime::from_timestamp_millis(millis).expect("a time"))
            .map(|now| in_order(now, &mut Sources::system().rng()));
        assert!(names.is_sorted(), "{names:?}");
        assert!(names.iter().all(|name| name.len() == 17));
    }
}
