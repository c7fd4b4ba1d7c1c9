//! Players that do not weigh what may follow.

use rand_core::Rng;
use vzetek_search::dice;
use vzetek_tablic::Action;

use super::moves::Lister;
use super::{Situation, greedy};

/// The probability that the gentle player makes a random move.
const GENTLE_SLIPS: f64 = 0.35;

/// Draws any card, and then any move with it, all equally likely (Penzar's tablić,
/// "Slučajni igrač"): a card with more captures is not likelier than others.
///
/// # Panics
/// If the hand is empty.
pub fn random(situation: &Situation, lister: &mut Lister, rng: &mut impl Rng) -> Action {
    let skip = dice::below(rng, situation.hand.len() as u32) as usize;
    let card = situation.hand.iter().nth(skip).expect("a hand has cards");
    let captures = lister.finder().find(card, situation.board.table);
    // Some tables allow more captures than 32 bits count; no hand matters then.
    let ways = u32::try_from(captures.len() + 1).unwrap_or(u32::MAX);
    match dice::below(rng, ways) {
        0 => Action::lay(card),
        index => {
            let taken = captures.get(u64::from(index) - 1).expect("fewer than there are");
            Action::capture(card, taken)
        }
    }
}

/// Returns the move of a beginner: takes what is worth most, but often overlooks it.
pub(super) fn gentle(situation: &Situation, lister: &mut Lister, rng: &mut impl Rng) -> Action {
    if dice::unit(rng) < GENTLE_SLIPS {
        return random(situation, lister, rng);
    }
    greedy::hide_suit(greedy::choose(situation, lister), situation.hand, rng)
}
