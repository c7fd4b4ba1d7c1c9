//! What the examples with endings of tršet share.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Endings from full packs: twenty random cards, ten to each player; always the
/// same.
pub fn endings(deals: usize) -> impl Iterator<Item = (u64, u64)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..deals).map(move |_| {
        let mut pack: [u8; 40] = std::array::from_fn(|card| card as u8);
        let mut hands = [0u64; 2];
        for at in 0..20 {
            let chosen = at + (rng.next_u32() as usize) % (40 - at);
            pack.swap(at, chosen);
            hands[at / 10] |= 1 << pack[at];
        }
        (hands[0], hands[1])
    })
}
