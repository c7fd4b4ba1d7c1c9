//! Random names for things, and secret tokens.

use rand::Rng;

/// Digits and letters that cannot be mistaken for each other.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A name of 12 letters: 60 random bits, enough that the primary key never
/// has to refuse one.
pub fn short() -> String {
    text(12)
}

/// A secret of 32 letters: 160 random bits.
pub fn secret() -> String {
    text(32)
}

fn text(letters: usize) -> String {
    let mut bytes = vec![0u8; letters];
    rand::rng().fill_bytes(&mut bytes);
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// An even choice below `bound`.
pub fn below(bound: u32) -> u32 {
    // 64 random bits scaled down: the bias is below 1e-17 for a table's seats.
    ((u128::from(rand::rng().next_u64()) * u128::from(bound)) >> 64) as u32
}
