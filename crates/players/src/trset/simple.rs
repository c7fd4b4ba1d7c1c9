//! Players that do not search.

use rand_core::Rng;
use vzetek_search::dice;

use super::cards::{Bits, SUIT_OF, THIRDS};
use super::{Situation, World};

/// Draws one of the cards, all equally likely.
///
/// # Panics
/// If there is none.
pub fn random(playable: u64, rng: &mut impl Rng) -> u8 {
    let skip = dice::below(rng, playable.count_ones());
    Bits(playable).nth(skip as usize).expect("there is a card to play")
}

/// Returns the card of a beginner: takes what can be taken, keeps aces safe,
/// otherwise plays small cards by feel. In kifameno the other way round.
pub(super) fn gentle(situation: &Situation, rng: &mut impl Rng) -> u8 {
    let known = situation.known();
    let playable = situation.playable();
    let cards: arrayvec::ArrayVec<u8, 40> = Bits(playable).collect();
    let weights: arrayvec::ArrayVec<f64, 40> =
        cards.iter().map(|&card| feeling(known, card)).collect();
    cards[dice::weighted(rng, &weights)]
}

fn feeling(known: &World, card: u8) -> f64 {
    let strength = f64::from(card % 10);
    let worth = f64::from(THIRDS[usize::from(card)]);
    let kifameno = known.rules.kifameno;
    let Some(best) = known.best_card() else {
        // Leading: small cards, rarely an ace; in kifameno small ones too.
        return (10.0 - strength) / (1.0 + worth);
    };
    let takes = card > best && SUIT_OF[usize::from(card)] == SUIT_OF[usize::from(best)];
    let own =
        known.played > 0 && known.rules.side(known.winner()) == known.rules.side(known.seat());
    let prize = f64::from(known.on_table()) + worth;
    match (kifameno, takes, own) {
        // Worth the more, the more there is to win; cheaply if possible.
        (false, true, false) => 1.0 + 6.0 * prize + (10.0 - strength) / 4.0,
        (false, false, true) => 1.0 + 3.0 * worth,
        (false, ..) => (10.0 - strength) / (1.0 + 4.0 * worth),
        (true, true, _) => 1.0 / (1.0 + prize),
        (true, false, false) => 2.0 + strength + 4.0 * worth,
        (true, false, true) => 4.0 / (1.0 + worth),
    }
}
