//! Draws for tests, and the yardsticks for draws that must be even.

use rand_core::Rng;

use crate::Game;
use crate::sharing::shuffle;

/// One of the items, each as likely as the others.
///
/// # Panics
/// If there is none.
pub fn draw<T: Copy>(items: &[T], rng: &mut impl Rng) -> T {
    items[rng.next_u32() as usize % items.len()]
}

/// The pack in a random order.
pub fn shuffled<G: Game>(options: &G::Options, rng: &mut impl Rng) -> Vec<G::Card> {
    let mut pack = G::pack(options);
    shuffle(&mut pack, rng);
    pack
}

/// The number of ways to share cards out to places of these sizes.
pub fn ways(sizes: &[usize]) -> u64 {
    let mut total = 0;
    let mut ways = 1u64;
    for &size in sizes {
        for taken in 1..=size as u64 {
            total += 1;
            ways = ways.saturating_mul(total) / taken;
        }
    }
    ways
}

/// Chi squared of these counts, all of which are expected to be the same.
pub fn chi_squared(counts: impl IntoIterator<Item = u32>, expected: f64) -> f64 {
    counts.into_iter().map(|count| (f64::from(count) - expected).powi(2) / expected).sum()
}

/// The 0.9999 quantile of chi squared (Wilson and Hilferty).
pub fn chi_squared_limit(freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 3.719 * spread.sqrt()).powi(3)
}
