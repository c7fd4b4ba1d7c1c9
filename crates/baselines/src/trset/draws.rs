//! Cards drawn without a search.

use arrayvec::ArrayVec;
use rand_core::Rng;
use vzetek_search::dice;

/// Draws one of the cards, the stronger the less likely: from weight 10 for a
/// four down to 1 for a three (the tršet thesis, section 4.2).
pub fn weighted(playable: u64, rng: &mut impl Rng) -> u8 {
    let cards: ArrayVec<u8, 40> = (0..40).filter(|card| playable >> card & 1 == 1).collect();
    let weights: ArrayVec<f64, 40> = cards.iter().map(|card| f64::from(10 - card % 10)).collect();
    cards[dice::weighted(rng, &weights)]
}
